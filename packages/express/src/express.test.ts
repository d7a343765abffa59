import type { Event, List, Payment, Problem } from '@crypto-checkout/core'
import { createHostOptions, isWholeZip, paymentInput as order, waitUntilRead } from '@crypto-checkout/core/testing'
import express, { type NextFunction, type Request, type Response } from 'express'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { type CheckoutMiddleware, cryptoCheckout } from './index.ts'
import { openHost } from './testing/host.ts'

type Host = Awaited<ReturnType<typeof openHost>>
type Build = Parameters<typeof openHost>[0]

const hosts: Host[] = []

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close()
})

async function open(build: Build, prefix = ''): Promise<Host> {
  const host = await openHost(build, prefix)
  hosts.push(host)
  return host
}

function problem(answer: { body: unknown }): Problem['error'] {
  return (answer.body as Problem).error
}

async function countPayments(host: Host): Promise<number> {
  return (await host.checkout.sandbox.payments.list()).totalCount
}

const body = JSON.stringify(order)
/** Programs get JSON where a page is not asked for so. */
const asBrowser = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' }

test('runs on the version of Express that the project of the tests names', () => {
  // Express 5 removed it.
  expect('sendfile' in express.response).toBe(process.env.EXPRESS_MAJOR === '4')
})

describe.each(['', '/checkout', '/a/b'])('mounted at %j', (prefix) => {
  const at = (path: string) => `${prefix}${path}`

  test('serves the API, the page, its status, the scripts and the description', async () => {
    const host = await open((app, checkout) => app.use(prefix || '/', checkout), prefix)
    const created = await host.api('/payments', { method: 'POST', body, sign: true })
    expect(created.status).toBe(201)
    const payment = created.body as Payment
    const path = new URL(payment.url).pathname
    expect(path).toBe(at(`/pay/${payment.id.slice(4)}`))
    const page = await host.request(path, { headers: asBrowser })
    expect(page.status).toBe(200)
    for (const [, address = ''] of page.text.matchAll(/(?:src|href)="(\/[^"]*\.(?:js|css))"/g)) {
      const file = await host.request(address)
      expect([address, file.status]).toEqual([address, 200])
    }
    expect((await host.request(`${path}/status`)).body).toMatchObject({ id: payment.id, status: 'created' })
    const asked = await host.request(`${path}?agent=7`, { method: 'POST' })
    const required = JSON.parse(Buffer.from(String(asked.headers['payment-required']), 'base64').toString())
    expect([asked.status, required.resource.url]).toEqual([402, `${payment.url}?agent=7`])
    const description = (await host.request(at('/openapi.json'))).body as { servers: { url: string }[] }
    expect(description.servers.map((server) => server.url)).toContain(`https://shop.example.com${prefix}/sandbox/v1`)
  })

  test('answers unknown API paths as JSON and leaves all others to the app', async () => {
    const host = await open((app, checkout) => {
      app.use(prefix || '/', checkout)
      app.use((request, response) => response.status(418).send(`the app: ${request.originalUrl}`))
    }, prefix)
    const unknown = await host.api('/nothing')
    expect([unknown.status, problem(unknown).code]).toEqual([404, 'unknown_endpoint'])
    for (const path of [at('/v1x'), at('/sandbox'), at('/openapi.jsonx'), at('/orders?a=b'), at('/payments')]) {
      const answer = await host.request(path)
      expect([answer.status, answer.text]).toEqual([418, `the app: ${path}`])
    }
  })
})

test('works in a Router', async () => {
  const host = await open((app, checkout) => {
    const router = express.Router()
    router.use('/pay-here', checkout)
    app.use('/shop', router)
  }, '/shop/pay-here')
  const created = await host.api('/payments', { method: 'POST', body, sign: true })
  expect(created.status).toBe(201)
  expect((await host.request(new URL((created.body as Payment).url).pathname, { headers: asBrowser })).status).toBe(200)
})

