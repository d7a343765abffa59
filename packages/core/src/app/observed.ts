import { NodeError } from '../chains/node-error.ts'
import type { Rpc } from '../chains/rpc.ts'
import type { Horizon } from '../chains/stellar/horizon.ts'
import type { StellarRpc } from '../chains/stellar/rpc-node.ts'
import type { ApiRequest, ApiResponse } from '../http/exchange.ts'
import type { Answered, Observer } from '../observer.ts'
import type { Storage } from '../storage/database.ts'
import type { Connections } from './networks.ts'

type Handle = (request: ApiRequest) => Promise<ApiResponse | null>

/** Tells of each answer. `elapsed`: milliseconds of a monotonic clock. */
export function observedHandle(handle: Handle, observer: Observer, elapsed: () => number): Handle {
  return async (request) => {
    const begun = elapsed()
    try {
      const answer = await handle(request)
      if (answer) observer.answered(answeredOf(request, answer, elapsed() - begun))
      return answer
    } catch (error) {
      observer.answered(answeredOf(request, { status: 500, headers: {}, body: '' }, elapsed() - begun))
      throw error
    }
  }
}

function answeredOf({ method }: ApiRequest, { status, headers, trace }: ApiResponse, ms: number): Answered {
  return {
    method,
    route: trace?.route ?? 'none',
    status,
    ms,
    requestId: headers['x-request-id'] ?? null,
    paymentId: trace?.paymentId ?? null,
    code: trace?.code ?? null,
    replayed: headers['idempotent-replayed'] !== undefined,
  }
}

/** Tells how long each piece of work took until it was durable. */
export function observedStorage(storage: Storage, observer: Observer, elapsed: () => number): Storage {
  return {
    ...storage,
    async transact(work) {
      const begun = elapsed()
      const value = await storage.transact(work)
      observer.committed(elapsed() - begun)
      return value
    },
  }
}

/** Tells of each request to a node. Of its URL only host and port: keys stand in user, path and query. */
export function observedConnections(connections: Connections, observer: Observer): Connections {
  const counted = async <T>(host: string, method: string, asked: Promise<T>): Promise<T> => {
    try {
      const answer = await asked
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

/** Without what a path names: there are as many of these as there are accounts. */
function horizonMethod(path: string, form: object | undefined): string {
  return `${form ? 'POST' : 'GET'} /${path.split(/[/?]/)[1]}`
}
