/**
 * A relay for WalletConnect's clients of version 2.25: JSON-RPC over WebSockets, topics to which clients subscribe,
 * and messages that wait until a client has taken them. Besides plain ws:// it speaks TLS. So a browser that resolves
 * relay.walletconnect.org to this relay needs no other change.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createSelfSigned } from '@crypto-checkout/core/testing'
import { type WebSocket, WebSocketServer } from 'ws'

type Params = Readonly<Record<string, unknown>>
type Letter = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly attestation: unknown
  readonly publishedAt: number
  readonly diesAt: number
  /** The peers that sent it or already have it. */
  readonly seenBy: Set<Peer>
}
type Peer = { readonly socket: WebSocket; readonly topics: Set<string>; readonly unconfirmed: Map<string, Letter> }

export type Relay = {
  /** For clients in Node, unencrypted. */
  readonly url: string
  /** For browsers, with an untrusted certificate. */
  readonly tlsPort: number
  /** The number of connected clients. */
  readonly connected: number
  /** Ends all connections and accepts none until `accept`. */
  refuse(): void
  accept(): void
  stop(): Promise<void>
}

/** The tags of messages that have a method of their own. */
const PROPOSAL_TAG = 1100
const RESPONSE_TAG = 1101
const SETTLEMENT_TAG = 1102

export async function startRelay(): Promise<Relay> {
  const peers = new Set<Peer>()
  const mailbox: Letter[] = []
  let refusing = false
  const sockets = new WebSocketServer({ noServer: true })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { searchParams } = new URL(request.url ?? '', 'ws://relay')
    if (refusing || !searchParams.get('auth') || !searchParams.get('projectId')) socket.destroy()
    else sockets.handleUpgrade(request, socket, head, (connection) => serve(connection, peers, mailbox))
  }
  const plain = createServer().on('upgrade', upgrade)
  const tls = createTlsServer(createSelfSigned('127.0.0.1')).on('upgrade', upgrade)
  const [port, tlsPort] = [await listen(plain), await listen(tls)]
  const hangUp = () => {
    for (const { socket } of peers) socket.terminate()
  }
  return {
    url: `ws://127.0.0.1:${port}`,
    tlsPort,
    get connected() {
      return peers.size
    },
    refuse() {
      refusing = true
      hangUp()
    },
    accept() {
      refusing = false
    },
    async stop() {
      hangUp()
      await Promise.all([plain, tls].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function serve(socket: WebSocket, peers: Set<Peer>, mailbox: Letter[]): void {
  const peer: Peer = { socket, topics: new Set(), unconfirmed: new Map() }
  peers.add(peer)
  socket.on('close', () => peers.delete(peer))
  socket.on('message', (data) => {
    const { id, method, params = {} } = JSON.parse(data.toString())
    if (method === undefined) {
      take(mailbox, peer, String(id))
      return
    }
    const result = METHODS[method]?.(params, { peer, peers, mailbox })
    const answer = result === undefined ? { error: { code: -32601, message: `No method ${method}` } } : { result }
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...answer }))
    for (const topic of peer.topics) deliver(mailbox, peer, topic)
  })
}

type Post = { readonly peer: Peer; readonly peers: Set<Peer>; readonly mailbox: Letter[] }

const METHODS: Readonly<Record<string, (params: Params, post: Post) => unknown>> = {
  irn_publish: (params, post) => publish(post, params, params.topic, params.message, params.tag),
  irn_subscribe: ({ topic }, { peer }) => subscribe(peer, topic),
  irn_batchSubscribe: ({ topics }, { peer }) => list(topics).map((topic) => subscribe(peer, topic)),
  irn_unsubscribe: ({ topic }, { peer }) => peer.topics.delete(String(topic)) || true,
  irn_fetchMessages: ({ topic }, { mailbox, peer }) => fetchMessages(mailbox, peer, [topic]),
  irn_batchFetchMessages: ({ topics }, { mailbox, peer }) => fetchMessages(mailbox, peer, list(topics)),
  /** Publishes a proposal and subscribes to its answer. */
  wc_proposeSession(params, post) {
    subscribe(post.peer, params.pairingTopic)
    return publish(post, params, params.pairingTopic, params.sessionProposal, PROPOSAL_TAG)
  },
  /** Publishes the answer and the session's terms, and subscribes to the session. */
  wc_approveSession(params, post) {
    subscribe(post.peer, params.sessionTopic)
    publish(post, params, params.pairingTopic, params.sessionProposalResponse, RESPONSE_TAG)
    return publish(post, params, params.sessionTopic, params.sessionSettlementRequest, SETTLEMENT_TAG)
  },
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function subscribe(peer: Peer, topic: unknown): string {
  peer.topics.add(String(topic))
  return subscriptionOf(String(topic))
}

function subscriptionOf(topic: string): string {
  return `subscription-${topic}`
}

function publish({ peer, peers, mailbox }: Post, params: Params, topic: unknown, message: unknown, tag: unknown): true {
  const publishedAt = Date.now()
  mailbox.push({
    topic: String(topic),
    message: String(message),
    tag: Number(tag ?? 0),
    attestation: params.attestation,
    publishedAt,
    diesAt: publishedAt + Number(params.ttl) * 1_000,
    seenBy: new Set([peer]),
  })
  for (const other of peers) if (other.topics.has(String(topic))) deliver(mailbox, other, String(topic))
  return true
}

/** Sends the messages that wait on a topic. Each is kept until confirmed, because a connection may break before that. */
function deliver(mailbox: Letter[], peer: Peer, topic: string): void {
  for (const letter of alive(mailbox, topic)) {
    if (letter.seenBy.has(peer)) continue
    letter.seenBy.add(peer)
    const id = `${letter.publishedAt}${peer.unconfirmed.size}`
    peer.unconfirmed.set(id, letter)
    const { message, tag, attestation, publishedAt } = letter
    const data = { topic, message, tag, attestation, publishedAt }
    const params = { id: subscriptionOf(topic), data }
    peer.socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
}

function take(mailbox: Letter[], peer: Peer, id: string): void {
  const letter = peer.unconfirmed.get(id)
  if (letter !== undefined && mailbox.includes(letter)) mailbox.splice(mailbox.indexOf(letter), 1)
}

function fetchMessages(mailbox: Letter[], peer: Peer, topics: readonly unknown[]) {
  const letters = topics.flatMap((topic) => alive(mailbox, String(topic))).filter(({ seenBy }) => !seenBy.has(peer))
  for (const letter of letters) mailbox.splice(mailbox.indexOf(letter), 1)
  return {
    messages: letters.map(({ topic, message, publishedAt }) => ({ topic, message, publishedAt })),
    hasMore: false,
  }
}

function alive(mailbox: Letter[], topic: string): Letter[] {
  return mailbox.filter((letter) => letter.topic === topic && letter.diesAt > Date.now())
}
