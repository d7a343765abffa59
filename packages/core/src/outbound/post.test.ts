import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { afterEach, expect, test } from 'vitest'
import { findWebhookUrlProblem, isPermitted, parseAddressRanges } from './check-url.ts'
import { Connections, resolveHost } from './connect.ts'
import { type OutboundRules, sendPost } from './post.ts'

const PUBLIC: OutboundRules = {
  livemode: false,
  allowLoopback: false,
  networks: parseAddressRanges([]),
  resolve: resolveHost,
  ca: null,
  elapsed: () => performance.now(),
  connections: new Connections(),
}
const LOOPBACK: OutboundRules = { ...PUBLIC, allowLoopback: true }

const servers = new Set<Server>()
const sockets = new Set<Socket>()

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
  servers.clear()
})

async function listening(server: Server): Promise<number> {
  servers.add(server)
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    sockets.add(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const http = (answer: RequestListener) => listening(createHttpServer(answer))
const tcp = (take: (socket: Socket) => void) => listening(createTcpServer(take))

const post = (url: string, rules = LOOPBACK, timeoutMs = 5_000) =>
  sendPost(rules, { url, headers: { 'content-type': 'application/json' }, body: '{"käse":1}', timeoutMs })

const NOT_PUBLIC = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '017700000001', '0177.0.0.1'],
  ...['127.0.0.1.', '127.255.255.254', '０.0.0.0', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '%31%32%37.0.0.1'],
  ...['0', '0.0.0.0', '10.0.0.1', '10.1', '100.64.0.1', '169.254.169.254', '0xa9fea9fe', '172.16.0.1', '192.168.1.1'],
  ...[
    '192.0.0.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
  ],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:7f00:1]',
  ],
  ...['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[::5efe:7f00:1]'],
  ...['[2a00:1450:4001::5efe:7f00:1]', '[2a00:1450:4001:0:200:5efe:a00:1]', '[fe80::1]', '[fc00::1]', '[fd12::1]'],
  ...['[ff02::1]', '[2001:db8::1]', '[3fff::1]', '[fec0::1]', '[100::1]'],
]

test.each(NOT_PUBLIC)('http://%s/ is refused before anything is sent', async (host) => {
  expect(findWebhookUrlProblem(`http://${host}/`, PUBLIC)).toMatch(/not public/)
  expect(await post(`http://${host}/`, PUBLIC)).toMatchObject({ kind: 'failed', latencyMs: 0 })
})

test.each(['https://shop.example/hooks', 'https://8.8.8.8/', 'https://[2606:4700::1111]:8443/a?b=c'])(
  '%s may be told of events',
  (url) => expect(findWebhookUrlProblem(url, { ...PUBLIC, livemode: true })).toBe(null),
)

test.each([
  ['http://shop.example/', /https/],
  ['ftp://shop.example/', /absolute URL/],
  ['javascript:alert(1)', /absolute URL/],
  ['https:shop.example', /absolute URL/],
  [' https://shop.example', /absolute URL/],
  ['/hooks', /absolute URL/],
  ['https://', /absolute URL/],
  ['https://me@shop.example/', /password/],
  ['https://me:secret@shop.example/', /password/],
])('%s is refused in production', (url, words) => {
  expect(findWebhookUrlProblem(url, { ...PUBLIC, livemode: true })).toMatch(words)
})

test('an operator allows networks by range, and only those', () => {
  const rules = { allowLoopback: false, networks: parseAddressRanges(['10.1.0.0/16', 'fd00:1::/32']) }
  const reached = ['10.1.2.3', '10.2.0.1', 'fd00:1::1', 'fd00:2::1', '::ffff:10.1.2.3', '127.0.0.1', '8.8.8.8']
  expect(reached.filter((address) => isPermitted(rules, address))).toEqual(['10.1.2.3', 'fd00:1::1', '8.8.8.8'])
})

