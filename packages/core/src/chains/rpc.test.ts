import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { NodeError } from './node-error.ts'
import { createHttpRpc, describeNodeUrl, type Rpc } from './rpc.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const serve = async (listener: RequestListener): Promise<Rpc> => createHttpRpc(`http://${await listen(listener)}`)

const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
  serve((_, response) => response.writeHead(status, headers).end(body))

async function failureOf(rpc: Rpc, method = 'eth_getLogs'): Promise<NodeError> {
  const failure = await rpc(method, []).then(
    () => null,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(NodeError)
  return failure as NodeError
}

const refusal = (code: number, message: string, data?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message, data } })

test('a question goes out as JSON-RPC 2.0, its answer comes back', async () => {
  let requestBody = ''
  const rpc = await serve(async (request, response) => {
    for await (const chunk of request) requestBody += chunk
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { number: '0x1' } }))
  })
  expect(await rpc('eth_getBlockByNumber', ['latest', false])).toEqual({ number: '0x1' })
  expect(JSON.parse(requestBody)).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
})

test('an answer of null is an answer', async () => {
  const rpc = await answering(200, '{"jsonrpc":"2.0","id":1,"result":null}')
  expect(await rpc('eth_getBlockByNumber', ['0x99', false])).toBeNull()
})

test('the answer to another question is none', async () => {
  const rpc = await answering(200, '{"jsonrpc":"2.0","id":1,"result":"0x1"}')
  expect(await rpc('eth_chainId', [])).toBe('0x1')
  expect((await failureOf(rpc, 'eth_chainId')).kind).toBe('malformed')
})

test.each([
  // Messages of real providers.
  [200, 'too_much', -32005, 'query returned more than 10000 results. Try with this block range [0x1, 0x2].'],
  [
    400,
    'too_much',
    -32602,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range',
  ],
  [400, 'too_much', -32600, 'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.'],
  [413, 'too_much', -32614, 'eth_getLogs is limited to a 10,000 range'],
  [200, 'too_much', -32602, 'range 1000000 exceeds limit of 10000'],
  [200, 'too_much', -32602, 'query exceeds max block range 5000'],
  [200, 'too_much', -32602, 'query exceeds max results 20000, retry with the range 5-7'],
  [200, 'too_much', -32005, 'block range too large, max range: 1000'],
  [200, 'too_much', -32000, 'block range is too wide (maximum 1024)'],
  [200, 'too_much', -32000, 'block range is larger than max block range, block range = 5120, max block range = 5000'],
  [200, 'too_much', -32701, 'exceed maximum block range: 50000'],
  [200, 'too_much', -32012, 'requested range too large'],
  [200, 'too_much', -32020, 'backend response too large'],
  [200, 'too_much', -32008, 'Response is too big'],
  [200, 'too_much', -32005, 'query timeout exceeded'],
  [200, 'too_much', -32002, 'request timed out'],
  [413, 'too_much', -32000, 'sorry'],
  [429, 'busy', -32005, 'project ID request rate exceeded'],
  [429, 'busy', -32005, 'daily request count exceeded, request rate limited'],
  [200, 'busy', 429, 'Your app has exceeded its compute units per second capacity.'],
  [403, 'busy', -32600, 'Monthly capacity limit exceeded. Visit the dashboard to upgrade.'],
  [200, 'busy', -32007, '50/second request limit reached'],
  [200, 'busy', -32012, 'credits limited to 6000/sec'],
  [200, 'busy', -32005, 'limit exceeded'],
  [200, 'busy', -32016, 'over rate limit'],
  [429, 'busy', -32000, 'sorry'],
  [200, 'refused', -32000, 'unknown block'],
  [200, 'refused', -32000, 'header not found'],
  [200, 'refused', -32000, 'invalid block range params'],
  [200, 'refused', -39001, 'finalized block not found'],
  [400, 'refused', -32601, 'the method does not exist'],
] as const)('answer %i is %s: %i %s', async (status, kind, rpcCode, message) => {
  const failure = await failureOf(await answering(status, refusal(rpcCode, message)))
  expect(failure).toMatchObject({ kind, rpcCode, message: `eth_getLogs: ${message}` })
})

