import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { UnderlyingSource } from 'node:stream/web'
import type { Event, Payment, Problem } from '@crypto-checkout/core'
import {
  asBrowser,
  createHostOptions,
  type HostAnswer,
  type HostCall,
  isWholeZip,
  paymentInput as order,
} from '@crypto-checkout/core/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cryptoCheckout } from './index.ts'
import { readRequest } from './read-request.ts'
import { createRequest, ORIGIN, openCheckout, sendInProcess, sendToHono, withKeys } from './testing/host.ts'
import { writeResponse } from './write-response.ts'

const hosts = { 'in process': sendInProcess, 'in Hono': sendToHono }

/** A checkout below a prefix, in one of the hosts. */
async function open(hostName: keyof typeof hosts, prefix = '', options: Parameters<typeof openCheckout>[1] = {}) {
  const opened = await openCheckout(prefix, options)
  const { send, close } = await hosts[hostName](opened.checkout, prefix)
  onTestFinished(async () => {
    await close()
    await opened.close()
  })
  const api = (path: string, call: HostCall = {}) =>
    send(`${prefix}/sandbox/v1${path}`, withKeys(opened.key, path, call))
  return { ...opened, request: send, api }
}

function problem({ body }: Pick<HostAnswer, 'body'>): Problem['error'] {
  return (body as Problem).error
}

const body = JSON.stringify(order)