test.each(['10.0.0.0', '10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'fd00::/-1', 'all', '10.0.0.0/8/8'])(
  '%s is no range of addresses',
  (range) => expect(() => parseAddressRanges([range])).toThrow(RangeError),
)

test('a zone makes an address none', () => {
  expect(isPermitted(LOOPBACK, '::1%lo')).toBe(false)
})

test('one bad address among good ones refuses all, and nobody is connected to', async () => {
  let connections = 0
  const port = await tcp(() => connections++)
  const resolve = async () => ['8.8.8.8', '127.0.0.1']
  expect(await post(`http://shop.example:${port}/`, { ...PUBLIC, resolve })).toMatchObject({
    failure: 'the name resolves to an address that is not public',
  })
  expect(connections).toBe(0)
})

test('a name that answers otherwise when asked again is asked once, and the first answer is connected to', async () => {
  let requestCount = 0
  let connections = 0
  const port = await http((_, response) => {
    connections++
    response.end()
  })
  // 127.0.0.1 is allowed here, the second address is not, and no request must reach it.
  const resolve = async () => (requestCount++ === 0 ? ['127.0.0.1'] : ['169.254.169.254'])
  const rules = { ...PUBLIC, resolve, networks: parseAddressRanges(['127.0.0.1/32']) }
  expect(await post(`http://shop.example:${port}/`, rules)).toMatchObject({ kind: 'answered', status: 200 })
  expect([requestCount, connections]).toEqual([1, 1])
})

test('requests to one server share a connection, after its name was asked and checked for each', async () => {
  const connections = new Set<Socket>()
  const port = await http((request, response) => {
    connections.add(request.socket)
    response.end()
  })
  let answer = ['127.0.0.1']
  let requestCount = 0
  const resolve = async () => {
    requestCount++
    return answer
  }
  const rules = { ...PUBLIC, resolve, networks: parseAddressRanges(['127.0.0.1/32']) }
  const url = `http://shop.example:${port}/`
  for (let request = 0; request < 3; request++) expect(await post(url, rules)).toMatchObject({ status: 200 })
  expect([requestCount, connections.size]).toEqual([3, 1])
  answer = ['169.254.169.254']
  expect(await post(url, rules)).toMatchObject({ failure: 'the name resolves to an address that is not public' })
  answer = ['127.0.0.1', '8.8.8.8']
  expect(await post(url, rules)).toMatchObject({ status: 200 })
  expect(connections.size).toBe(2)
})

test('a connection that its server closes instead of answering is replaced if it was used before', async () => {
  let connections = 0
  const port = await tcp((socket) => {
    connections++
    let requests = 0
    socket.on('data', () => {
      requests++
      if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      else socket.destroy()
    })
  })
  for (let request = 0; request < 3; request++)
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
  expect(connections).toBe(3)
})

test("the time-out of one request does not touch the next one's answer on the same connection", async () => {
  const connections = new Set<Socket>()
  const port = await http((request, response) => {
    if (connections.size > 0) setTimeout(() => response.end(), 1_200)
    else response.end()
    connections.add(request.socket)
  })
  const url = `http://127.0.0.1:${port}/`
  expect(await post(url, LOOPBACK, 1_000)).toMatchObject({ status: 200 })
  expect(await post(url)).toMatchObject({ status: 200 })
  expect(connections.size).toBe(1)
})

test('a connection is not kept for long', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const port = await tcp((socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')).on('close', resolve)
  })
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
  await closed
})

test('a connection whose answer was not read to its end is not kept', async () => {
  const connections = new Set<Socket>()
  const port = await http((request, response) => {
    connections.add(request.socket)
    response.end('x'.repeat(200_000))
  })
  for (let request = 0; request < 2; request++) await post(`http://127.0.0.1:${port}/`)
  expect(connections.size).toBe(2)
})

test('a socket that says it is connected elsewhere than asked gets not one byte', async () => {
  let bytes = 0
  const port = await tcp((socket) => socket.on('data', (data) => (bytes += data.length)))
  // Linux connects 0.0.0.0 to 127.0.0.1, which is not allowed here.
  const rules = { ...PUBLIC, networks: parseAddressRanges(['0.0.0.0/32']) }
  expect(await post(`http://0.0.0.0:${port}/`, rules)).toMatchObject({
    kind: 'failed',
    failure: expect.stringMatching(/not public/),
  })
  expect(bytes).toBe(0)
})

