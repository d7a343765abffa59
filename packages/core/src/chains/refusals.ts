/** The error messages of nodes and providers, and their meaning. */
import { isRecord, toRecord } from '@crypto-checkout/api-types'

/** Both ends included. */
export type BlockRange = { readonly from: number; readonly to: number }

type Refusal = {
  /** `busy`: try later. `too_much`: ask for fewer blocks. `refused`: not this node. */
  readonly kind: 'busy' | 'too_much' | 'refused'
  /** Unchanged: of any length and any content. */
  readonly message: string
  readonly rpcCode: number | null
  readonly retryAfterMs: number | null
  readonly suggestedRange: BlockRange | null
}

type Pattern = { readonly says: RegExp; readonly means: Refusal['kind'] }

/** The first match decides. Limits on blocks and logs apply to log requests only. */
const patterns: readonly Pattern[] = [
  { says: /invalid block range/, means: 'refused' },
  { says: /rate.?limit|(request|access) rate|rate exceeded|too many requests|over rate/, means: 'busy' },
  { says: /request (count|limit)|requests (per|in) |capacity|quota|throttl|compute units per/, means: 'busy' },
  { says: /limit(ed)? (to|of) [\d,]+ ?(requests|credits)?(\/| per )s|try again (later|in)/, means: 'busy' },
  { says: /block.?range|range of blocks|blocks? (distance|span)|too many (blocks|logs|results)/, means: 'too_much' },
  { says: /range.*(too (wide|large|big|high)|exceeds|limit)|limited to an? [\d,]+ .*range/, means: 'too_much' },
  {
    says: /too (wide|large|big)|returned more than|exceeds? max|query exceeds|size exceeded|size limit/,
    means: 'too_much',
  },
  { says: /time.?(out|limit)|timed out|execution time|query duration/, means: 'too_much' },
]

const codes: Readonly<Record<number, Refusal['kind']>> = { 429: 'busy', [-32005]: 'busy' }
const statuses: Readonly<Record<number, Refusal['kind']>> = { 429: 'busy', 413: 'too_much' }

/** A provider's data may be anything; its meaning is at the beginning. */
const MAX_TEXT = 2_000

/** Reads the `error` of a JSON-RPC answer, or the meaning of a bare HTTP status; null if it has none. */
export function parseRefusal(method: string, status: number, error: unknown): Refusal | null {
  if (!error && !(status in statuses)) return null
  const { code, message, data } = readFields(error)
  const said = typeof data === 'string' ? data.slice(0, MAX_TEXT) : writeStartOfJson(data, MAX_TEXT)
  const text = `${message.slice(0, MAX_TEXT)} ${said}`.slice(0, MAX_TEXT)
  const suggestedRange = method === 'eth_getLogs' ? readSuggestion(text, data) : null
  return {
    kind: suggestedRange ? 'too_much' : classifyRefusal(method, status, code, text.toLowerCase()),
    message: message || (error ? 'refused' : `the node answered ${status}`),
    rpcCode: code,
    retryAfterMs: readBackOff(data),
    suggestedRange,
  }
}

function classifyRefusal(method: string, status: number, code: number | null, text: string): Refusal['kind'] {
  const isMet = (pattern: Pattern) => pattern.means !== 'too_much' || method === 'eth_getLogs'
  const pattern = patterns.find((one) => isMet(one) && one.says.test(text))
  return pattern?.means ?? statuses[status] ?? (code === null ? undefined : codes[code]) ?? 'refused'
}

function readFields(error: unknown): { code: number | null; message: string; data: unknown } {
  if (typeof error === 'string') return { code: null, message: error, data: null }
  const { code, message, data } = toRecord(error)
  return { code: typeof code === 'number' ? code : null, message: typeof message === 'string' ? message : '', data }
}

/** `this block range should work: [0x1, 0x2]`, `retry with the range 1-2`, or Infura's data. */
function readSuggestion(text: string, data: unknown): BlockRange | null {
  const number = '(0x[0-9a-f]{1,13}|\\d{1,15})'
  const found =
    new RegExp(`\\[\\s*${number}\\s*,\\s*${number}\\s*\\]`, 'i').exec(text) ??
    new RegExp(`the range ${number}\\s*-\\s*${number}`, 'i').exec(text)
  const { from, to } = found ? { from: found[1], to: found[2] } : toRecord(data)
  if (typeof from !== 'string' || typeof to !== 'string') return null
  const range = { from: Number(from), to: Number(to) }
  return Number.isSafeInteger(range.from) && range.to >= range.from ? range : null
}

/** Infura's hint; zero means none. */
function readBackOff(data: unknown): number | null {
  const { backoff_seconds: outer, rate } = toRecord(data)
  const seconds = outer ?? toRecord(rate).backoff_seconds
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : null
}

/** Values nested deeper are left out. */
const MAX_DEPTH = 8

/**
 * The first characters of a JSON value as text. It visits only the parts that it writes. A node can send megabytes, or
 * a thousand nested lists, which `JSON.stringify` cannot write.
 */
export function writeStartOfJson(value: unknown, length: number): string {
  let text = ''

  function write(part: unknown, depth: number): void {
    if (text.length >= length) return
    if (typeof part === 'string') text += JSON.stringify(part.slice(0, length - text.length))
    else if (!isRecord(part)) text += String(part)
    else if (depth === MAX_DEPTH) text += '...'
    else if (Array.isArray(part)) writeItems(part, depth)
    else writeFields(part, depth)
  }

  function writeItems(items: readonly unknown[], depth: number): void {
    text += '['
    for (const [index, item] of items.entries()) {
      if (text.length >= length) return
      if (index > 0) text += ','
      write(item, depth + 1)
    }
    text += ']'
  }

  function writeFields(fields: Record<string, unknown>, depth: number): void {
    text += '{'
    let isFirst = true
    for (const name in fields) {
      if (text.length >= length) return
      if (!isFirst) text += ','
      isFirst = false
      write(name, depth)
      text += ':'
      write(fields[name], depth + 1)
    }
    text += '}'
  }

  write(value, 0)
  return text.slice(0, length)
}
