/** Verifies receipts with the verifier's own keys, in browsers and in Node alike: nothing is loaded and nothing is asked. */
import type { PaymentReceipt, ReceiptKey, RefundReceipt } from '@crypto-checkout/api-types'
import { decodeBase64Url, encodeBase64Url, parseObject } from './encoding.ts'

/** A key that the verifier trusts. Of a whole JWK only these members count. */
export type TrustedKey = Pick<ReceiptKey, 'kty' | 'crv' | 'x'> & Partial<Pick<ReceiptKey, 'kid' | 'signedUntil'>>

export type Trust = {
  readonly keys: readonly TrustedKey[]
  /** The issuer that the verifier expects; undefined if its keys alone decide. */
  readonly issuer?: string | undefined
  /** True if receipts of the sandbox are accepted. They prove nothing about money. */
  readonly test?: boolean | undefined
}

/** A receipt whose signature is one of the trusted keys'. */
export type VerifiedReceipt =
  | { readonly type: 'payment'; readonly kid: string; readonly claims: PaymentReceipt }
  | { readonly type: 'refund'; readonly kid: string; readonly claims: RefundReceipt }

export type ReceiptProblem =
  | 'malformed'
  | 'wrong_algorithm'
  | 'wrong_type'
  | 'foreign_header'
  | 'unknown_key'
  | 'wrong_signature'
  | 'wrong_issuer'
  | 'wrong_claims'
  | 'retired_key'
  | 'test_receipt'

/** A text is no receipt that the verifier accepts. */
export class ReceiptError extends Error {
  override readonly name = 'ReceiptError'
  readonly problem: ReceiptProblem
  constructor(problem: ReceiptProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** More than any receipt has. */
const MAX_CHARACTERS = 16_384
const PREFIXES = { 'payment-receipt+jwt': 'pay_', 'refund-receipt+jwt': 're_' } as const
type Typ = keyof typeof PREFIXES
const isTyp = (typ: unknown): typ is Typ => typeof typ === 'string' && Object.hasOwn(PREFIXES, typ)
/** RFC 9864 names the algorithm `Ed25519`, RFC 8037 `EdDSA`. The key decides, and it is always Ed25519. */
const ALGORITHMS: readonly unknown[] = ['EdDSA', 'Ed25519']
const MEMBERS = ['alg', 'kid', 'typ']
/** A transaction that signs may end a little after the commit that retired its key. */
const RETIRED_FOR_MS = 300_000

/** Returns what a receipt says if one of the trusted keys signed it. Throws ReceiptError. */
export async function verifyReceipt(jws: string, trust: Trust): Promise<VerifiedReceipt> {
  const { signed, header, payload, signature } = split(jws)
  const { typ, kid } = checkHeader(header)
  const key = await findKey(kid, trust.keys)
  await checkSignature(key, signature, signed)
  const claims = parse(payload, 'payload')
  checkClaims(claims, typ, key, trust)
  return typ === 'payment-receipt+jwt'
    ? { type: 'payment', kid, claims: claims as unknown as PaymentReceipt }
    : { type: 'refund', kid, claims: claims as unknown as RefundReceipt }
}

function split(jws: string) {
  const parts = jws.length > MAX_CHARACTERS ? [] : jws.split('.')
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length !== 3 || !header || !payload || !signature)
    throw new ReceiptError('malformed', 'This is no receipt: a receipt has three parts with a dot between them.')
  return { signed: `${header}.${payload}`, header, payload, signature }
}

function parse(part: string, name: string): Record<string, unknown> {
  const bytes = decodeBase64Url(part)
  const value = bytes && parseObject(bytes)
  if (!value) throw new ReceiptError('malformed', `This is no receipt: its ${name} is not JSON in base64url.`)
  return value
}

/**
 * The header names the key and nothing else. A key in it (`jwk`, `x5c`), or the address of one (`jku`, `x5u`), would be the
 * forger's, and `crit` asks for rules that this verifier does not know.
 */
function checkHeader(part: string): { readonly typ: Typ; readonly kid: string } {
  const header = parse(part, 'header')
  const foreign = Object.keys(header).find((name) => !MEMBERS.includes(name))
  if (foreign !== undefined)
    throw new ReceiptError('foreign_header', `Its header has ${JSON.stringify(foreign)}, which receipts never have.`)
  const { alg, typ, kid } = header
  if (!ALGORITHMS.includes(alg))
    throw new ReceiptError('wrong_algorithm', 'It is not signed by EdDSA: only that is accepted.')
  if (!isTyp(typ))
    throw new ReceiptError('wrong_type', 'It is signed for another purpose: its typ is not that of a receipt.')
  if (typeof kid !== 'string') throw new ReceiptError('unknown_key', 'It does not name its key.')
  return { typ, kid }
}

async function findKey(kid: string, keys: readonly TrustedKey[]): Promise<TrustedKey> {
  for (const key of keys) {
    const isEd25519 = key.kty === 'OKP' && key.crv === 'Ed25519' && decodeBase64Url(key.x)?.length === 32
    if (isEd25519 && (await computeThumbprint(key)) === kid) return key
  }
  throw new ReceiptError('unknown_key', 'It is not signed by a key that you trust.')
}

/** RFC 7638. */
async function computeThumbprint({ x }: TrustedKey): Promise<string> {
  const text = new TextEncoder().encode(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', text)))
}

async function checkSignature({ x }: TrustedKey, part: string, signed: string): Promise<void> {
  const signature = decodeBase64Url(part)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x }
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify'])
  const isRight =
    signature?.length === 64 &&
    (await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, new TextEncoder().encode(signed)))
  if (!isRight) throw new ReceiptError('wrong_signature', 'Its signature is wrong: it was changed, or it is forged.')
}

function checkClaims(claims: Record<string, unknown>, typ: Typ, { signedUntil }: TrustedKey, trust: Trust): void {
  const { iss, sub, iat, jti, test } = claims
  const isComplete =
    typeof iss === 'string' && typeof sub === 'string' && typeof jti === 'string' && Number.isInteger(iat)
  if (!isComplete || !sub.startsWith(PREFIXES[typ]) || !Array.isArray(claims.transfers))
    throw new ReceiptError('wrong_claims', 'It is signed, but it does not say what a receipt says.')
  if (trust.issuer !== undefined && iss !== trust.issuer)
    throw new ReceiptError('wrong_issuer', `It was issued by ${JSON.stringify(iss)}, not by ${trust.issuer}.`)
  if (signedUntil !== undefined && !(Number(iat) * 1_000 <= Date.parse(signedUntil) + RETIRED_FOR_MS))
    throw new ReceiptError('retired_key', 'It claims to be newer than the last receipt of its key.')
  if (test !== undefined && !trust.test)
    throw new ReceiptError('test_receipt', 'It is a receipt of the sandbox: no real money was paid.')
}
