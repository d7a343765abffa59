import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { computePauseMs, hasFailedTooLong, signWebhook } from './webhook.ts'

const secret = () => `whsec_${randomBytes(32).toString('base64')}`
const ID = 'evt_01jd0000000000000000000000'
const BODY = JSON.stringify({ id: ID, type: 'payment.completed', data: { object: { description: 'Käse € 🧀' } } })

function signed(secrets: readonly string[]) {
  // The verifier reads the machine's clock.
  const timestampS = Math.floor(Date.now() / 1_000)
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signWebhook(secrets, ID, timestampS, BODY),
  }
}

/** The text with one byte changed, for each of its bytes. */
function* changedOnce(text: string): Generator<Buffer> {
  for (let index = 0; index < Buffer.byteLength(text); index++) {
    const bytes = Buffer.from(text)
    bytes[index] = (bytes[index] ?? 0) ^ 1
    yield bytes
  }
}

test('an independent library accepts what was signed', () => {
  const key = secret()
  expect(new Webhook(key).verify(BODY, signed([key]))).toEqual(JSON.parse(BODY))
})

test('a body with any one byte changed is refused', () => {
  const key = secret()
  const headers = signed([key])
  for (const body of changedOnce(BODY)) expect(() => new Webhook(key).verify(body, headers)).toThrow()
})

test.each(['webhook-id', 'webhook-timestamp'] as const)('any one byte of %s changed is refused', (name) => {
  const key = secret()
  const headers = signed([key])
  for (const value of changedOnce(headers[name]))
    expect(() => new Webhook(key).verify(BODY, { ...headers, [name]: value.toString('latin1') })).toThrow()
})

test('any one character of the signature changed is refused', () => {
  const key = secret()
  const headers = signed([key])
  const signature = headers['webhook-signature']
  for (let index = 0; index < signature.length; index++) {
    const other = signature[index] === 'A' ? 'B' : 'A'
    const changed = signature.slice(0, index) + other + signature.slice(index + 1)
    expect(() => new Webhook(key).verify(BODY, { ...headers, 'webhook-signature': changed })).toThrow()
  }
})

test('while a secret is replaced, receivers with the old one and with the new one accept the same request', () => {
  const [current, former] = [secret(), secret()]
  const headers = signed([current, former])
  for (const key of [current, former]) expect(new Webhook(key).verify(BODY, headers)).toEqual(JSON.parse(BODY))
  expect(() => new Webhook(secret()).verify(BODY, headers)).toThrow()
})

test('a secret of another form is refused rather than signed with', () => {
  expect(() => signWebhook(['sk_live_something'], ID, 1, BODY)).toThrow(/whsec_/)
})

const least = () => 0
const most = (below: number) => below - 1
const pauses = (random: (below: number) => number) =>
  Array.from({ length: 10 }, (_, index) => computePauseMs(index + 1, null, random))

test('the pauses are those that receivers are told, and the tenth failure is the last', () => {
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440]
  expect(pauses(least)).toEqual([...minutes.map((each) => each * 60_000), null])
})

test('jitter makes a pause longer by a tenth at most, and never shorter', () => {
  for (const [index, pause] of pauses(most).entries()) {
    const base = pauses(least)[index]
    expect(pause).toBe(base ? base + base / 10 : null)
  }
})

test('Retry-After is honoured between the usual pause and twice that', () => {
  expect(computePauseMs(2, 1, least)).toBe(300_000)
  expect(computePauseMs(2, 400, least)).toBe(400_000)
  expect(computePauseMs(2, 999_999_999, least)).toBe(600_000)
  expect(computePauseMs(10, 60, least)).toBe(null)
})

test('five days of failures are too long', () => {
  expect(hasFailedTooLong(1_000, 1_000 + 5 * 86_400_000 - 1)).toBe(false)
  expect(hasFailedTooLong(1_000, 1_000 + 5 * 86_400_000)).toBe(true)
})