test.each([
  [500, '{"id":1,"result":1}', 'unreachable', false],
  [500, refusal(-32005, 'rate limit'), 'unreachable', false],
  [502, '<html>', 'unreachable', true],
  [504, '', 'unreachable', true],
  [200, '', 'malformed', false],
  [200, '<html>', 'malformed', false],
  [200, '{"jsonrpc":"2.0","id":1,"resu', 'malformed', false],
  [200, 'null', 'malformed', false],
  [200, '7', 'malformed', false],
  [200, '{}', 'malformed', false],
  [404, '<html>', 'malformed', false],
  [401, '{"error":"API key disabled"}', 'refused', false],
  [413, '<html>', 'too_much', false],
  [429, '<html>', 'busy', false],
] as const)('answer %i with %s is %s', async (status, body, kind, timedOut) => {
  expect(await failureOf(await answering(status, body))).toMatchObject({ kind, timedOut })
})

test('limits of blocks are only met where logs are asked for', async () => {
  const rpc = await answering(200, refusal(-32000, 'execution timeout'))
  expect((await failureOf(rpc, 'eth_call')).kind).toBe('refused')
})

test.each([
  ['query returned more than 10000 results. Try with this block range [0x10, 0x1F].', undefined, { from: 16, to: 31 }],
  [
    'You can make requests with up to a 500 block range, this block range should work: [0xA, 0xB]',
    undefined,
    { from: 10, to: 11 },
  ],
  ['query exceeds max results 20000, retry with the range 100-200', undefined, { from: 100, to: 200 }],
  ['query returned more than 10000 results', { from: '0x1', to: '0x3', limit: 10_000 }, { from: 1, to: 3 }],
  ['block range [0x5, 0x4]', undefined, null],
  ['block range [nonsense]', { from: {}, to: 7 }, null],
] as const)('what would work is taken from %s', async (message, data, suggestedRange) => {
  expect(await failureOf(await answering(200, refusal(-32005, message, data)))).toMatchObject({
    kind: 'too_much',
    suggestedRange,
  })
})

test('a busy node says how long it wants to be left alone', async () => {
  const busy = refusal(-32005, 'project ID request rate exceeded', { rate: { backoff_seconds: 30 } })
  expect((await failureOf(await answering(429, busy, { 'retry-after': '7' }))).retryAfterMs).toBe(7_000)
  expect((await failureOf(await answering(429, busy))).retryAfterMs).toBe(30_000)
  const unsaid = refusal(-32005, 'project ID request rate exceeded', { rate: { backoff_seconds: 0 } })
  expect((await failureOf(await answering(429, unsaid, { 'retry-after': 'tomorrow' }))).retryAfterMs).toBeNull()
})

test('what a provider says is cut to what can be read', async () => {
  const failure = await failureOf(await answering(200, refusal(-32000, 'x'.repeat(100_000))))
  expect(failure.message.length).toBeLessThan(400)
})

