import { listFeeds, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { findSweepMoved } from '../deposits/sweeps-store.ts'
import type { NetworkHealth } from '../networks/health.ts'
import { adoptRefund } from '../refunds/adopt.ts'
import { endRefund, findRefundMoved } from '../refunds/pay-out.ts'
import { limitRelay } from '../relays/evm/offer.ts'
import { findRelayMoved, handleRelayOutcome } from '../relays/evm/outcome.ts'
import { recordBurn } from '../settlements/conversion/burn.ts'
import { recordDelivery } from '../settlements/conversion/deliver.ts'
import { findBurning, findDelivering } from '../settlements/conversion/store.ts'
import { prepareSweepBooking } from '../settlements/settle-sweep.ts'
import type { OutcomeHandlers } from '../transactions/send.ts'
import { createBookJob } from '../workers/book.ts'
import { createClaimsJob } from '../workers/claims.ts'
import { createDeliverJob } from '../workers/deliver.ts'
import { createKeyUsesJob } from '../workers/key-uses.ts'
import { createLeasedWork } from '../workers/leased.ts'
import {
  createCheckCoinsJob,
  createClaimablesJob,
  createCompareJob,
  createGasJob,
  createRatesJob,
  type KeyBalanceCache,
} from '../workers/network-readings.ts'
import { createFailedSignInsJob, createMonthlyReportsJob, createNotifyJob } from '../workers/notify.ts'
import { createPruneJob } from '../workers/prune.ts'
import { createRecipientsJob } from '../workers/recipients.ts'
import { createReconcileJob, type Reconciliation } from '../workers/reconcile.ts'
import { createRequestLogJob } from '../workers/request-log.ts'
import { createJobLog, type MonitoredJob, startJobs } from '../workers/runner.ts'
import { createHeldRefundsJob, createSendingJobs, createSponsorJobs } from '../workers/sending.ts'
import { createSettleJob } from '../workers/settle.ts'
import { createStreamJob } from '../workers/stream-events.ts'
import { createTellPagesJob } from '../workers/tell-pages.ts'
import { createRecheckJob, createWatchJob } from '../workers/watch.ts'

/** A delivery to a slower receiver is repeated after the next start. */
const DRAIN_MS = 5_000

type Parts = {
  readonly health: NetworkHealth
  readonly books: Reconciliation
  readonly gas: KeyBalanceCache
  readonly log: (line: string) => void
  /** Commits that wake no job. */
  readonly transact: Context['transact']
}

/** The background work of a checkout: the jobs of each node, and those that one node does for all. */
export function createCheckoutWork(ctx: Context, parts: Parts) {
  const { books, log, transact } = parts
  const watched = ctx.networks.map((network) => watch(ctx, network, parts))
  const { snapshot, restore } = books
  const periodic = createLeasedWork(ctx, { name: 'settle and prune', snapshot, restore, inherit: restore })
  const rates = ctx.networks.flatMap((network) =>
    listFeeds(network).length > 0 ? [createRatesJob(ctx, network, log)] : [],
  )
  // Its own writes must not wake it.
  const deliveries = createDeliverJob({ ...ctx, transact }, log)
  const keyUses = createKeyUsesJob({ ...ctx, transact })
  const requestLog = createRequestLogJob({ ...ctx, transact })
  const streams = createStreamJob(ctx)
  const mailing = ctx.mail ? [createNotifyJob({ ...ctx, transact }, ctx.mail, log), createMonthlyReportsJob(ctx)] : []
  const jobs: readonly MonitoredJob[] = [
    ...watched.flatMap((one) => one.jobs),
    ...ctx.networks.flatMap((network) => lookJobs(ctx, network, parts)),
    ...rates,
    deliveries,
    keyUses,
    requestLog,
    streams,
    createTellPagesJob(ctx),
    ...mailing,
    ...periodic.keepers,
    ...[
      createBookJob(periodic.ctx),
      createSettleJob(periodic.ctx),
      createClaimsJob(periodic.ctx),
      createPruneJob(periodic.ctx),
      createFailedSignInsJob(periodic.ctx),
      createReconcileJob(books, ctx.elapsed, log),
    ].map(periodic.job),
  ]
  const leases = [periodic, ...watched.map(({ work }) => work)]
  return { jobs, watched, leases, rates, deliveries, noted: [keyUses, requestLog], streams }
}

/** Starts the background work. */
export function startWork(ctx: Context, parts: Parts) {
  const { log } = parts
  const { jobs: all, watched, leases, rates, deliveries, noted, streams } = createCheckoutWork(ctx, parts)
  const jobs = startJobs<MonitoredJob>(all, createJobLog(ctx.elapsed, log))
  const watchers = new Map(watched.map(({ network, watcher }) => [network, watcher]))
  return {
    committed: () => {
      jobs.wake(deliveries)
      if (!ctx.eventFeeds.isEmpty) jobs.wake(streams)
    },
    leases: () =>
      leases.flatMap(({ name, held }) => {
        const isHeld = held()
        return isHeld === null ? [] : [{ name, held: isHeld }]
      }),
    wake: (network: Network) => jobs.wake(watchers.get(network)),
    firstRates: Promise.all(rates.map((job) => job.firstPass)),
    async stop() {
      await jobs.stop()
      // Notes since its last pass.
      for (const job of noted)
        await job.run().catch((error: unknown) => log(`${job.name}: ${job.describeError(error)}`))
      await Promise.all(leases.map((work) => work.release()))
      await waitAtMost(DRAIN_MS, deliveries.drain())
    },
  }
}

/** The jobs that read a network into the database, and send on it. */
function watch(ctx: Context, network: Network, { health, log }: Parts) {
  const work = createLeasedWork(ctx, {
    name: `${network.environment} ${network.name}`,
    snapshot: () => health.snapshot(network),
    restore: (note, ageMs) => health.restore(network, note, ageMs),
  })
  const watcher = work.job(createWatchJob(work.ctx, network, health))
  const others = [
    createRecheckJob(work.ctx, network, health, log),
    createHeldRefundsJob(work.ctx, network, health, log),
    ...createSendingJobs(work.ctx, network, { health, outcomes: transactionHandlers, log }),
    ...createSponsorJobs(work.ctx, network, { health, outcomes: transactionHandlers, log }),
  ].map(work.job)
  return { network, work, watcher, jobs: [...work.keepers, watcher, ...others] }
}

/** The jobs that each node runs for itself. */
function lookJobs(ctx: Context, network: Network, { health, gas, log }: Parts): MonitoredJob[] {
  const { chain, sending } = network
  return [
    createCheckCoinsJob(network, health),
    createRecipientsJob(ctx, network, { health, log }),
    ...(chain.nodes.states().length > 1 ? [createCompareJob(network, health)] : []),
    ...(chain.claimables ? [createClaimablesJob(ctx, network, chain.claimables)] : []),
    ...(sending ? [createGasJob(ctx, network, gas)] : []),
  ]
}

/** For each purpose of a transaction: the handler of its outcome, and the lookup of what it moves. */
export const transactionHandlers: OutcomeHandlers = {
  refund: { record: endRefund, findMoved: findRefundMoved, adopt: adoptRefund },
  relay: { record: handleRelayOutcome, findMoved: findRelayMoved, findLimit: limitRelay },
  settlement: { prepare: prepareSweepBooking, findMoved: findSweepMoved },
  conversion: { record: recordBurn, findMoved: findBurning },
  delivery: { record: recordDelivery, findMoved: findDelivering },
}

/** Waits for a promise, but no longer than `ms` milliseconds. */
export async function waitAtMost(ms: number, awaited: Promise<unknown>): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await Promise.race([awaited, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