test('the request arrives as it was given, with the host of the URL', async () => {
  const port = await http(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers } = request
    response.end(JSON.stringify([method, url, headers.host, headers['content-type'], Buffer.concat(chunks).toString()]))
  })
  const outcome = await post(`http://localhost:${port}/a%20b?c=d#e`)
  expect(outcome.kind === 'answered' && JSON.parse(outcome.bodyStart)).toEqual([
    'POST',
    '/a%20b?c=d',
    `localhost:${port}`,
    'application/json',
    '{"käse":1}',
  ])
})

test.each([301, 302, 303, 307, 308])('a %i is an answer and is not followed', async (status) => {
  let requests = 0
  const port = await http((_, response) => {
    requests++
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', status })
  expect(requests).toBe(1)
})

test('a proxy in the environment is not used', async () => {
  let proxied = 0
  const proxy = await tcp(() => proxied++)
  const port = await http((_, response) => response.end())
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : `http://127.0.0.1:${proxy}`
  try {
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
  } finally {
    for (const name of names) delete process.env[name]
  }
  expect(proxied).toBe(0)
})

test('of a gigabyte no more than a little is read, and one KiB kept', async () => {
  const piece = Buffer.alloc(65_536, 'a')
  let written = 0
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const port = await http((_, response) => {
    response.writeHead(200, { 'content-length': 2 ** 30 })
    const more = () => {
      while (written < 2 ** 30 && !response.destroyed) {
        written += piece.length
        if (!response.write(piece)) return
      }
    }
    response.on('drain', more).on('close', resolve)
    more()
  })
  const outcome = await post(`http://127.0.0.1:${port}/`)
  await closed
  expect(outcome).toMatchObject({ kind: 'answered', status: 200, bodyStart: 'a'.repeat(1_024) })
  // Includes the bytes in the system's buffers.
  expect(written).toBeLessThan(2 ** 25)
})

test('headers that come byte by byte are not waited for longer than the time-out', async () => {
  const port = await tcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await post(`http://127.0.0.1:${port}/`, LOOPBACK, 300)).toMatchObject({ failure: 'no answer came in time' })
})

test('a body that comes byte by byte is left at the time-out; the answer counts', async () => {
  const port = await http((_, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  })
  expect(await post(`http://127.0.0.1:${port}/`, LOOPBACK, 1_000)).toMatchObject({ kind: 'answered', status: 200 })
})

test('a connection that nobody speaks on ends at the time-out', async () => {
  const port = await tcp(() => {})
  for (const scheme of ['http', 'https'])
    expect(await post(`${scheme}://127.0.0.1:${port}/`, LOOPBACK, 200)).toMatchObject({
      failure: expect.stringMatching(/in time/),
    })
})

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine'
const HEADERS_END = ANSWER.indexOf('fine')

test('a connection that is closed after any byte of the answer fails until the headers are complete', async () => {
  let cut = 0
  const port = await tcp((socket) => socket.once('data', () => socket.end(ANSWER.slice(0, cut))))
  for (cut = 0; cut <= ANSWER.length; cut++)
    expect([cut, (await post(`http://127.0.0.1:${port}/`)).kind]).toEqual([
      cut,
      cut < HEADERS_END ? 'failed' : 'answered',
    ])
})

test('a connection that is reset at once fails', async () => {
  const port = await tcp((socket) => socket.resetAndDestroy())
  for (const scheme of ['http', 'https'])
    expect(await post(`${scheme}://127.0.0.1:${port}/`)).toMatchObject({ kind: 'failed' })
})

test('nobody listening is a failure in words', async () => {
  const port = await tcp(() => {})
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  servers.clear()
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ failure: 'the connection was refused' })
})

test('what is not HTTP is a failure in words', async () => {
  const port = await tcp((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.9\r\n')))
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ failure: 'the answer is not HTTP/1.1' })
})

test.each([
  [{ 'retry-after': '120' }, 120],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:01:00 GMT', date: 'Sat, 21 Nov 2026 12:00:00 GMT' }, 60],
  [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT', date: 'Sat, 21 Nov 2026 12:00:00 GMT' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{}, null],
])('Retry-After of %j is %s seconds', async (headers, retryAfterS) => {
  const port = await http((_, response) => response.writeHead(503, headers).end())
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 503, retryAfterS })
})