describe.each(['in process', 'in Hono'] as const)('%s', (hostName) => {
  test('sends a file row by row, and for HEAD its headers only', async () => {
    const host = await open(hostName)
    for (let index = 0; index < 60; index++) await host.checkout.sandbox.payments.create(order)
    const { pathname, search } = new URL((await host.checkout.sandbox.payments.export()).url)
    // A file that was not taken would keep its place.
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET'] as const) {
      const file = await host.request(`${pathname}${search}`, { method })
      expect([method, file.status, file.text.trim().split('\r\n').length]).toEqual([
        method,
        200,
        method === 'GET' ? 61 : 1,
      ])
      expect(file.headers).toMatchObject({ 'content-disposition': 'attachment; filename="payments.csv"' })
      expect(file.headers['content-length']).toBeUndefined()
    }
  })

  test('sends a workbook as bytes', async () => {
    const host = await open(hostName)
    const { pathname, search } = new URL((await host.checkout.sandbox.reports.exportLedger({ format: 'xlsx' })).url)
    const file = await host.request(`${pathname}${search}`, { method: 'GET' })
    expect([file.status, isWholeZip(file.bytes), isWholeZip(Buffer.from(file.text))]).toEqual([200, true, false])
    expect(file.headers['content-type']).toContain('spreadsheetml.sheet')
  })

  test.each(['', '/checkout', '/a/b'])(
    'below %j it serves the API, the page, scripts and description',
    async (prefix) => {
      const host = await open(hostName, prefix)
      const created = await host.api('/payments', { method: 'POST', body, sign: true })
      expect(created.status).toBe(201)
      const payment = created.body as Payment
      expect(payment.url).toBe(`${ORIGIN}${prefix}/pay/${payment.id.slice(4)}`)
      const path = new URL(payment.url).pathname
      const page = await host.request(path, { headers: asBrowser })
      expect(page.status).toBe(200)
      const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]*\.(?:js|css))"/g)].map(([, file = '']) => file)
      expect(files.length).toBeGreaterThan(1)
      for (const file of files) expect([file, (await host.request(file)).status]).toEqual([file, 200])
      expect((await host.request(`${path}/status`)).body).toMatchObject({ id: payment.id, status: 'created' })
      const asked = await host.request(`${path}?agent=7`, { method: 'POST' })
      const required = JSON.parse(Buffer.from(String(asked.headers['payment-required']), 'base64').toString())
      expect([asked.status, required.resource.url]).toEqual([402, `${payment.url}?agent=7`])
      const description = (await host.request(`${prefix}/openapi.json`)).body as { servers: { url: string }[] }
      expect(description.servers.map((server) => server.url)).toContain(`${ORIGIN}${prefix}/sandbox/v1`)
    },
  )

  test('unknown API paths are answered as JSON, all others are not found', async () => {
    const host = await open(hostName, '/checkout')
    const unknown = await host.api('/nothing')
    expect([unknown.status, problem(unknown).code]).toEqual([404, 'unknown_endpoint'])
    for (const path of ['/checkout/v1x', '/checkout/orders?a=b', '/checkout/']) {
      const answer = await host.request(path)
      expect([path, answer.status, answer.text]).toEqual([path, 404, 'Not found\n'])
    }
  })

  test('payments are made, signed or not, in one piece or in chunks, also with white space', async () => {
    const host = await open(hostName)
    for (const sent of [{}, { sign: true }, { chunked: true }, { chunked: true, sign: true }]) {
      const answer = await host.api('/payments', { method: 'POST', body, ...sent })
      expect([sent, answer.status]).toEqual([sent, 201])
    }
    const spaced = JSON.stringify(order, null, 2)
    expect((await host.api('/payments', { method: 'POST', body: spaced, sign: true })).status).toBe(201)
    expect((await host.checkout.sandbox.payments.list()).totalCount).toBe(5)
  })

  test('a wrong signature, missing keys, what is no JSON and what is too large are refused', async () => {
    const host = await open(hostName)
    const wrong = await host.api('/payments', { method: 'POST', body, headers: { 'x-service-signature': 'ab' } })
    expect(wrong.status).toBe(401)
    const none = await host.api('/payments', { method: 'POST', body, keys: false })
    expect([none.status, problem(none).code]).toEqual([401, 'missing_api_key'])
    expect(problem(await host.api('/payments', { method: 'POST', body: '{"amount"' })).code).toBe('invalid_json')
    const fill = (size: number) => {
      const bare = JSON.stringify({ ...order, extra: '' }).length
      return JSON.stringify({ ...order, extra: 'x'.repeat(size - bare) })
    }
    for (const chunked of [false, true]) {
      const large = await host.api('/payments', { method: 'POST', body: fill(200_000), chunked })
      expect([large.status, problem(large).code]).toEqual([400, 'body_too_large'])
      const fits = await host.api('/payments', { method: 'POST', body: fill(64 * 1_024), chunked })
      expect([fits.status, problem(fits).code]).toEqual([400, 'unknown_parameter'])
    }
    expect((await host.checkout.sandbox.payments.list()).totalCount).toBe(0)
  })

  test('HEAD answers as GET does, without the body; 304 and 204 carry none', async () => {
    const host = await open(hostName)
    const payment = await host.checkout.sandbox.payments.create({ ...order, metadata: { name: 'Zoë ☕' } })
    const page = new URL(payment.url).pathname
    for (const path of [page, '/crypto-checkout.js', '/openapi.json', '/pay.css']) {
      const read = await host.request(path, { headers: asBrowser })
      const head = await host.request(path, { method: 'HEAD', headers: asBrowser })
      expect([path, head.status, head.text]).toEqual([path, 200, ''])
      for (const name of ['content-length', 'content-type']) expect(head.headers[name]).toBe(read.headers[name])
    }
    const answer = await host.api(`/payments/${payment.id}`)
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)))
    const { etag = '' } = (await host.request(`${page}/status`)).headers
    const unchanged = await host.request(`${page}/status`, { headers: { 'if-none-match': etag } })
    expect([unchanged.status, unchanged.text]).toEqual([304, ''])
    const preflight = await host.request(`${page}/status`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.text]).toEqual([204, ''])
  })

  test('bodies are as they are: hosts compress, and some remove what says how a body is encoded', async () => {
    const host = await open(hostName)
    const payment = await host.checkout.sandbox.payments.create(order)
    for (const path of [new URL(payment.url).pathname, '/crypto-checkout.js', '/pay.css']) {
      const answer = await host.request(path, { headers: { ...asBrowser, 'accept-encoding': 'gzip, br' } })
      expect([path, answer.status, answer.headers['content-encoding']]).toEqual([path, 200, undefined])
    }
  })

  test('the dashboard is served where it is switched on', async () => {
    const host = await open(hostName, '/checkout', { dashboard: true })
    const page = await host.request('/checkout/dashboard/', { headers: asBrowser })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const refused = await host.request('/checkout/dashboard/auth/session', { method: 'POST', body: '{}' })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
  })

  describe('the address of who asks', () => {
    const guess = async (host: Awaited<ReturnType<typeof open>>, from: string) => {
      const headers = { authorization: 'Bearer pk_test_x', 'x-api-secret': 'sk_test_x', 'x-forwarded-for': from }
      return (await host.api('/payments', { keys: false, headers })).status
    }
    const exhaust = async (host: Awaited<ReturnType<typeof open>>, from: string) => {
      const answers = await Promise.all(Array.from({ length: 61 }, () => guess(host, from)))
      expect(answers.filter((status) => status === 429)).toHaveLength(1)
    }

    test('is what the proxy says if it is trusted', async () => {
      const host = await open(hostName, '', { trustProxy: 1 })
      await exhaust(host, '203.0.113.1')
      expect(await guess(host, '203.0.113.2')).toBe(401)
      expect(await guess(host, '203.0.113.9, 203.0.113.1')).toBe(429)
    })

    test("is the connection's if no proxy is trusted, and the log says so once", async () => {
      const lines: string[] = []
      const host = await open(hostName, '', { log: (line) => lines.push(line) })
      await exhaust(host, '203.0.113.1')
      expect(await guess(host, '203.0.113.2')).toBe(429)
      expect(lines.filter((line) => line.includes('trustProxy'))).toHaveLength(1)
    })
  })
})

