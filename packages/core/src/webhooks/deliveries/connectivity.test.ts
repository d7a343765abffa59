import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { parseAddressRanges } from '../../outbound/check-url.ts'
import { Connections } from '../../outbound/connect.ts'
import { type OutboundRules, sendPost } from '../../outbound/post.ts'
import { createAuthority, createSelfSigned } from '../../testing/certificates.ts'
import { openShop } from '../../testing/shop.ts'
import { createDeliverJob } from '../../workers/deliver.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND
const HOST = 'shop.example'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A server on loopback that records what it receives, optionally after TLS, and its port. */
async function listening(
  server: Server,
  take: (socket: Socket) => void,
  { event = 'connection', address = '127.0.0.1', port = 0 } = {},
) {
  const sockets = new Set<Socket>()
  const peer = { port: 0, connections: 0, told: '' }
  server.on('connection', (socket: Socket) => {
    peer.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.on(event, (socket: Socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      peer.told += data
      take(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  peer.port = (server.address() as AddressInfo).port
  return peer
}

const accept = (socket: Socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n')
const overTls = (server: Server) => listening(server, accept, { event: 'secureConnection' })

/** A due delivery, and a sender that reaches it by the given rules, over real sockets. */
async function dueDelivery(url: string, rules: Partial<OutboundRules>) {
  const shop = await openShop()
  closing.push(shop.stop)
  const { sandbox, context } = shop.checkout
  const webhook = await sandbox.webhooks.create({ url })
  await shop.create()
  const all: OutboundRules = {
    ...{ livemode: false, allowLoopback: false, networks: parseAddressRanges([]), ca: null },
    ...{ resolve: async () => ['127.0.0.1'], elapsed: () => performance.now(), connections: new Connections() },
    ...rules,
  }
  const post: typeof context.post = (_livemode, request) => sendPost(all, request)
  const job = createDeliverJob({ ...context, post }, (line) => shop.logLines.push(line))
  const only = async () => {
    const [delivery] = (await sandbox.webhooks.deliveries(webhook.id)).data
    if (!delivery) throw new Error('no delivery')
    return delivery.id
  }
  return {
    clock: shop.clock,
    resend: async () => sandbox.deliveries.resend(await only()),
    async deliver() {
      while ((await job.run()).more);
      await job.idle()
      return sandbox.deliveries.retrieve(await only())
    },
  }
}

const authority = createAuthority('The authority that is known')
const stranger = createAuthority('The authority that nobody knows')
const good = authority.certify(HOST)
const yesterday = { from: Date.now() - 2 * DAY, until: Date.now() - DAY }
const tomorrow = { from: Date.now() + DAY, until: Date.now() + 2 * DAY }
const UNKNOWN = 'TLS: the certificate is of no known authority, or the chain is incomplete'
const outdated = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const

function withRoot(root: typeof authority): TlsOptions {
  const { key, cert } = root.certify(HOST)
  return { key, cert: cert + root.cert }
}

describe('a receiver by https', () => {
  test('with a certificate of a known authority is told', async () => {
    const peer = await overTls(createTlsServer(good))
    const { deliver } = await dueDelivery(`https://${HOST}:${peer.port}/hook`, {
      allowLoopback: true,
      ca: authority.cert,
    })
    expect(await deliver()).toMatchObject({ state: 'delivered', attempts: [{ responseStatus: 204, failure: null }] })
    expect(peer.told).toContain('payment.created')
  })

  const badly: [string, TlsOptions, string][] = [
    ['a certificate of its own making', createSelfSigned(HOST), 'TLS: the certificate is self-signed'],
    ['a certificate for another name', authority.certify('other.example'), 'TLS: the certificate is for another name'],
    ['a certificate that has expired', authority.certify(HOST, yesterday), 'TLS: the certificate has expired'],
    ['a certificate for later', authority.certify(HOST, tomorrow), 'TLS: the certificate is not valid yet'],
    ['a certificate of an unknown authority', stranger.certify(HOST), UNKNOWN],
    ['an unknown authority in its chain', withRoot(stranger), UNKNOWN],
    ['an outdated version of TLS', { ...good, ...outdated }, 'TLS: no handshake (TLSV1_ALERT_PROTOCOL_VERSION)'],
  ]

  test.each(badly)(
    'with %s is told nothing, the attempt says why, and it is tried again',
    async (_name, options, why) => {
      const server = createTlsServer(options)
      const peer = await overTls(server)
      const url = `https://${HOST}:${peer.port}/hook`
      const { deliver, clock } = await dueDelivery(url, { allowLoopback: true, ca: authority.cert })
      const failed = await deliver()
      expect(failed).toMatchObject({ state: 'pending', attempts: [{ responseStatus: null, failure: why }] })
      expect(peer).toMatchObject({ connections: 1, told: '' })
      clock.advance(Date.parse(failed.nextAttemptAt ?? '') - clock.now() - 1)
      expect(await deliver()).toMatchObject({ attemptCount: 1 })
      server.setSecureContext({ ...good, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3' } as TlsOptions)
      clock.advance(1)
      expect(await deliver()).toMatchObject({ state: 'delivered', attemptCount: 2 })
      expect(peer.told).toContain('payment.created')
    },
  )

  const withoutTls: [string, (socket: Socket) => void, string][] = [
    [
      'speaks http',
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      'TLS: the other side does not speak it on this port',
    ],
    ['breaks off in the handshake', (socket) => socket.end(), 'TLS: the connection was closed in the handshake'],
    [
      'resets in the handshake',
      (socket) => socket.resetAndDestroy(),
      'TLS: the connection was closed in the handshake',
    ],
  ]

  test.each(withoutTls)(
    'that %s is told nothing, the attempt says why, and it is tried again',
    async (_name, take, why) => {
      const peer = await listening(createServer(), take)
      const url = `https://${HOST}:${peer.port}/hook`
      const { deliver, clock } = await dueDelivery(url, { allowLoopback: true })
      for (let attempt = 1; attempt <= 2; attempt++) {
        const failed = await deliver()
        expect(failed).toMatchObject({ state: 'pending', attemptCount: attempt })
        expect(failed.attempts.at(-1)).toMatchObject({ responseStatus: null, failure: why })
        clock.advance(Date.parse(failed.nextAttemptAt ?? '') - clock.now())
      }
      expect(peer.connections).toBe(2)
      expect(peer.told).not.toContain('payment.created')
      expect(peer.told).not.toContain('/hook')
    },
  )
})

describe('a receiver by its name', () => {
  const NOT_PUBLIC = 'the name resolves to an address that is not public'
  const allowed = { networks: parseAddressRanges(['127.0.0.1/32']) }

  /** The receiver, and a forbidden server on the same port. All of 127.0.0.0/8 is this machine. */
  async function receiverAndNeighbour() {
    const peer = await listening(createServer(), accept)
    const neighbour = await listening(createServer(), accept, { address: '127.0.0.2', port: peer.port })
    return { peer, neighbour, url: `http://${HOST}:${peer.port}/hook` }
  }

  test('that is another address when asked again is sent to where it was when it was checked', async () => {
    const { peer, neighbour, url } = await receiverAndNeighbour()
    const answers = [['127.0.0.1']]
    const resolve = async () => answers.shift() ?? ['127.0.0.2']
    const { deliver } = await dueDelivery(url, { ...allowed, resolve })
    expect(await deliver()).toMatchObject({ state: 'delivered', attemptCount: 1 })
    expect([peer.connections, neighbour.connections]).toEqual([1, 0])
  })

  test.each([
    ['is a bad address', ['127.0.0.2']],
    ['has a bad address behind a good one', ['127.0.0.1', '127.0.0.2']],
    ['has a bad address before a good one', ['127.0.0.2', '127.0.0.1']],
  ])('that %s is connected to only once it has good ones alone', async (_name, bad) => {
    const { peer, neighbour, url } = await receiverAndNeighbour()
    let addresses = bad
    const { deliver, clock } = await dueDelivery(url, { ...allowed, resolve: async () => addresses })
    const failed = await deliver()
    expect(failed).toMatchObject({ state: 'pending', attempts: [{ responseStatus: null, failure: NOT_PUBLIC }] })
    expect([peer.connections, neighbour.connections]).toEqual([0, 0])
    addresses = ['127.0.0.1']
    clock.advance(Date.parse(failed.nextAttemptAt ?? '') - clock.now())
    expect(await deliver()).toMatchObject({ state: 'delivered', attemptCount: 2 })
    expect([peer.connections, neighbour.connections]).toEqual([1, 0])
  })

  test('that was good when it was told and is bad when it is told again is not connected to again', async () => {
    const { peer, neighbour, url } = await receiverAndNeighbour()
    let addresses = ['127.0.0.1']
    const { deliver, resend } = await dueDelivery(url, { ...allowed, resolve: async () => addresses })
    await deliver()
    addresses = ['127.0.0.2']
    await resend()
    expect((await deliver()).attempts.at(-1)).toMatchObject({ failure: NOT_PUBLIC })
    expect([peer.connections, neighbour.connections]).toEqual([1, 0])
  })
})
