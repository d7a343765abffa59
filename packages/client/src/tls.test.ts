import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createAuthority, createSelfSigned, paymentInput } from '@crypto-checkout/core/testing'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ConnectionError, createClient } from './index.ts'

const DAY_MS = 86_400_000
const authority = createAuthority('authority of the test')
beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), authority.cert]))

const deleted: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end('{"id":"wh_1","object":"webhook","deleted":true}')
}

type Listening = Pick<ReturnType<typeof createTcpServer>, 'listen' | 'address' | 'close' | 'on'>

/** A client of a server that listens on a free port until the test ends; it counts its tries. */
async function clientOf(server: Listening) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const counted = { tries: 0 }
  const client = createClient({
    baseUrl: `https://localhost:${port}/v1`,
    publicKey: 'pk_1',
    secretKey: 'sk_1',
    retries: 1,
    fetch: (...args) => {
      counted.tries += 1
      return fetch(...args)
    },
  })
  return { client, counted, port }
}

async function failureOf(work: Promise<unknown>): Promise<ConnectionError> {
  return work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error) => error,
  )
}

/** An https server, or http if options are null, with the requests that reached it. */
function serverWith(options: ServerOptions | null) {
  const seen: (string | undefined)[] = []
  const listener: RequestListener = (request, response) => {
    seen.push(request.method)
    deleted(request, response)
  }
  return { seen, server: options ? createServer(options, listener) : createHttpServer(listener) }
}

const yesterday = { from: Date.now() - 2 * DAY_MS, until: Date.now() - DAY_MS }
const refused: [string, ServerOptions | null, string][] = [
  ['that it signed itself', createSelfSigned('localhost'), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['of an unknown authority', createAuthority('other').certify('localhost'), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['that has expired', authority.certify('localhost', yesterday), 'CERT_HAS_EXPIRED'],
  ['of another host', authority.certify('pay.example.com'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['and no TLS at all', null, 'ERR_SSL_WRONG_VERSION_NUMBER'],
  [
    'and a TLS that is too old',
    { ...authority.certify('localhost'), minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' },
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  ],
]

test.each(refused)('a server with a certificate %s is sent nothing, once, and the error says so', async (...args) => {
  const [, options, code] = args
  const { server, seen } = serverWith(options)
  const { client, counted, port } = await clientOf(server)
  const error = await failureOf(client.payments.create(paymentInput))
  expect(error).toMatchObject({ name: 'ConnectionError', code: 'insecure' })
  expect(error.message).toMatch(`POST /payments: no secure connection to https://localhost:${port} (${code})`)
  expect([counted.tries, seen]).toEqual([1, []])
})

test('a server whose certificate is trusted is sent the request', async () => {
  const { client } = await clientOf(serverWith(authority.certify('localhost')).server)
  expect(await client.webhooks.delete('wh_1')).toEqual({ id: 'wh_1', object: 'webhook', deleted: true })
})

const broken = [
  ['closed', 'end'],
  ['reset', 'resetAndDestroy'],
] as const

test.each(broken)(
  'a connection %s within the handshake carried nothing: a DELETE is sent again as well',
  async (...args) => {
    const [, close] = args
    const tls = createServer(authority.certify('localhost'), deleted)
    let connections = 0
    const breaking = createTcpServer((socket) => {
      connections += 1
      if (connections > 2) tls.emit('connection', socket)
      else socket.once('data', () => socket[close]())
    })
    const { client, counted } = await clientOf(breaking)
    expect(await failureOf(client.webhooks.delete('wh_1'))).toMatchObject({ code: 'unreachable' })
    expect([counted.tries, connections]).toEqual([2, 2])
    expect(await client.webhooks.delete('wh_1')).toMatchObject({ deleted: true })
  },
)

test('a connection that breaks after the handshake may have carried the request: a DELETE is not sent again', async () => {
  const server = createServer(authority.certify('localhost'), (request) => request.socket.destroy())
  const { client, counted } = await clientOf(server)
  expect(await failureOf(client.webhooks.delete('wh_1'))).toMatchObject({ code: 'interrupted' })
  expect(counted.tries).toBe(1)
})