const parsers: Record<string, { build: Build; exact: boolean }> = {
  'before express.json()': {
    exact: true,
    build: (app, checkout) => {
      app.use(checkout)
      app.use(express.json())
    },
  },
  'after express.json()': {
    exact: false,
    build: (app, checkout) => {
      app.use(express.json())
      app.use(checkout)
    },
  },
  'after express.json() that keeps rawBody': {
    exact: true,
    build: (app, checkout) => {
      app.use(express.json({ verify: keepRawBody }))
      app.use(checkout)
    },
  },
  'after a parser that keeps rawBody as text': {
    exact: true,
    build: (app, checkout) => {
      app.use(express.json({ verify: keepRawText }))
      app.use(checkout)
    },
  },
  'after express.raw()': {
    exact: true,
    build: (app, checkout) => {
      app.use(express.raw({ type: '*/*' }))
      app.use(checkout)
    },
  },
  'after express.text()': {
    exact: false,
    build: (app, checkout) => {
      app.use(express.text({ type: '*/*' }))
      app.use(checkout)
    },
  },
  'after express.urlencoded() and an asynchronous step': {
    exact: true,
    build: (app, checkout) => {
      app.use(express.urlencoded(), async (_request, _response, next) => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        next()
      })
      app.use(checkout)
    },
  },
  'after a parser that sets body to {} and reads nothing': {
    exact: true,
    build: (app, checkout) => {
      app.use((request, _response, next) => {
        request.body = {}
        next()
      })
      app.use(checkout)
    },
  },
}

function keepRawBody(request: object, _response: unknown, bytes: Buffer): void {
  Object.assign(request, { rawBody: bytes })
}

function keepRawText(request: object, _response: unknown, bytes: Buffer): void {
  Object.assign(request, { rawBody: bytes.toString('utf8') })
}

describe.each(Object.entries(parsers))('%s', (name, { build, exact }) => {
  test('payments are made, signed or not, in one piece or in chunks', async () => {
    const host = await open(build)
    for (const sent of [{}, { sign: true }, { chunked: true }, { chunked: true, sign: true }]) {
      const answer = await host.api('/payments', { method: 'POST', body, ...sent })
      expect([sent, answer.status]).toEqual([sent, 201])
    }
    expect(await countPayments(host)).toBe(4)
  })

  test('a deeply nested body is refused, and only after the keys were checked', async () => {
    const host = await open(build)
    const headers = { 'content-type': 'application/json' }
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    for (const nested of [`{"amount":${deep}}`, `{"metadata":{"a":${deep}}}`]) {
      const unknown = await host.api('/payments', { method: 'POST', body: nested, keys: false, headers })
      expect([unknown.status, problem(unknown).code]).toEqual([401, 'missing_api_key'])
      const known = await host.api('/payments', { method: 'POST', body: nested })
      expect([known.status, problem(known).type]).toEqual([400, 'invalid_request_error'])
    }
  })

  test('a number of metadata that would change is refused', async () => {
    const host = await open(build)
    const changing = JSON.stringify({ ...order, metadata: '?' }).replace('"?"', '{"order":9007199254740993001}')
    const answer = await host.api('/payments', { method: 'POST', body: changing })
    expect([answer.status, problem(answer).code, problem(answer).param]).toEqual([
      400,
      'invalid_parameter',
      'metadata.order',
    ])
  })

  test('requests without a body are signed over nothing', async () => {
    const host = await open(build)
    const payment = await host.checkout.sandbox.payments.create(order)
    expect((await host.api(`/payments/${payment.id}`, { sign: true })).status).toBe(200)
    const cancel = `/payments/${payment.id}/cancel`
    expect((await host.api(cancel, { method: 'POST', sign: true })).status).toBe(200)
    const json = { 'content-type': 'application/json' }
    const empty = await host.api(cancel, { method: 'POST', body: '', sign: true, headers: json })
    expect([empty.status, empty.text.slice(0, 200)]).toEqual([200, expect.any(String)])
  })

  test(`a signature over white space is ${exact ? 'right' : 'refused, and the answer says what to do'}`, async () => {
    const host = await open(build)
    const spaced = JSON.stringify(order, null, 2)
    const answer = await host.api('/payments', { method: 'POST', body: spaced, sign: true })
    if (exact || name.includes('text()')) expect(answer.status).toBe(201)
    else {
      expect([answer.status, problem(answer).code]).toEqual([401, 'invalid_signature'])
      expect(problem(answer).message).toContain('mount the checkout before express.json()')
    }
  })

  test('65 KiB are too many, 64 KiB are not', async () => {
    const host = await open(build)
    const fill = (size: number) => {
      const bare = JSON.stringify({ ...order, extra: '' }).length
      return JSON.stringify({ ...order, extra: 'x'.repeat(size - bare) })
    }
    for (const chunked of [false, true]) {
      const large = await host.api('/payments', { method: 'POST', body: fill(65 * 1_024), chunked })
      expect([large.status, problem(large).code]).toEqual([400, 'body_too_large'])
      const fits = await host.api('/payments', { method: 'POST', body: fill(64 * 1_024), chunked })
      expect([fits.status, problem(fits).code]).toEqual([400, 'unknown_parameter'])
    }
    expect(await countPayments(host)).toBe(0)
  })
})

