import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Faults } from '../faults.ts'
import { type Node, readBody, sendJson } from '../http.ts'
import type { Chain } from '../ledger/chain.ts'
import { give } from './faucet.ts'
import { fundAccount } from './friendbot.ts'
import { listAt } from './lists.ts'
import { createNotFound, Problem } from './problem.ts'
import { answer } from './routes.ts'
import type { Scope } from './scope.ts'
import { stream } from './stream.ts'
import { submitAndWait, submitOnly } from './submit.ts'

/** Answers a request to Horizon, friendbot or the faucet. */
export async function serveHorizon(node: Node, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { chain, faults } = node
  const base = `http://${request.headers.host}`
  const url = new URL(request.url ?? '/', base)
  try {
    if (Object.hasOwn(GIFTS, url.pathname)) {
      sendJson(response, 200, (await GIFTS[url.pathname]?.(node, url, request)) ?? {})
    } else if (request.method === 'POST') {
      await post(chain, base, url, request, response)
    } else if (request.headers.accept?.includes('text/event-stream')) {
      openStream(chain, faults, url, request, response)
    } else {
      sendJson(response, 200, answer(createScope(chain, faults, url)), 'application/hal+json; charset=utf-8')
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    sendJson(response, error.status, error.body, 'application/problem+json; charset=utf-8')
  }
}

const GIFTS: Readonly<Record<string, (node: Node, url: URL, request: IncomingMessage) => Promise<object>>> = {
  '/friendbot': async ({ chain }, url, request) => {
    const address = url.searchParams.get('addr') ?? new URLSearchParams(await readBody(request)).get('addr')
    return await fundAccount(chain, url.origin, address ?? '')
  },
  '/faucet': async ({ chain, closesItself }, url) => {
    const { grant, applied } = give(chain, url.searchParams)
    if (closesItself) await applied
    return grant
  },
}

function createScope(chain: Chain, { horizon }: Faults, url: URL): Scope {
  const last = Math.max(1, chain.history.head.sequence - horizon.lagLedgers)
  const { omittedTransactions: omitted, unlistedTransactions: unlisted } = horizon
  return { chain, base: url.origin, url, last, omitted, unlisted }
}

async function post(
  chain: Chain,
  base: string,
  { pathname }: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (pathname === '/transactions') {
    sendJson(response, 200, await submitAndWait(chain, base, await readBody(request)))
  } else if (pathname === '/transactions_async') {
    const { status, body } = submitOnly(chain, await readBody(request))
    sendJson(response, status, body)
  } else {
    throw createNotFound()
  }
}

function openStream(
  chain: Chain,
  faults: Faults,
  url: URL,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  if (!listAt(createScope(chain, faults, url))) throw createNotFound()
  const cursor = headers['last-event-id']?.toString() ?? url.searchParams.get('cursor') ?? ''
  stream(response, {
    list: () => listAt(createScope(chain, faults, url)) ?? { page: () => [] },
    // `now` is resolved once; from then on nothing is omitted.
    cursor: cursor === 'now' ? String(lastToken(chain)) : cursor,
    faults: faults.horizon,
    onClose: chain.onClose,
  })
}

function lastToken({ history }: Chain): bigint {
  return (BigInt(history.head.sequence + 1) << 32n) - 1n
}