describe('a stream of events', () => {
  const path = '/sandbox/v1/events/stream'

  test('comes piece by piece, and ends with the request', async () => {
    const host = await open('in process')
    const { headers } = withKeys(host.key, '/events/stream')
    const abort = new AbortController()
    const request = new Request(`${ORIGIN}${path}`, { headers: headers ?? {}, signal: abort.signal })
    const response = await host.checkout(request, { address: '192.0.2.1' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const reader = readMessages(response)
    expect(await reader.next()).toMatchObject({ value: expect.stringContaining('retry: 2000') })
    const { id } = await host.checkout.sandbox.payments.create(order)
    expect(await reader.next()).toMatchObject({ value: expect.stringContaining(id) })
    abort.abort()
    await expect.poll(() => host.checkout.context.eventFeeds.isEmpty).toBe(true)
    expect(await reader.next()).toMatchObject({ done: true })
  })

  test('ends with a client that leaves its response', async () => {
    const host = await open('in process')
    const { headers } = withKeys(host.key, '/events/stream')
    const response = await host.checkout(new Request(`${ORIGIN}${path}`, { headers: headers ?? {} }))
    await response.body?.cancel()
    await expect.poll(() => host.checkout.context.eventFeeds.isEmpty).toBe(true)
  })

  test('is not read ahead: a client that takes nothing is asked for nothing', async () => {
    const host = await open('in process')
    const { headers } = withKeys(host.key, '/events/stream')
    const response = await host.checkout(new Request(`${ORIGIN}${path}`, { headers: headers ?? {} }))
    for (const _ of [1, 2, 3]) await host.checkout.sandbox.payments.create(order)
    const reader = readMessages(response)
    const types: string[] = []
    for (const _ of [1, 2, 3, 4]) types.push(/^(?:event: )?[\w.]+/m.exec((await reader.next()).value ?? '')?.[0] ?? '')
    expect(types).toEqual(['retry', 'id', 'id', 'id'])
    host.checkout.endStreams()
    expect(await reader.next()).toMatchObject({ done: true })
  })

  test('goes through Hono, and ends when the client hangs up or the checkout stops', async () => {
    const opened = await openCheckout('')
    const hono = await sendToHono(opened.checkout, '')
    onTestFinished(async () => {
      await hono.close()
      await opened.close()
    })
    const { headers = {} } = withKeys(opened.key, '/events/stream')
    const follow = async () => {
      const request = get({ port: hono.port, host: '127.0.0.1', path, headers })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      await once(response, 'data')
      return { request, response }
    }
    const leaving = await follow()
    expect(leaving.response.headers['transfer-encoding']).toBe('chunked')
    leaving.request.destroy()
    await expect.poll(() => opened.checkout.context.eventFeeds.isEmpty).toBe(true)
    const staying = await follow()
    const ended = once(staying.response, 'end')
    opened.checkout.endStreams()
    await ended
    expect(staying.response.complete).toBe(true)
  })
})

async function* readMessages(response: Response): AsyncGenerator<string, undefined> {
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    yield* parts
  }
}

test('several cookies stay apart', () => {
  const answer = {
    status: 200,
    headers: {},
    body: 'ok',
    cookies: ['a=1; Expires=Fri, 27 Nov 2026 10:00:00 GMT', 'b=2'],
  }
  const response = writeResponse(answer, new Request(ORIGIN))
  expect(response.headers.getSetCookie()).toEqual(answer.cookies)
})

test('null answers what belongs to the app, so that a middleware goes on', async () => {
  const { checkout } = await open('in process', '/checkout')
  for (const path of ['/orders', '/checkout/orders', '/checkouts/v1']) {
    expect(await checkout.respond(createRequest(path, {}))).toBeNull()
  }
  expect((await checkout.respond(createRequest('/checkout/openapi.json', {})))?.status).toBe(200)
})

test("the body of a request that is the app's stays unread", async () => {
  const { checkout } = await open('in process')
  const request = createRequest('/orders', { method: 'POST', body: '{"item":"book"}' })
  expect(await checkout.respond(request)).toBeNull()
  expect(await request.json()).toEqual({ item: 'book' })
})

test('a body that the app read before is an error that says so', async () => {
  const { checkout, key } = await open('in process')
  const request = createRequest('/sandbox/v1/payments', withKeys(key, '/payments', { method: 'POST', body }))
  await request.text()
  await expect(checkout(request)).rejects.toThrow('pass the request on before anything reads it')
})

test('a body that breaks off or never comes writes nothing', async () => {
  const place = { path: '/v1/payments', query: '', headers: {}, address: '' }
  const send = (source: UnderlyingSource) =>
    new Request(`${ORIGIN}/v1/payments`, { method: 'POST', body: new ReadableStream(source), duplex: 'half' })
  const broken = send({ pull: (controller) => controller.error(new Error('hung up')) })
  expect(await readRequest(broken, place, () => 100)).toBeNull()
  let isCancelled = false
  const silent = send({
    cancel: () => {
      isCancelled = true
    },
  })
  expect(await readRequest(silent, place, () => 100, 20)).toBeNull()
  expect(isCancelled).toBe(true)
})

test('a framework or proxy that removes the mount path is named by mountPath', async () => {
  const { checkout } = await open('in process', '/checkout', { mountPath: '/' })
  const payment = await checkout.sandbox.payments.create(order)
  expect(payment.url).toContain('/checkout/pay/')
  const page = createRequest(new URL(payment.url).pathname.replace('/checkout', ''), { headers: asBrowser })
  expect((await checkout(page)).status).toBe(200)
})

test('requests below another path than that of publicUrl are told once', async () => {
  const lines: string[] = []
  const { checkout } = await open('in process', '/checkout', { log: (line) => lines.push(line) })
  for (const _ of [1, 2, 3]) expect((await checkout(createRequest('/pay-here/openapi.json', {}))).status).toBe(404)
  const told = lines.filter((line) => line.includes('publicUrl'))
  expect(told).toEqual([expect.stringContaining('/pay-here/openapi.json came to the checkout')])
})

test('an unknown address is told once', async () => {
  const lines: string[] = []
  const { checkout } = await open('in process', '', { log: (line) => lines.push(line) })
  for (const _ of [1, 2, 3]) await checkout(createRequest('/openapi.json', {}))
  expect(lines.filter((line) => line.includes('checkout(request, { address })'))).toHaveLength(1)
})

test('a host that tells no address, and adds X-Forwarded-For itself, needs trustProxy alone', async () => {
  const lines: string[] = []
  const { checkout } = await open('in process', '', { trustProxy: 1, log: (line) => lines.push(line) })
  await checkout(createRequest('/openapi.json', { headers: { 'x-forwarded-for': '203.0.113.1' } }))
  expect(lines.filter((line) => line.includes('trustProxy'))).toEqual([])
})

test('listeners hear what happens after they were registered', async () => {
  const heard: string[] = []
  const { checkout, api } = await open('in process')
  checkout.sandbox.on('payment.created', ({ data }: Event) => heard.push((data.object as Payment).id))
  const created = (await api('/payments', { method: 'POST', body })).body as Payment
  await expect.poll(() => heard).toEqual([created.id])
})

test('options that are not usable are refused at once, naming the nearest key', () => {
  // @ts-expect-error A program in plain JavaScript may forget them.
  expect(() => cryptoCheckout()).toThrow('publicUrl: needed')
  expect(() => cryptoCheckout({})).toThrow('publicUrl')
  const misspelt = { ...createHostOptions(), mountpath: '/checkout' }
  expect(() => cryptoCheckout(misspelt)).toThrow('did you mean mountPath?')
  expect(() => cryptoCheckout({ ...createHostOptions(), mountPath: 'checkout' })).toThrow('mountPath: must be a path')
  expect(() => cryptoCheckout({ ...createHostOptions(), sandbox: { networks: {} } })).toThrow('networks: none')
  expect(() => cryptoCheckout({ ...createHostOptions(), trustProxy: 'nowhere' })).toThrow('trustProxy')
})

test('a checkout that could not start answers nothing and says why', async () => {
  const lines: string[] = []
  const broken = cryptoCheckout({ ...createHostOptions(), log: (line) => lines.push(line) })
  broken.as('mer_unknown').on('payment.completed', () => {})
  await expect(broken(createRequest('/openapi.json', {}))).rejects.toThrow()
  expect(lines).toContainEqual(expect.stringContaining('the checkout could not start'))
  await broken.stop()
})