test('a body that the host read and threw away is an error that says so, and is never waited for', async () => {
  const errors: Error[] = []
  const host = await open((app, checkout) => {
    app.use((request, _response, next) => {
      request.resume().on('end', () => next())
    })
    app.use(checkout)
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      errors.push(error)
      response.status(500).send('the app answers')
    })
  })
  const answer = await host.api('/payments', { method: 'POST', body })
  expect([answer.status, answer.text]).toEqual([500, 'the app answers'])
  expect(errors[0]?.message).toContain('mount the checkout before')
  expect((await host.api('/payments')).status).toBe(200)
})

test('what is not JSON is refused as such', async () => {
  const host = await open((app, checkout) => app.use(checkout))
  const form = await host.api('/payments', {
    method: 'POST',
    body: 'amount=10',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(problem(form).code).toBe('unsupported_media_type')
  expect(problem(await host.api('/payments', { method: 'POST', body: '{"amount"' })).code).toBe('invalid_json')
})

test("the app's own routes behind the checkout still get their bodies", async () => {
  const host = await open((app, checkout) => {
    app.use(checkout)
    app.use(express.json())
    app.post('/orders', (request, response) => response.status(201).json(request.body))
  })
  const headers = { 'content-type': 'application/json' }
  const answer = await host.request('/orders', { method: 'POST', headers, body: '{"item":"book"}' })
  expect([answer.status, answer.body]).toEqual([201, { item: 'book' }])
})

test('sends a file row by row, and for HEAD its headers only', async () => {
  const host = await open((app, checkout) => app.use(checkout))
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
  const host = await open((app, checkout) => app.use(checkout))
  const { pathname, search } = new URL((await host.checkout.sandbox.reports.exportLedger({ format: 'xlsx' })).url)
  const file = await host.request(`${pathname}${search}`, { method: 'GET' })
  expect([file.status, isWholeZip(file.bytes), isWholeZip(Buffer.from(file.text))]).toEqual([200, true, false])
  expect(file.headers['content-type']).toContain('spreadsheetml.sheet')
})

test('HEAD answers as GET does, without the body', async () => {
  const host = await open((app, checkout) => app.use(checkout))
  const payment = await host.checkout.sandbox.payments.create(order)
  for (const path of [new URL(payment.url).pathname, '/crypto-checkout.js', '/openapi.json', '/pay.css']) {
    const get = await host.request(path, { headers: asBrowser })
    const head = await host.request(path, { method: 'HEAD', headers: asBrowser })
    expect([path, head.status, head.text]).toEqual([path, 200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  }
})

test('Content-Length counts bytes, connections are kept, 304 and 204 carry no body', async () => {
  const host = await open((app, checkout) => app.use(checkout))
  const payment = await host.checkout.sandbox.payments.create({ ...order, metadata: { name: 'Zoë ☕' } })
  const answer = await host.api(`/payments/${payment.id}`)
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)))
  expect(answer.headers['transfer-encoding']).toBeUndefined()
  expect(answer.headers.connection).toBe('keep-alive')
  const status = `${new URL(payment.url).pathname}/status`
  const { etag = '' } = (await host.request(status)).headers
  const unchanged = await host.request(status, { headers: { 'if-none-match': etag } })
  expect([unchanged.status, unchanged.text, unchanged.headers['content-length']]).toEqual([304, '', undefined])
  const preflight = await host.request(status, { method: 'OPTIONS' })
  expect([preflight.status, preflight.text]).toEqual([204, ''])
})

test('two requests on one connection are answered one after the other', async () => {
  const host = await open((app, checkout) => app.use(checkout))
  const { Agent, request } = await import('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports: (number | undefined)[] = []
  for (const large of [true, false]) {
    const text = large ? JSON.stringify({ ...order, extra: 'x'.repeat(200_000) }) : body
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(
        { agent, port: host.port, method: 'POST', path: '/sandbox/v1/payments', headers: keyHeaders(host) },
        (incoming) => {
          ports.push(incoming.socket.localPort)
          incoming.resume().on('end', () => resolve(incoming.statusCode))
        },
      )
      outgoing.on('error', reject).end(text)
    })
    expect(status).toBe(large ? 400 : 201)
  }
  expect(ports[0]).toBe(ports[1])
  agent.destroy()
})

