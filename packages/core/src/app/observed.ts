import { NodeError } from '../chains/node-error.ts'
import type { Rpc } from '../chains/rpc.ts'
import type { Horizon } from '../chains/stellar/horizon.ts'
import type { StellarRpc } from '../chains/stellar/node.ts'
import { type Answered, collectAfterCommit, type Observer } from '../context/observer.ts'
import { type IdPrefix, isId } from '../domain/id.ts'
import type { ApiRequest, ApiResponse, Trace } from '../http/exchange.ts'
import { findPublicRoute } from '../pages/public-routes.ts'
import type { Storage } from '../storage/database.ts'
import type { Connections } from './networks.ts'

type Handle = (request: ApiRequest) => Promise<ApiResponse | null>

type Watching = {
  readonly observer: Observer
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly newId: (prefix: IdPrefix) => string
}

/**
 * Gives each request an id, and reports each response. A response has the id as `x-request-id`, a thrown error as
 * `requestId`.
 */
export function observeRequests(
  handle: (request: ApiRequest, requestId: string) => Promise<ApiResponse | null>,
  { observer, elapsed, newId }: Watching,
): Handle {
  return async (request) => {
    const startedAt = elapsed()
    const requestId = newId('req')
    const report = (answer: Told) => observer.answered(toAnswered(request, requestId, answer, elapsed() - startedAt))
    try {
      const answer = await handle(request, requestId)
      if (!answer) return null
      const named = answer.headers['x-request-id'] === undefined ? nameAnswer(answer, requestId) : answer
      report(named)
      return named
    } catch (error) {
      report({ status: 500, trace: createPageTrace(request.path) })
      throw error instanceof Error ? Object.assign(error, { requestId }) : error
    }
  }
}

/** Answers of the API are named already. */
function nameAnswer(answer: ApiResponse, requestId: string): ApiResponse {
  return { ...answer, headers: { 'x-request-id': requestId, ...answer.headers } }
}

type Told = Pick<ApiResponse, 'status' | 'trace'> & Partial<Pick<ApiResponse, 'headers'>>

function toAnswered({ method }: ApiRequest, requestId: string, { status, headers, trace }: Told, ms: number): Answered {
  return {
    method,
    route: trace?.route ?? 'none',
    status,
    ms: ms - (trace?.waitedMs ?? 0),
    requestId,
    paymentId: trace?.paymentId ?? null,
    code: trace?.code ?? null,
    replayed: headers?.['idempotent-replayed'] !== undefined,
  }
}

/** Reports how long each piece of work took to become durable, and what it recorded. */
export function observeStorage(storage: Storage, observer: Observer, elapsed: () => number): Storage {
  return {
    ...storage,
    async transact(work, urgency) {
      const startedAt = elapsed()
      let tellings: ReturnType<typeof collectAfterCommit> = []
      const value = await storage.transact((tx) => {
        tellings = collectAfterCommit(tx)
        return work(tx)
      }, urgency)
      observer.committed(elapsed() - startedAt)
      for (const notify of tellings) notify(observer)
      return value
    },
  }
}

/** Reports each request to a node. Of its URL only host and port: user, path and query can contain keys. */
export function observeConnections(connections: Connections, observer: Observer): Connections {
  const counted = async <T>(host: string, method: string, request: Promise<T>): Promise<T> => {
    try {
      const answer = await request
      observer.asked(host, method, 'ok')
      return answer
    } catch (error) {
      observer.asked(host, method, error instanceof NodeError ? error.kind : 'defect')
      throw error
    }
  }
  return {
    connect(url): Rpc {
      const [{ host }, ask] = [new URL(url), connections.connect(url)]
      return (method, params) => counted(host, method, ask(method, params))
    },
    connectRpc(url): StellarRpc {
      const [{ host }, ask] = [new URL(url), connections.connectRpc(url)]
      return (method, params) => counted(host, method, ask(method, params))
    },
    connectHorizon(url): Horizon {
      const [{ host }, ask] = [new URL(url), connections.connectHorizon(url)]
      return (path, form) => counted(host, horizonMethod(path, form), ask(path, form))
    },
  }
}

/** Without the identifiers in a path: there are as many of these as there are accounts. */
function horizonMethod(path: string, form: object | undefined): string {
  return `${form ? 'POST' : 'GET'} /${path.split(/[/?]/)[1]}`
}

const PAY = /^\/pay\/(?:pay_)?([^/]*)/

/** The trace of a request to a page, for operators. Of its path it contains only a payment's id. */
export function createPageTrace(path: string): Trace {
  const route = findPublicRoute(path) ?? 'none'
  const paymentId = `pay_${PAY.exec(path)?.[1]}`
  return isId('pay', paymentId) ? { route, paymentId } : { route }
}
