import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { Webhook as Independent } from 'standardwebhooks'
import { afterEach, expect, expectTypeOf, test } from 'vitest'
import {
  type Event,
  type EventOf,
  type Payment,
  verifyWebhook,
  type WebhookOptions,
  WebhookVerificationError,
  webhook,
  webhookFetch,
} from './index.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const NOW_S = 1_800_000_000
const at = { now: () => NOW_S * 1_000 }
const body = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'payment.completed',
  sequence: 7,
  data: { object: { id: 'pay_1', object: 'payment', metadata: { name: 'Zoë' } } },
})

function signed(text = body, { secret = SECRET, timestampS = NOW_S } = {}): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestampS),
    'webhook-signature': new Independent(secret).sign('evt_1', new Date(timestampS * 1_000), text),
  }
}

function codeOf(verify: () => unknown): string {
  try {
    verify()
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
  return 'accepted'
}

test('what the independent package signs is accepted, as text and bytes, with headers of every kind', () => {
  const headers = signed()
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  for (const headerForm of [headers, upper, new Headers(headers)]) {
    for (const sent of [body, Buffer.from(body)])
      expect(verifyWebhook(sent, headerForm, SECRET, at)).toEqual(JSON.parse(body))
  }
})

test('each byte of body, id, timestamp and signature changed once is refused', () => {
  const headers = signed()
  const bytes = Buffer.from(body)
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(codeOf(() => verifyWebhook(changed, headers, SECRET, at))).toBe('invalid_signature')
  }
  for (const [name, value] of Object.entries(headers)) {
    for (let index = 0; index < value.length; index += 1) {
      const other = String.fromCharCode(value.charCodeAt(index) ^ 1)
      const changed = { ...headers, [name]: value.slice(0, index) + other + value.slice(index + 1) }
      expect(
        codeOf(() => verifyWebhook(body, changed, SECRET, at)),
        `${name} ${index}`,
      ).not.toBe('accepted')
    }
  }
})

test('any of several secrets and signatures will do', () => {
  const both = { ...signed(), 'webhook-signature': `v1a,x ${signed(body, { secret: OTHER })['webhook-signature']}` }
  expect(codeOf(() => verifyWebhook(body, both, [SECRET, OTHER], at))).toBe('accepted')
  expect(codeOf(() => verifyWebhook(body, both, SECRET, at))).toBe('invalid_signature')
})

test('too old and too new are both refused, and the edge is not', () => {
  const codes = [-301, -300, 300, 301].map((offset) =>
    codeOf(() => verifyWebhook(body, signed(body, { timestampS: NOW_S + offset }), SECRET, at)),
  )
  expect(codes).toEqual(['too_old', 'accepted', 'accepted', 'too_new'])
})

test('missing headers, what is no event, and secrets that are none are told apart', () => {
  expect(codeOf(() => verifyWebhook(body, {}, SECRET, at))).toBe('missing_header')
  expect(codeOf(() => verifyWebhook('[]', signed('[]'), SECRET, at))).toBe('invalid_body')
  const stamped = { ...signed(), 'webhook-timestamp': '1e9' }
  expect(codeOf(() => verifyWebhook(body, stamped, SECRET, at))).toBe('invalid_timestamp')
  for (const bad of [[], '', 'whsec_', 'whsec_AAAA', SECRET.slice(6)])
    expect(() => verifyWebhook(body, signed(), bad, at)).toThrow(TypeError)
})