function keyHeaders({ key }: Host): Record<string, string> {
  return {
    authorization: `Bearer ${key.publicKey}`,
    'x-api-secret': key.secretKey,
    'content-type': 'application/json',
  }
}

test('a request that is broken off writes nothing and disturbs nobody', async () => {
  const errors: unknown[] = []
  const host = await open((app, checkout) => {
    app.use(async (_request, _response, next) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      next()
    })
    app.use(checkout)
    app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
      errors.push(error)
      response.status(500).end()
    })
  })
  const headers = Object.entries(keyHeaders(host)).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = `POST /sandbox/v1/payments HTTP/1.1\r\nHost: shop\r\n${headers.join('')}`
  await host.raw(`${start}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`)
  await host.raw(`${start}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`)
  await host.raw(`${start}Content-Length: 100000\r\n\r\n${'x'.repeat(70_000)}`)
  expect((await host.api('/payments', { method: 'POST', body })).status).toBe(201)
  expect(await countPayments(host)).toBe(1)
  expect(errors).toEqual([])
})

test("errors reach the app's own error handler", async () => {
  const errors: Error[] = []
  const host = await open((app, checkout) => {
    app.use(checkout)
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      errors.push(error)
      response.status(500).send('the app answers')
    })
  })
  const payment = await host.checkout.sandbox.payments.create(order)
  await host.checkout.stop()
  // The API answers with its own JSON; unexpected errors of the page go to the app.
  expect(problem(await host.api('/payments')).code).toBe('internal_error')
  const answer = await host.request(new URL(payment.url).pathname, { headers: asBrowser })
  expect([answer.status, answer.text]).toEqual([500, 'the app answers'])
  expect(errors).toHaveLength(1)
})

describe('the address of who asks', () => {
  const guess = async (host: Host, from: string) => {
    const headers = { authorization: 'Bearer pk_test_x', 'x-api-secret': 'sk_test_x', 'x-forwarded-for': from }
    return (await host.api('/payments', { keys: false, headers })).status
  }
  const exhaust = async (host: Host, from: string) => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => guess(host, from)))
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
  }

  test('is what the proxy says where the app trusts it', async () => {
    const host = await open((app, checkout) => {
      app.set('trust proxy', 1)
      app.use(checkout)
    })
    await exhaust(host, '203.0.113.1')
    expect(await guess(host, '203.0.113.2')).toBe(401)
    expect(await guess(host, '203.0.113.9, 203.0.113.1')).toBe(429)
  })

  test("is the connection's where it does not", async () => {
    const host = await open((app, checkout) => app.use(checkout))
    await exhaust(host, '203.0.113.1')
    expect(await guess(host, '203.0.113.2')).toBe(429)
  })
})

test('two checkouts in one app know nothing of each other', async () => {
  const opened: CheckoutMiddleware[] = []
  try {
    const host = await open((app, checkout, nodeUrl) => {
      const second = cryptoCheckout(createHostOptions('https://shop.example.com/two', nodeUrl))
      opened.push(second)
      app.use('/one', checkout)
      app.use('/two', second)
    }, '/one')
    const second = opened[0]!
    await waitUntilRead(second)
    const payment = (await host.api('/payments', { method: 'POST', body })).body as Payment
    const other = await second.sandbox.payments.create(order)
    expect((await host.request(`/one/pay/${payment.id.slice(4)}`, { headers: asBrowser })).status).toBe(200)
    expect((await host.request(`/two/pay/${payment.id.slice(4)}`, { headers: asBrowser })).status).toBe(404)
    expect((await host.request(`/two/pay/${other.id.slice(4)}`, { headers: asBrowser })).status).toBe(200)
    expect((await host.request('/two/sandbox/v1/payments', { headers: keyHeaders(host) })).status).toBe(401)
    expect((await second.sandbox.payments.list()).totalCount).toBe(1)
  } finally {
    for (const second of opened) await second.stop()
  }
})

