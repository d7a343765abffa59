import { type CheckoutConfig, parseConfig } from '../../packages/core/src/app/config.ts'
import { openContext } from '../../packages/core/src/app/context.ts'
import { createHandler } from '../../packages/core/src/app/handler.ts'
import { openNetworks } from '../../packages/core/src/app/networks.ts'
import { createCheckoutWork } from '../../packages/core/src/app/work.ts'
import type { Rpc } from '../../packages/core/src/chains/rpc.ts'
import type { Context } from '../../packages/core/src/context/context.ts'
import { silentObserver } from '../../packages/core/src/context/observer.ts'
import { createId, type IdPrefix } from '../../packages/core/src/domain/id.ts'
import type { ApiRequest, ApiResponse } from '../../packages/core/src/http/exchange.ts'
import { createNetworkHealth } from '../../packages/core/src/networks/health.ts'
import type { HttpRequest, HttpResponse } from '../../packages/core/src/outbound/http-exchange.ts'
import type { PostOutcome, PostRequest } from '../../packages/core/src/outbound/post.ts'
import type { Storage } from '../../packages/core/src/storage/database.ts'
import { type BooksState, createReconciliation } from '../../packages/core/src/workers/reconcile.ts'
import type { MonitoredJob } from '../../packages/core/src/workers/runner.ts'
import { Process } from './life.ts'

/** The surroundings that outlive the checkout's processes. */
export type Surroundings = {
  readonly storage: Storage
  readonly post: (life: Process, request: PostRequest) => Promise<PostOutcome>
  readonly exchange: (url: URL, request: HttpRequest) => Promise<HttpResponse>
  /** Milliseconds since the Unix epoch, by a clock that may be wrong. */
  readonly now: () => number
  /** Milliseconds. */
  readonly elapsed: () => number
  readonly random: (below: number) => number
  readonly connect: (url: string) => Rpc
}

/** A process of the checkout: real code in simulated surroundings. */
export type Server = {
  readonly life: Process
  readonly ctx: Context
  readonly jobs: readonly MonitoredJob[]
  readonly handle: (request: ApiRequest) => Promise<ApiResponse | null>
  /** Waits for the deliveries under way. */
  readonly idle: () => Promise<void>
  /** Hands its work over, like a process that is told to end. */
  readonly stop: () => Promise<void>
  /** The result of its own reconciliation. */
  readonly books: () => BooksState
  /** The errors that it reported as defects. */
  readonly defects: string[]
}

export function openServer(name: string, config: CheckoutConfig & { publicUrl: string }, around: Surroundings): Server {
  const life = new Process(name)
  const { now, elapsed, random } = around
  // Nothing waits by the real clock.
  const world = { now, elapsed, random, pause: async () => {} }
  const valid = parseConfig(config)
  const networks = openNetworks(valid, elapsed, {
    pause: world.pause,
    connect: (url) => life.rpc(around.connect(url)),
  })
  const health = createNetworkHealth(world)
  const storage = life.storage(around.storage)
  const opened = openContext({
    loopbackOnly: true,
    ...{ config: valid, publicUrl: config.publicUrl, storage, networks, health, world },
    testPayer: null,
    mail: null,
    observer: silentObserver,
    readBooks: () => ({ imbalance: 0, wrong: [], checkedAt: null }),
    background: { wake: () => {}, committed: () => {} },
  })
  const idRandom = () => Uint8Array.from({ length: 10 }, () => random(256))
  const ctx: Context = {
    ...opened,
    newId: (prefix: IdPrefix) => createId(prefix, opened.now(), idRandom()),
    node: opened.node && { ...opened.node, id: name },
    post: (_, request) => around.post(life, request),
    exchange: (url, request) => life.outside(() => around.exchange(url, request)),
  }
  const defects: string[] = []
  const defect = (line: string) => {
    if (!life.isOver) defects.push(line)
  }
  const ledger = createReconciliation(ctx)
  const { jobs, deliveries, leases } = createCheckoutWork(ctx, {
    health,
    books: ledger,
    gas: new Map(),
    transact: storage.transact,
    log: (line) => {
      if (line.startsWith('deliver')) defect(line)
    },
  })
  const handle = createHandler(ctx, { assets: [], loadDashboard: null }, (error) =>
    defect(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  )
  return {
    life,
    ctx,
    jobs,
    books: ledger.state,
    handle: (request) => handle(request, ctx.newId('req')),
    idle: () => deliveries.idle(),
    async stop() {
      await Promise.all(leases.map((work) => work.release()))
      await deliveries.drain()
    },
    defects,
  }
}