test('handlers get the event of their type', () => {
  expectTypeOf(verifyWebhook).returns.toEqualTypeOf<Event>()
  expectTypeOf<EventOf<'payment.late'>['data']['object']>().toEqualTypeOf<Payment>()
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listening(app: RequestListener): Promise<string> {
  const server = createServer(app)
  closing.push(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const post = (headers: Record<string, string>) => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body,
})

function recorder() {
  const seen: string[] = []
  const errors: unknown[] = []
  const state = { fails: false }
  const options: WebhookOptions = {
    ...at,
    secrets: SECRET,
    onError: (error) => errors.push(error),
    on: {
      'payment.completed': async ({ data }) => {
        await Promise.resolve()
        if (state.fails) throw new Error('no room')
        seen.push(data.object.id)
      },
    },
  }
  return { seen, errors, state, options }
}

test.each(['express', 'fetch'])('the %s helper answers 200 after the handler, 400 and 500', async (kind) => {
  const { seen, errors, state, options } = recorder()
  const handle = webhookFetch(options)
  const url = await listening(express().post('/hook', webhook(options)))
  const send = async (headers: Record<string, string>) =>
    (kind === 'fetch' ? await handle(new Request(url, post(headers))) : await fetch(url, post(headers))).status
  expect([await send(signed()), seen]).toEqual([200, ['pay_1']])
  expect([await send(signed(body, { secret: OTHER })), seen.length]).toEqual([400, 1])
  state.fails = true
  expect([await send(signed()), String(errors)]).toEqual([500, 'Error: no room'])
})

test.each([
  ['express.json()', express.json(), 500],
  ['express.raw()', express.raw({ type: '*/*' }), 200],
  [
    'express.json() that keeps the bytes',
    express.json({ verify: (request, _, bytes) => void Object.assign(request, { rawBody: bytes }) }),
    200,
  ],
] as const)('behind %s it works or says what is wrong', async (_, parser, status) => {
  const { errors, options } = recorder()
  const url = await listening(express().use(parser).post('/hook', webhook(options)))
  const response = await fetch(url, post(signed()))
  expect(response.status).toBe(status)
  if (status === 500) expect(String(errors)).toContain('before express.json()')
})

test('a body that was parsed is refused with what to do, whatever type was told', () => {
  const parsed = JSON.parse(body) as string
  expect(() => verifyWebhook(parsed, signed(), SECRET, at)).toThrow('the text or the bytes that were received')
})

test('the fetch helper says so when the body was read before, and when it is too large', async () => {
  const { errors, seen, options } = recorder()
  const handle = webhookFetch(options)
  const read = new Request('http://localhost/hook', post(signed()))
  await read.text()
  const large = new Request('http://localhost/hook', { ...post(signed()), body: 'x'.repeat(2 ** 20 + 1) })
  for (const request of [read, large]) expect((await handle(request)).status).toBe(500)
  expect([String(errors[0]), errors.length, seen]).toEqual([expect.stringContaining('eaten the body'), 2, []])
  const empty = new Request('http://localhost/hook', { method: 'POST', headers: signed() })
  expect((await handle(empty)).status).toBe(400)
})

const missingSecrets: unknown[] = [[], [undefined], undefined, 'whsec_', 5]

test('the express helper says at the start that a secret is missing', () => {
  const { on } = recorder().options
  for (const secrets of missingSecrets) expect(() => webhook({ secrets: secrets as string[], on })).toThrow(/whsec_/)
})

test('the fetch helper is made without a secret, as in a build, and asks for the event again until there is one', async () => {
  const { errors, seen, options } = recorder()
  const request = () => new Request('http://localhost/hook', post(signed()))
  for (const secrets of missingSecrets) {
    const handle = webhookFetch({ ...options, secrets: secrets as string[] })
    expect((await handle(request())).status).toBe(500)
    expect(String(errors.pop())).toContain('whsec_')
  }
  expect(seen).toEqual([])
})

test.each(['express', 'fetch'])(
  'the %s helper takes a function, which is asked for the secrets of each request',
  async (kind) => {
    const { errors, seen, options } = recorder()
    const secrets: unknown[] = [undefined, OTHER, [OTHER, SECRET], Promise.resolve(SECRET)]
    const asking = {
      ...options,
      secrets: () => {
        if (secrets.length === 0) throw new Error('the vault is closed')
        return secrets.shift() as string
      },
    }
    const handle = webhookFetch(asking)
    const url = await listening(express().post('/hook', webhook(asking)))
    const send = async () =>
      (kind === 'fetch' ? await handle(new Request(url, post(signed()))) : await fetch(url, post(signed()))).status
    expect([await send(), await send(), await send(), await send(), await send()]).toEqual([500, 400, 200, 200, 500])
    expect(seen).toEqual(['pay_1', 'pay_1'])
    expect(errors.map(String)).toEqual([expect.stringContaining('whsec_'), 'Error: the vault is closed'])
  },
)

test('a sender that hangs up within the body is not waited for, and breaks nothing', async () => {
  const { errors, seen, options } = recorder()
  const handle = webhook(options)
  const ends: Promise<void>[] = []
  // In plain Node, nothing catches a handler's rejection, as in Express 4.
  const url = await listening((request, response) => void ends.push(handle(request, response)))
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('POST /hook HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf of')
  await expect.poll(() => ends.length).toBe(1)
  socket.destroy()
  await Promise.all(ends)
  expect((await fetch(url, post(signed()))).status).toBe(200)
  expect([errors, seen]).toEqual([[], ['pay_1']])
})