test('a node that redirects is not followed', async () => {
  const elsewhere = await listen((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'))
  const rpc = await serve((_, response) => response.writeHead(307, { location: `http://${elsewhere}` }).end())
  expect((await failureOf(rpc)).kind).toBe('unreachable')
})

test('a node that is not there cannot be reached, and the cause is kept', async () => {
  const failure = await failureOf(createHttpRpc('http://127.0.0.1:2'))
  expect(failure.kind).toBe('unreachable')
  expect(failure.cause).toBeInstanceOf(Error)
})

test('a node that does not answer, or not to the end, runs out of time', async () => {
  const silent = createHttpRpc(`http://${await listen(() => {})}`, { timeoutMs: 50 })
  expect(await failureOf(silent)).toMatchObject({ kind: 'unreachable', timedOut: true })
  const slow = createHttpRpc(`http://${await listen((_, response) => response.write('{'))}`, { timeoutMs: 50 })
  expect(await failureOf(slow)).toMatchObject({ kind: 'unreachable', timedOut: true })
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('an answer that is compressed by %s is read', async (encoding, compress) => {
  const rpc = await serve((request, response) => {
    expect(request.headers['accept-encoding']).toContain(encoding)
    response.writeHead(200, { 'content-encoding': encoding })
    response.end(compress('{"jsonrpc":"2.0","id":1,"result":"0x1"}'))
  })
  expect(await rpc('eth_chainId', [])).toBe('0x1')
})

test('a compressed answer counts by its length, and one that is cut or wrong reaches nobody', async () => {
  const send = (body: Buffer) =>
    serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body))
  expect((await failureOf(await send(gzipSync(Buffer.alloc(20 * 1_024 * 1_024, ' '))))).kind).toBe('too_much')
  const whole = gzipSync('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
  expect((await failureOf(await send(whole.subarray(0, -9)))).kind).toBe('unreachable')
  expect((await failureOf(await send(Buffer.from('{}')))).kind).toBe('unreachable')
})

test('an answer that breaks off is none, whether its length is known or not', async () => {
  for (const headers of [{ 'content-length': '1000' }, {}]) {
    const rpc = await serve((_, response) => {
      response.writeHead(200, headers)
      response.write('{"jsonrpc":"2.0","id":1,"result":"0x1"}', () => response.destroy())
    })
    expect((await failureOf(rpc)).kind).toBe('unreachable')
  }
})

test('a kept connection that the node closes meanwhile costs no question', async () => {
  let questions = 0
  const rpc = await serve(async (request, response) => {
    for await (const _ of request);
    questions += 1
    // The node closes the connection instead of answering the second question that it gets by it.
    if (questions === 2) return void request.socket.destroy()
    response.end(JSON.stringify({ jsonrpc: '2.0', id: Math.min(questions, 2), result: '0x1' }))
  })
  expect(await rpc('eth_chainId', [])).toBe('0x1')
  expect(await rpc('eth_chainId', [])).toBe('0x1')
  expect(questions).toBe(3)
})

test('an answer that does not end is not read to its end', async () => {
  const chunk = Buffer.alloc(1_024 * 1_024, ' ')
  const rpc = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  })
  expect((await failureOf(rpc)).kind).toBe('too_much')
})

test('credentials of the URL are sent as Basic authentication', async () => {
  const host = await listen((request, response) =>
    response.end(JSON.stringify({ id: 1, result: request.headers.authorization })),
  )
  const credentials = Buffer.from('shop:pass/word').toString('base64')
  expect(await createHttpRpc(`http://shop:pass%2Fword@${host}`)('x', [])).toBe(`Basic ${credentials}`)
})

test('a key of the URL that the provider repeats is not told on', async () => {
  const key = 'k3y'.repeat(8)
  const host = await listen((request, response) =>
    response.end(refusal(-32600, `no such project: ${request.url}, see the dashboard`)),
  )
  const { message, kind, rpcCode } = await failureOf(createHttpRpc(`http://${host}v3/${key}?apikey=${key}`))
  expect(message).toBe('eth_getLogs: no such project: /v3/(key)?apikey=(key), see the dashboard')
  expect([kind, rpcCode]).toEqual(['refused', -32600])
})

test('a key that stands where a long message is cut is not told on either, whole or in part', async () => {
  const key = 'abcdefghijklmnopqrstuvwxyz0123456789'
  for (let length = 240; length < 310; length++) {
    const host = await listen((_, response) => response.end(refusal(-32000, `${'-'.repeat(length)}${key} is unknown`)))
    const { message } = await failureOf(createHttpRpc(`http://${host}v2/${key}`), 'eth_call')
    expect(message).not.toMatch(/abc/)
    expect(message.length).toBeLessThan(400)
  }
})

test('what a provider says is one line without control characters, whatever it sends', async () => {
  const hostile = 'sorry\r\nwatch production ethereum: recovered\u0000\u001b[2J\u0085\u2028\u202ekcab'
  const { message } = await failureOf(await answering(200, refusal(-32000, hostile)), 'eth_call')
  expect(message).toBe('eth_call: sorry  watch production ethereum: recovered  [2J   kcab')
})

test.each([
  ['https://rpc.example.com', 'https://rpc.example.com'],
  ['https://me:secret@rpc.example.com/?apikey=abc', 'https://rpc.example.com'],
  ['https://rpc.example.com/v2/KEY123', 'https://rpc.example.com/v2/(key)'],
  ['https://rpc.example.com/abcdefghijklmnop/ext', 'https://rpc.example.com/(key)/ext'],
  ['http://127.0.0.1:8000/soroban/rpc', 'http://127.0.0.1:8000/soroban/rpc'],
])('%s is reported as %s', (url, shown) => {
  expect(describeNodeUrl(url)).toBe(shown)
})