test('it can be called in process as the API is, refusals included', async () => {
  const host = await open((app, checkout) => app.use(checkout))
  const payment = await host.checkout.sandbox.payments.create(order)
  const list = (await host.api('/payments')).body as List<Payment>
  expect(list.data.map((one) => one.id)).toEqual([payment.id])
  await expect(host.checkout.sandbox.payments.create({ ...order, amount: -1 })).rejects.toMatchObject({
    name: 'CheckoutError',
    code: 'invalid_parameter',
    param: 'amount',
  })
  await expect(host.checkout.payments.create(order)).rejects.toMatchObject({ code: 'unsupported_asset' })
})

test('listeners hear what happens after they were registered', async () => {
  const heard: string[] = []
  const host = await open((app, checkout) => {
    checkout.sandbox.on('payment.created', ({ data }: Event) => heard.push((data.object as Payment).id))
    app.use(checkout)
  })
  const created = (await host.api('/payments', { method: 'POST', body })).body as Payment
  await expect.poll(() => heard).toEqual([created.id])
})

test('options that are not usable are refused at once, naming the nearest key', () => {
  expect(() => cryptoCheckout({})).toThrow('publicUrl')
  const misspelt = { ...createHostOptions(), publicUrls: 'https://shop.example.com' }
  expect(() => cryptoCheckout(misspelt)).toThrow('did you mean publicUrl?')
})

test('a checkout without networks is refused: nothing could be paid', () => {
  for (const networks of [undefined, { networks: {} }]) {
    expect(() => cryptoCheckout({ ...createHostOptions(), sandbox: networks })).toThrow(/networks: none/)
  }
})

/** A checkout with a path in its publicUrl, mounted at another one or the same, and what it logs. */
async function openMounted(mountPath: string, publicPath: string) {
  const lines: string[] = []
  const host = await open((app, _checkout, nodeUrl) => {
    const options = createHostOptions(`https://shop.example.com${publicPath}`, nodeUrl)
    const checkout = cryptoCheckout({ ...options, log: (line) => lines.push(line) })
    onTestFinished(() => checkout.stop())
    app.use(mountPath || '/', checkout)
  })
  return { host, lines }
}

test.each([
  ['/pay', '/checkout'],
  ['', '/checkout'],
  ['/checkout', ''],
])('mounted at %j with the path %j in publicUrl it says so once', async (mountPath, publicPath) => {
  const { host, lines } = await openMounted(mountPath, publicPath)
  for (const _ of [1, 2, 3]) await host.request(`${mountPath}/openapi.json`)
  const told = lines.filter((line) => line.includes('publicUrl'))
  expect(told).toEqual([expect.stringContaining(`mounted at ${mountPath || '/'}`)])
  expect(told[0]).toContain(`https://shop.example.com${publicPath}`)
})

test.each([
  ['/checkout', '/checkout/'],
  ['/Checkout', '/checkout'],
  ['', '/'],
])('mounted at %j with the path %j in publicUrl it says nothing', async (mountPath, publicPath) => {
  const { host, lines } = await openMounted(mountPath, publicPath)
  expect((await host.request(`${mountPath}/openapi.json`)).status).toBe(200)
  expect(lines.filter((line) => line.includes('publicUrl'))).toEqual([])
})

test('a checkout that could not start serves nothing and says why, so that nobody pays what nobody sees', async () => {
  const lines: string[] = []
  const errors: Error[] = []
  const broken = cryptoCheckout({ ...createHostOptions(), log: (line) => lines.push(line) })
  broken.as('mer_unknown').on('payment.completed', () => {})
  const host = await open((app) => {
    app.use(broken)
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      errors.push(error)
      response.status(500).send('the app answers')
    })
  })
  expect(await host.api('/payments', { method: 'POST', body })).toMatchObject({ status: 500, text: 'the app answers' })
  expect(errors).toHaveLength(1)
  expect(lines).toEqual([expect.stringContaining('the checkout could not start')])
  await broken.stop()
})

test('a checkout that is stopped while it starts stays stopped', async () => {
  const lines: string[] = []
  const checkout = cryptoCheckout({ ...createHostOptions(), log: (line) => lines.push(line) })
  await checkout.stop()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(lines.filter((line) => !line.includes('cannot be reached'))).toEqual([])
})
