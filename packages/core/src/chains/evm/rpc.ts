import { hideKeys } from './hide-keys.ts'
import { type BlockRange, refusalOf } from './refusals.ts'

/** Asks a node. Throws NodeError, and nothing else for what is the node's fault. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * - `unreachable`: no answer, or one of a gateway before a node that does not work
 * - `malformed`: the answer is not JSON-RPC, or not what the method answers
 * - `busy`: it asks to wait
 * - `too_much`: it would answer for fewer blocks
 * - `refused`: it understood and will not or can not
 * - `behind`: it has not got as far as it was, or another one is
 * - `wrong_chain`: it serves another chain
 * - `contradiction`: its answers do not fit one another
 */
type NodeErrorKind =
  | 'unreachable'
  | 'malformed'
  | 'busy'
  | 'too_much'
  | 'refused'
  | 'behind'
  | 'wrong_chain'
  | 'contradiction'

type NodeErrorFacts = {
  readonly retryAfterMs?: number | null
  readonly suggestedRange?: BlockRange | null
  readonly rpcCode?: number | null
  readonly timedOut?: boolean
  readonly cause?: unknown
}

/** Anything that is the node's fault. Nothing else is blamed on a node. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly kind: NodeErrorKind
  /** How long a busy node asks to be left alone. */
  readonly retryAfterMs: number | null
  /** Of `too_much`: what the provider says would work. */
  readonly suggestedRange: BlockRange | null
  readonly rpcCode: number | null
  /** Of `unreachable`: time ran out, which too large a question may be the reason for. */
  readonly timedOut: boolean

  constructor(kind: NodeErrorKind, message: string, facts: NodeErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.kind = kind
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.suggestedRange = facts.suggestedRange ?? null
    this.rpcCode = facts.rpcCode ?? null
    this.timedOut = facts.timedOut ?? false
  }
}

const TIMEOUT_MS = 10_000
/** Some 25,000 logs: what is larger would hold everything else up while it is parsed. */
const MAX_ANSWER_BYTES = 16 * 1_024 * 1_024
const MAX_MESSAGE = 300
/** Control and format characters and line separators: with them one could forge lines of a log. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu
/** What gateways answer when the node behind them takes too long. */
const TIMEOUT_STATUSES: readonly number[] = [408, 502, 504, 524]

/** JSON-RPC 2.0 over HTTP. Credentials in the URL are sent as Basic authentication. */
export function httpRpc(url: string, { timeoutMs = TIMEOUT_MS } = {}): Rpc {
  const target = new URL(url)
  const headers = { 'content-type': 'application/json', ...authorization(target) }
  target.username = ''
  target.password = ''
  let lastId = 0
  return async (method, params) => {
    lastId += 1
    const id = lastId
    const { response, text } = await exchange(method, target, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    try {
      return resultOf(method, id, response, text)
    } catch (error) {
      throw error instanceof NodeError ? new NodeError(error.kind, tellable(error.message, target), error) : error
    }
  }
}

/** A provider's words as a log may show them. The keys go first: a part of one could not be found any more. */
function tellable(message: string, url: URL): string {
  return hideKeys(message, url).slice(0, MAX_MESSAGE).replace(UNPRINTABLE, ' ')
}

function authorization({ username, password }: URL): { authorization?: string } {
  if (!username && !password) return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

async function exchange(method: string, url: URL, request: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, request)
    return { response, text: await readText(method, response) }
  } catch (error) {
    if (error instanceof NodeError) throw error
    if (request.signal?.aborted) throw new NodeError('unreachable', `${method}: no answer in time`, { timedOut: true })
    const cause = (error instanceof Error && error.cause) || error
    throw new NodeError('unreachable', `${method}: the node can not be reached`, { cause })
  }
}

/** Counted while it is read: not every answer says how long it is, and packed ones are longer. */
async function readText(method: string, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new NodeError('too_much', `${method}: the answer is too large`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function resultOf(method: string, id: number, { status, headers }: Response, text: string): unknown {
  const answered = `${method}: the node answered ${status}`
  if (status >= 500 || status === 408) {
    throw new NodeError('unreachable', answered, { timedOut: TIMEOUT_STATUSES.includes(status) })
  }
  const answer = parseObject(text)
  const refusal = refusalOf(method, status, answer?.error)
  if (refusal) {
    const retryAfterMs = secondsOf(headers.get('retry-after')) ?? refusal.retryAfterMs
    throw new NodeError(refusal.kind, `${method}: ${refusal.message}`, { ...refusal, retryAfterMs })
  }
  if (!answer) throw new NodeError('malformed', `${answered} with something that is not JSON`)
  if (status !== 200 || !('result' in answer)) throw new NodeError('malformed', `${answered} without a result`)
  if (answer.id !== id) throw new NodeError('malformed', `${method}: the node answered another question`)
  return answer.result
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** A date, which the header may be as well, is not worth the node's clock. */
function secondsOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : null
}