const CRLF = '\r\n'
const head = (...lines: string[]) => [...lines, '', ''].join(CRLF)
const SWITCHED = head('HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade')
const FINE = `${head('HTTP/1.1 200 OK', 'content-length: 4')}fine`
const LATE = { failure: 'no answer came in time' }

/** The bytes that a server writes after the request, whether it then ends the connection, and the outcome. */
test.each<[string, string, 'stays' | 'ends' | 'resets', object]>([
  ['101 Switching Protocols', SWITCHED, 'stays', { status: 101 }],
  ['101 and bytes of another protocol', `${SWITCHED}\x81\x05hello`, 'stays', { status: 101 }],
  ['101 and the end', SWITCHED, 'ends', { status: 101 }],
  ['101 without a protocol', head('HTTP/1.1 101 Switching Protocols'), 'stays', { status: 101 }],
  ['100 and nothing more', head('HTTP/1.1 100 Continue'), 'stays', LATE],
  ['100 and the end', head('HTTP/1.1 100 Continue'), 'ends', { failure: expect.stringMatching(/closed/) }],
  ['100 and an answer', head('HTTP/1.1 100 Continue') + FINE, 'stays', { status: 200, bodyStart: 'fine' }],
  ['102 and an answer', head('HTTP/1.1 102 Processing') + FINE, 'stays', { status: 200, bodyStart: 'fine' }],
  ['103 many times', head('HTTP/1.1 103 Early Hints', 'link: </a>').repeat(500), 'stays', LATE],
  ['200 that offers another protocol', FINE.replace(CRLF, `${CRLF}upgrade: h2c${CRLF}`), 'stays', { status: 200 }],
  ['426', head('HTTP/1.1 426 Upgrade Required', 'upgrade: h2c', 'content-length: 0'), 'stays', { status: 426 }],
  ['204', head('HTTP/1.1 204 No Content'), 'stays', { status: 204 }],
  ['304', head('HTTP/1.1 304 Not Modified'), 'stays', { status: 304 }],
  ['a body without a length', `${head('HTTP/1.1 200 OK')}fine`, 'ends', { status: 200, bodyStart: 'fine' }],
  ['a body without a length or an end', `${head('HTTP/1.1 200 OK')}fine`, 'stays', { status: 200, bodyStart: 'fine' }],
  ['a body that is reset', head('HTTP/1.1 200 OK', 'content-length: 9'), 'resets', { status: 200 }],
  ['chunks that are none', `${head('HTTP/1.1 200 OK', 'transfer-encoding: chunked')}zz`, 'stays', { status: 200 }],
  ['an answer and more', `${FINE}${FINE}`, 'stays', { status: 200, bodyStart: 'fine' }],
  ['two lengths', head('HTTP/1.1 200 OK', 'content-length: 1', 'content-length: 2'), 'stays', { kind: 'failed' }],
  ['a status that is none', head('HTTP/1.1 99 No'), 'stays', { kind: 'failed' }],
  ['half a status line', 'HTTP/1.1 2', 'stays', LATE],
  ['nothing, and the end', '', 'ends', { failure: expect.stringMatching(/closed/) }],
  ['nothing, and a reset', '', 'resets', { failure: expect.stringMatching(/closed/) }],
])(
  'an attempt that is answered with %s ends',
  async (_name, written, then, outcome) => {
    const port = await tcp((socket) =>
      socket.once('data', () => {
        socket.write(written)
        if (then === 'ends') socket.end()
        if (then === 'resets') setTimeout(() => socket.resetAndDestroy(), 50)
      }),
    )
    // A slow machine gets time for an answer that is expected.
    const waitMs = then === 'stays' ? 2_000 : 10_000
    const timeoutMs = outcome === LATE ? 400 : waitMs
    expect(await post(`http://127.0.0.1:${port}/`, LOOPBACK, timeoutMs)).toMatchObject(outcome)
  },
  20_000,
)

test('a connection that switched to another protocol is closed', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const port = await tcp((socket) => socket.on('close', resolve).once('data', () => socket.write(SWITCHED)))
  await post(`http://127.0.0.1:${port}/`)
  await closed
})
