import { expect, test } from 'vitest'
import { fetchStatus, getEndpointUrl } from './fetch-status.ts'
import { samplePayment } from './testing/sample-payment.ts'

const ask = (answer: () => Response | Promise<Response>, etag: string | null = null) =>
  fetchStatus(async () => answer(), 'https://pay.example.com/pay/1/status', etag, new AbortController().signal)

const json = (value: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(value), init)

test.each([
  ['https://pay.example.com/pay/1', 'https://pay.example.com/pay/1/status'],
  ['https://pay.example.com/pay/1/', 'https://pay.example.com/pay/1/status'],
  ['https://pay.example.com/pay/1?utm=x#top', 'https://pay.example.com/pay/1/status'],
  ['/checkout/pay/1', 'https://shop.example.com/checkout/pay/1/status'],
  ['javascript:alert(1)', null],
  ['http://', null],
  ['', null],
])('the status of %s is at %s', (src, url) => {
  expect(getEndpointUrl(src, 'https://shop.example.com/cart', 'status')).toBe(url)
})

test('a payment comes with its tag', async () => {
  const payment = samplePayment()
  expect(await ask(() => json(payment, { headers: { etag: '"a"' } }))).toEqual({
    kind: 'payment',
    payment,
    etag: '"a"',
  })
})

test('fields that are not known yet do no harm', async () => {
  expect(await ask(() => json({ ...samplePayment(), invented: [1] }))).toMatchObject({ kind: 'payment' })
})

test('the tag is sent along, and 304 means unchanged', async () => {
  let sent: unknown
  const answer = await fetchStatus(
    async (_, init) => {
      sent = init?.headers
      return new Response(null, { status: 304 })
    },
    'https://pay.example.com/pay/1/status',
    '"a"',
    new AbortController().signal,
  )
  expect(answer).toEqual({ kind: 'unchanged' })
  expect(sent).toMatchObject({ 'if-none-match': '"a"' })
})

test.each([
  ['404', () => new Response('', { status: 404 }), 'not_found', false],
  ['410', () => new Response('', { status: 410 }), 'not_found', false],
  ['500', () => new Response('', { status: 500 }), 'server_error', true],
  ['HTML', () => new Response('<!doctype html><p>Hello'), 'invalid_response', true],
  ['JSON of something else', () => json({ error: { code: 'x' } }), 'invalid_response', true],
  ['null', () => json(null), 'invalid_response', true],
  ['an unknown status', () => json({ ...samplePayment(), status: 'lost' }), 'invalid_response', true],
  ['a deadline that is no time', () => json(samplePayment({ expiresAt: 'soon' })), 'invalid_response', true],
  ['no memo, not even none', () => json({ ...samplePayment(), memo: undefined }), 'invalid_response', true],
  ['no list of what was reported', () => json({ ...samplePayment(), reported: undefined }), 'invalid_response', true],
  ['no list of what went astray', () => json({ ...samplePayment(), misdirected: undefined }), 'invalid_response', true],
  ['304 without having asked for it', () => new Response(null, { status: 304 }), 'invalid_response', true],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable', true],
] as const)('%s is a failure, not an exception', async (_, answer, code, retryable) => {
  expect(await ask(answer)).toEqual({ kind: 'failure', failure: { code, retryable, retryAfterMs: null } })
})

test('Retry-After is passed on in milliseconds', async () => {
  const limited = (wait: string) => ask(() => new Response('', { status: 429, headers: { 'retry-after': wait } }))
  expect(await limited('7')).toMatchObject({ failure: { code: 'rate_limited', retryAfterMs: 7000 } })
  expect(await limited('Wed, 21 Oct 2026 07:28:00 GMT')).toMatchObject({ failure: { retryAfterMs: null } })
})
