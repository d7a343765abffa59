import { readFileSync } from 'node:fs'
import { text as readStream } from 'node:stream/consumers'
import { isRecord, toRecord } from '@crypto-checkout/api-types'
import { ReceiptError, type TrustedKey, type VerifiedReceipt, verifyReceipt } from '@crypto-checkout/core'
import { OperatorError, UsageError } from '../command-line/errors.ts'
import { paintMarks, print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { type Finding, findOnChain } from '../receipts/receipt-on-chain.ts'

const ANSWER_WITHIN_MS = 10_000
/** More than a receipt or a key set has. */
const MOST_CHARACTERS = 1_048_576

export async function checkReceipt(given: Input<'verify-receipt'>): Promise<void> {
  const { source, key, rpc, test, json } = given
  const issuer = given.issuer?.replace(/\/+$/, '')
  if (issuer === undefined && key === undefined) {
    throw new UsageError(
      'Name whom you trust: --issuer URL or --key FILE. What a receipt says of itself proves nothing.',
    )
  }
  if (rpc !== undefined && !(isUrl(rpc) && URL.canParse(rpc)))
    throw new UsageError('--rpc must be a URL with http or https.')
  const jws = extractReceipt(await readSource(source))
  const keys = key === undefined ? await fetchKeys(issuer ?? '') : parseKeys(readFileSync(key, 'utf8'))
  const verified = await check(jws, { keys, issuer, test })
  const findings = rpc === undefined ? null : await findOnChain(verified.claims, rpc)
  if (json) print(JSON.stringify({ ...verified, chain: findings }))
  else print(describe(verified, findings), paintMarks)
  if (findings?.some(({ isRight }) => !isRight))
    throw new OperatorError('The receipt is signed, but the chain does not show its money as it says.')
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text)
}

async function readSource(source: string): Promise<string> {
  if (source === '-') return readStream(process.stdin)
  return isUrl(source) ? download(source, 'application/jwt') : readFileSync(source, 'utf8')
}

async function download(url: string, accept: string): Promise<string> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const answer = await fetch(url, { headers: { accept }, signal, redirect: 'error' }).catch((error) => {
    throw new OperatorError(`${url} does not answer: ${error instanceof Error ? error.message : error}.`)
  })
  if (!answer.ok) throw new OperatorError(`${url} answers ${answer.status}: check the address.`)
  return answer.text()
}

/** The signed text itself, or JSON that has it, as the receipt's address returns it. */
function extractReceipt(text: string): string {
  const trimmed = text.length > MOST_CHARACTERS ? '' : text.trim()
  if (!trimmed.startsWith('{')) return trimmed
  const { receipt } = parseJson(trimmed, 'The receipt')
  return typeof receipt === 'string' ? receipt : ''
}

function parseJson(text: string, what: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {}
  throw new OperatorError(`${what} is not JSON.`)
}

/** The keys of the issuer that the caller names. An issuer elsewhere must prove its name by TLS. */
async function fetchKeys(issuer: string): Promise<TrustedKey[]> {
  if (!/^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(issuer))
    throw new UsageError('--issuer must be a URL with https: otherwise anyone on the way could put in other keys.')
  return parseKeys(await download(`${issuer}/.well-known/jwks.json`, 'application/json'))
}

/** A JWK set, or one JWK. */
function parseKeys(text: string): TrustedKey[] {
  const { keys, ...key } = parseJson(text, 'The key set')
  const list: unknown[] = Array.isArray(keys) ? keys : [key]
  const known = list.filter((one): one is TrustedKey => toRecord(one).kty === 'OKP')
  if (known.length === 0) throw new OperatorError('The key set has no Ed25519 key (kty OKP).')
  return known
}

async function check(jws: string, trust: Parameters<typeof verifyReceipt>[1]): Promise<VerifiedReceipt> {
  try {
    return await verifyReceipt(jws, trust)
  } catch (error) {
    if (!(error instanceof ReceiptError)) throw error
    const hint = error.problem === 'test_receipt' ? ' --test accepts it.' : ''
    throw new OperatorError(`Refused (${error.problem}). ${error.message}${hint}`)
  }
}

/** Of a payment, `cryptoAmount` is what was asked for. Another amount may have come. */
function describeMoney(claims: VerifiedReceipt['claims']): string[] {
  const { amount, currency, cryptoAmount, cryptocurrency, network, recipient } = claims
  const price = `${amount} ${currency}`
  if ('payment' in claims)
    return [`  ${price} was refunded as ${cryptoAmount} ${cryptocurrency} on ${network}, to ${recipient}`]
  const { cryptoAmountReceived: received, accepted } = claims
  return [
    `  price ${price}, amount ${cryptoAmount} ${cryptocurrency}`,
    `  received ${received} ${cryptocurrency} on ${network}, to ${recipient}`,
    ...(accepted ? ['  The merchant accepted it as it was.'] : []),
  ]
}

function describe({ type, kid, claims }: VerifiedReceipt, findings: readonly Finding[] | null): string {
  const { iss, sub, jti, merchant } = claims
  const lines = [
    `${type === 'payment' ? 'Receipt' : 'Refund receipt'} ${jti} of ${sub}`,
    ...describeMoney(claims),
    `  merchant ${JSON.stringify(merchant)}, issued by ${iss} at ${new Date(claims.iat * 1_000).toISOString()}`,
    `ok  signature: key ${kid} signed this. It proves that this checkout said so.`,
    ...(claims.test === undefined ? [] : ['    It is a receipt of the sandbox: NO REAL MONEY was paid.']),
    ...(findings ?? []).map(({ isRight, words }) => `${isRight ? 'ok ' : 'BAD'} chain: ${words}`),
    ...(findings?.every(({ isRight }) => isRight) ? ['    The chain proves that the money moved.'] : []),
    ...(findings === null ? ['    The chain was not asked: --rpc URL looks the money up.'] : []),
    '    Neither proves that goods were sent.',
  ]
  return lines.join('\n')
}
