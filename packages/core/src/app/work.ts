import { listFeeds, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { findSweepMoved } from '../deposits/sweeps-store.ts'
import { findRelayMoved, relayOutcome } from '../gasless/outcome.ts'
import type { NetworkHealth } from '../networks/health.ts'
import { endRefund, findRefundMoved } from '../refunds/end.ts'
import { prepareSettling } from '../settlements/settle-sweep.ts'
import type { OutcomeHandlers } from '../transactions/outcome.ts'
import { checkCoinsJob } from '../workers/check-coins.ts'
import { claimablesJob } from '../workers/claimables.ts'
import { compareJob } from '../workers/compare.ts'
import { deliverJob } from '../workers/deliver.ts'
import { type GasBoard, gasJob } from '../workers/gas.ts'
import { leased } from '../workers/leased.ts'
import { reporter } from '../workers/log-on-change.ts'
import { pruneJob } from '../workers/prune.ts'
import { ratesJob } from '../workers/rates.ts'
import { auditJob } from '../workers/recheck.ts'
import { booksJob } from '../workers/reconcile.ts'
import type { Books } from '../workers/reconcile-next.ts'
import { startJobs, type ToldJob } from '../workers/runner.ts'
import { sendingJobs } from '../workers/sending.ts'
import { settleJob } from '../workers/settle.ts'
import { watchJob } from '../workers/watch.ts'
import { atMost } from './with-timeout.ts'

/** A delivery to a slower receiver is repeated after the next start. */
const DRAIN_MS = 5_000

type Parts = {
  readonly health: NetworkHealth
  readonly books: Books
  readonly gas: GasBoard
  readonly log: (line: string) => void
  /** Commits that wake no job. */
  readonly transact: Context['transact']
}

/** The background work of a checkout: the jobs of each node, and those that one node does for all. */
export function checkoutWork(ctx: Context, parts: Parts) {
  const { books, log, transact } = parts
  const watched = ctx.networks.map((network) => watch(ctx, network, parts))
  const { tell, hear } = books
  const periodic = leased(ctx, { name: 'settle and prune', tell, hear, inherit: hear })
  const rates = ctx.networks.flatMap((network) => (listFeeds(network).length > 0 ? [ratesJob(ctx, network, log)] : []))
  // Its own writes must not wake it.
  const deliveries = deliverJob({ ...ctx, transact }, log)
  const jobs: readonly ToldJob[] = [
    ...watched.flatMap((one) => one.jobs),
    ...ctx.networks.flatMap((network) => lookJobs(ctx, network, parts)),
    ...rates,
    deliveries,
    ...periodic.keepers,
    ...[settleJob(periodic.ctx), pruneJob(periodic.ctx), booksJob(books, ctx.elapsed, log)].map(periodic.job),
  ]
  const leases = [periodic, ...watched.map(({ work }) => work)]
  return { jobs, watched, leases, rates, deliveries }
}

/** Starts the background work. */
export function startWork(ctx: Context, parts: Parts) {
  const { log } = parts
  const { jobs: all, watched, leases, rates, deliveries } = checkoutWork(ctx, parts)
  const jobs = startJobs<ToldJob>(all, reporter(ctx.elapsed, log))
  const watchers = new Map(watched.map(({ network, watcher }) => [network, watcher]))
  return {
    committed: () => jobs.wake(deliveries),
    leases: () =>
      leases.flatMap(({ name, held }) => {
        const isHeld = held()
        return isHeld === null ? [] : [{ name, held: isHeld }]
      }),
    wake: (network: Network) => jobs.wake(watchers.get(network)),
    firstRates: Promise.all(rates.map((job) => job.firstPass)),
    async stop() {
      await jobs.stop()
      await Promise.all(leases.map((work) => work.release()))
      await atMost(DRAIN_MS, deliveries.drain())
    },
  }
}

/** The jobs that read a network into the database, and send on it. */
function watch(ctx: Context, network: Network, { health, log }: Parts) {
  const work = leased(ctx, {
    name: `${network.environment} ${network.name}`,
    tell: () => health.tell(network),
    hear: (note, ageMs) => health.hear(network, note, ageMs),
  })
  const watcher = work.job(watchJob(work.ctx, network, health))
  const others = [
    auditJob(work.ctx, network, health, log),
    ...sendingJobs(work.ctx, network, { health, outcomes, log }),
  ].map(work.job)
  return { network, work, watcher, jobs: [...work.keepers, watcher, ...others] }
}

/** The jobs that each node runs for itself. */
function lookJobs(ctx: Context, network: Network, { health, gas }: Parts): ToldJob[] {
  const { chain, sending } = network
  return [
    checkCoinsJob(network, health),
    ...(chain.nodes().length > 1 ? [compareJob(network, health)] : []),
    ...(chain.claimables ? [claimablesJob(ctx, network, chain.claimables)] : []),
    ...(sending ? [gasJob(ctx, network, gas)] : []),
  ]
}

/** For each purpose of a transaction: the handler of its outcome, and the lookup of what it moves. */
export const outcomes: OutcomeHandlers = {
  refund: { tell: endRefund, findMoved: findRefundMoved },
  relay: { tell: relayOutcome, findMoved: findRelayMoved },
  settlement: { prepare: prepareSettling, findMoved: findSweepMoved },
}
