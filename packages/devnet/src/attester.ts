/** A local attester of burns. It answers as Circle's API does (developers.circle.com/api-reference/cctp). */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AttestedFees, type AttesterChain, createAttestations } from './attestations.ts'

/** Troubles of the attester for tests; each until it is left out */
export type AttesterBehaviour = {
  /** Requests get no answer. */
  readonly silent?: boolean
  /** Every request gets this status, such as 429. */
  readonly status?: number
  /** It has seen no burn yet, which Circle's API reports as 404. */
  readonly unseen?: boolean
  /** It signs that the money goes to another wallet. */
  readonly otherWallet?: boolean
  /** It signs with a key that the networks do not know. */
  readonly wrongKey?: boolean
  /** Fast burns are attested for blocks that have passed, until they are attested again. */
  readonly expired?: boolean
  /** Circle vouches for no more fast burns, so it signs them once their blocks are final. */
  readonly noAllowance?: boolean
  /** Default: one hundredth of a percent for fast burns, and nothing for others */
  readonly fees?: Partial<AttestedFees>
}

export type LocalAttester = {
  /** On the loopback address, over http, without a path */
  readonly url: string
  /** How it answers from now on: `behave({ silent: true })`, and `behave({})` when all is right again */
  behave(behaviour: AttesterBehaviour): void
}

/** Listens on `port`, or on a free one if it is taken or 0. It keeps nothing: burns are read from their chains. */
export async function startAttester(
  chains: readonly AttesterChain[],
  port: number,
): Promise<LocalAttester & { stop(): Promise<void> }> {
  let behaviour: AttesterBehaviour = {}
  const attestations = createAttestations(chains)
  const server = createServer((request, response) => {
    const { silent, status } = behaviour
    if (silent) return
    const answered = status === undefined ? answer(request, attestations, behaviour) : refuse(status, 'In trouble')
    answered.then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => send(response, 500, { code: 500, error: String(error) }),
    )
  })
  await listen(server, port).catch(() => listen(server, 0))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(changed) {
      behaviour = changed
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

const WRONG_KEY = `0x${'b8'.repeat(32)}`

type Answer = { readonly status: number; readonly body: object }

const ROUTES = {
  messages: /^\/v2\/messages\/(\d+)$/,
  fees: /^\/v2\/burn\/USDC\/fees\/(\d+)\/(\d+)$/,
  reattest: /^\/v2\/reattest\/(0x[0-9a-fA-F]{64})$/,
}

function toHow({
  otherWallet = false,
  wrongKey = false,
  expired = false,
  noAllowance = false,
  fees,
}: AttesterBehaviour) {
  return { otherWallet, key: wrongKey ? WRONG_KEY : undefined, expired, noAllowance, fees }
}

async function answer(
  { method, url = '/' }: IncomingMessage,
  attestations: ReturnType<typeof createAttestations>,
  behaviour: AttesterBehaviour,
): Promise<Answer> {
  const { unseen = false, fees: set } = behaviour
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [messages, fees, reattest] = [ROUTES.messages, ROUTES.fees, ROUTES.reattest].map((path) => path.exec(pathname))
  if (method === 'GET' && messages) {
    const asked = { domain: Number(messages[1]), hash: searchParams.get('transactionHash') ?? '' }
    const found = unseen ? [] : await attestations.describe(asked, toHow(behaviour))
    return found.length > 0 ? { status: 200, body: { messages: found } } : refuse(404, 'Message not found')
  }
  if (method === 'GET' && fees) return { status: 200, body: attestations.listFees(Number(fees[1]), set) }
  if (method === 'POST' && reattest?.[1]) {
    if (unseen || !(await attestations.attestAgain(reattest[1]))) return refuse(404, 'Message not found')
    const message = 'Re-attestation successfully requested for nonce.'
    return { status: 200, body: { message, nonce: reattest[1] } }
  }
  return refuse(404, 'Not found')
}

async function refuse(status: number, error: string): Promise<Answer> {
  return { status, body: { code: status, error } }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
