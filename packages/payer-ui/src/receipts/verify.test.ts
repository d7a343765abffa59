import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import fc from 'fast-check'
import { type CompactJWSHeaderParameters, CompactSign, calculateJwkThumbprint, compactVerify, importJWK } from 'jose'
import { expect, test } from 'vitest'
import { ReceiptError, type ReceiptProblem, type Trust, type TrustedKey, verifyReceipt } from './verify.ts'

type Key = { readonly privateKey: KeyObject; readonly trusted: TrustedKey & { readonly kid: string } }

async function makeKey(): Promise<Key> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const
  return { privateKey, trusted: { ...jwk, kid: await calculateJwkThumbprint(jwk) } }
}

const key = await makeKey()
const ISSUER = 'https://pay.example.com'
const claims = {
  ...{ iss: ISSUER, sub: 'pay_01kdvdna00e0crxkw265gg9t4z', iat: 1_767_225_604, jti: 'rcp_01kdvdndx0e9ybp6ngbtcwfe3m' },
  ...{ merchant: 'Zoë’s tea', amount: '10.00', currency: 'USD', cryptoAmount: '10.006271', cryptocurrency: 'USDC' },
  transfers: [{ transaction: `0x${'ab'.repeat(32)}`, block: 1, amount: '10.006271', from: `0x${'cd'.repeat(20)}` }],
}
const header = { alg: 'EdDSA', typ: 'payment-receipt+jwt', kid: key.trusted.kid }

/** Signed by another library than ours. */
function signWithJose(changedHeader: object = {}, changedClaims: object = {}): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ ...claims, ...changedClaims }))
  const full = { ...header, ...changedHeader } as CompactJWSHeaderParameters
  return new CompactSign(text).setProtectedHeader(full).sign(key.privateKey)
}

/** For headers that the library refuses to sign. */
function signAnything(anyHeader: object, anyClaims: object = claims): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode(anyHeader)}.${encode(anyClaims)}`
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`
}

const trust: Trust = { keys: [key.trusted], issuer: ISSUER }

/** Null for a receipt that is accepted. */
async function findProblem(jws: string, change: Partial<Trust> = {}): Promise<ReceiptProblem | null> {
  try {
    await verifyReceipt(jws, { ...trust, ...change })
    return null
  } catch (error) {
    if (error instanceof ReceiptError) return error.problem
    throw error
  }
}

test('a receipt that another library has signed is accepted, under either name of the algorithm', async () => {
  expect(await verifyReceipt(await signWithJose(), trust)).toEqual({ type: 'payment', kid: key.trusted.kid, claims })
  expect(await findProblem(await signWithJose({ alg: 'Ed25519' }))).toBeNull()
  const refund = await signWithJose({ typ: 'refund-receipt+jwt' }, { sub: 're_01kdvdna00e0crxkw265gg9t4z' })
  expect((await verifyReceipt(refund, trust)).type).toBe('refund')
  // The same receipt, checked by that library.
  await compactVerify(refund, await importJWK(key.trusted, 'EdDSA'))
})

test('a receipt with any of its bytes changed is refused', async () => {
  const jws = await signWithJose()
  for (let at = 0; at < jws.length; at += 1) {
    const changed = jws[at] === 'A' ? 'B' : 'A'
    expect(await findProblem(jws.slice(0, at) + changed + jws.slice(at + 1))).not.toBeNull()
  }
})

test('whatever is put in, taken out or replaced anywhere, the receipt is refused', async () => {
  const jws = await signWithJose()
  const text = fc.string({ unit: 'binary', minLength: 0, maxLength: 4 })
  const place = fc.nat(jws.length)
  await fc.assert(
    fc.asyncProperty(place, fc.nat(4), text, async (at, length, put) => {
      const changed = jws.slice(0, at) + put + jws.slice(at + length)
      fc.pre(changed !== jws)
      expect(await findProblem(changed)).not.toBeNull()
    }),
    { numRuns: 500 },
  )
})

test('unused bits in the last digit of a signature are no second text of the same receipt', async () => {
  const jws = await signWithJose()
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = digits.indexOf(jws.at(-1) ?? '')
  const same = jws.slice(0, -1) + digits[last | 1]
  expect(Buffer.from(same.split('.')[2] ?? '', 'base64url')).toEqual(Buffer.from(jws.split('.')[2] ?? '', 'base64url'))
  expect(await findProblem(same)).toBe('wrong_signature')
})

test('any text at all is refused and never breaks the verifier', async () => {
  const parts = fc.array(fc.oneof(fc.string(), fc.base64String(), fc.json().map(encodeText)), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(parts, async (some) => {
      expect(await findProblem(some.join('.'))).not.toBeNull()
    }),
    { numRuns: 500 },
  )
  expect(await findProblem('a'.repeat(1_000_000))).toBe('malformed')
})

function encodeText(text: string): string {
  return Buffer.from(text).toString('base64url')
}

test.each<[string, object, ReceiptProblem]>([
  ['no algorithm', { alg: 'none' }, 'wrong_algorithm'],
  ['a shared secret', { alg: 'HS256' }, 'wrong_algorithm'],
  ['another curve', { alg: 'ES256' }, 'wrong_algorithm'],
  ['the algorithm in lower case', { alg: 'eddsa' }, 'wrong_algorithm'],
  ['a list of algorithms', { alg: ['EdDSA'] }, 'wrong_algorithm'],
  ['another type', { typ: 'JWT' }, 'wrong_type'],
  ['no type', { typ: undefined }, 'wrong_type'],
  ['a type of every object', { typ: 'constructor' }, 'wrong_type'],
  ['a list of types', { typ: ['payment-receipt+jwt'] }, 'wrong_type'],
  ['the type of a refund', { typ: 'refund-receipt+jwt' }, 'wrong_claims'],
  ['no key', { kid: undefined }, 'unknown_key'],
  ['another key', { kid: 'x'.repeat(43) }, 'unknown_key'],
  ['a key as an object', { kid: { toString: 1 } }, 'unknown_key'],
  ['a key of its own', { jwk: key.trusted }, 'foreign_header'],
  ['the address of a key set', { jku: `${ISSUER}/.well-known/jwks.json` }, 'foreign_header'],
  ['a certificate', { x5c: ['MII'] }, 'foreign_header'],
  ['the address of a certificate', { x5u: ISSUER }, 'foreign_header'],
  ['a thumbprint of a certificate', { x5t: 'x' }, 'foreign_header'],
  ['critical extensions', { crit: ['exp'], exp: 1 }, 'foreign_header'],
  ['a payload that is not encoded', { b64: false }, 'foreign_header'],
])('a header with %s is refused, though the signature is right', async (_, change, problem) => {
  expect(await findProblem(signAnything({ ...header, ...change }))).toBe(problem)
})

test.each<[string, object, ReceiptProblem]>([
  ['another issuer', { iss: 'https://pay.example.com.evil.example' }, 'wrong_issuer'],
  ['no issuer', { iss: undefined }, 'wrong_claims'],
  ['no time', { iat: undefined }, 'wrong_claims'],
  ['a time as text', { iat: '1767225604' }, 'wrong_claims'],
  ['no transfers', { transfers: undefined }, 'wrong_claims'],
  ['the mark of the sandbox', { test: true }, 'test_receipt'],
  ['an unclear mark of the sandbox', { test: 0 }, 'test_receipt'],
])('claims with %s are refused, though the signature is right', async (_, change, problem) => {
  expect(await findProblem(signAnything(header, { ...claims, ...change }))).toBe(problem)
})

test('a receipt of the sandbox is accepted only by who asks for test receipts', async () => {
  const jws = await signWithJose({}, { test: true })
  expect(await findProblem(jws)).toBe('test_receipt')
  expect(await findProblem(jws, { test: true })).toBeNull()
})

test('a receipt of a key that is not trusted is refused, whatever the key set calls it', async () => {
  const other = await makeKey()
  const jws = await signWithJose()
  expect(await findProblem(jws, { keys: [] })).toBe('unknown_key')
  expect(await findProblem(jws, { keys: [other.trusted] })).toBe('unknown_key')
  // A set that gives a key the name of another.
  expect(await findProblem(jws, { keys: [{ ...other.trusted, kid: key.trusted.kid }] })).toBe('unknown_key')
  expect(await findProblem(jws, { keys: [{ ...key.trusted, x: 'short' }, other.trusted, key.trusted] })).toBeNull()
})

test('a former key verifies what it signed, and nothing that claims to be newer', async () => {
  const until = (s: number) => ({ keys: [{ ...key.trusted, signedUntil: new Date(s * 1_000).toISOString() }] })
  const jws = await signWithJose()
  expect(await findProblem(jws, until(claims.iat))).toBeNull()
  expect(await findProblem(jws, until(claims.iat - 3_600))).toBe('retired_key')
  expect(await findProblem(jws, { keys: [{ ...key.trusted, signedUntil: 'never' }] })).toBe('retired_key')
})
