import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { SendTrouble } from '../domain/send.ts'
import { describeError, type NetworkHealth } from '../networks/health.ts'
import { explainHeldWallets } from '../refunds/wallet-hold.ts'
import { describeFailures } from '../relays/code-limits.ts'
import { claimUsedElsewhere } from '../relays/evm/elsewhere.ts'
import { withdrawUnneeded } from '../relays/evm/outcome.ts'
import { carrySponsored } from '../relays/stellar/carry.ts'
import { convert } from '../settlements/conversion/pass.ts'
import { ensureContracts } from '../settlements/factory.ts'
import { describeLostCoins } from '../settlements/paid-out.ts'
import { listFormerKeys } from '../transactions/known-keys.ts'
import { compareFormerKey, type PassResult, processQueue } from '../transactions/process-queue.ts'
import { areAnyRefundsHeld, lookAtKeys, refreshHold } from '../transactions/refund-hold.ts'
import type { OutcomeHandlers } from '../transactions/send.ts'
import { createJobLog, type MonitoredJob } from './runner.ts'

type Parts = {
  readonly health: NetworkHealth
  readonly outcomes: OutcomeHandlers
  readonly log: (line: string) => void
}

/** The jobs of a network on which the checkout can send. Warnings about its keys are logged at once. */
export function createSendingJobs(ctx: Context, network: Network, parts: Parts): MonitoredJob[] {
  const { sending, deposits, chain } = network
  if (!chain.transactor) return []
  // The database may know keys that are not configured any more.
  const jobs = [createSendJob(ctx, network, parts)]
  if (!sending) return jobs
  for (const warning of sending.warnings) parts.log(warning)
  jobs.push(createLostCoinsJob(ctx, network, parts.log))
  if (deposits && sending.gas) jobs.push(createFactoryJob(ctx, network, parts))
  if (network.cctp) jobs.push(createConversionJob(ctx, network, parts))
  return jobs
}

/** Sends what programs have signed on Stellar. Warnings about the key are logged at once. */
export function createSponsorJobs(ctx: Context, network: Network, { health, log }: Parts): MonitoredJob[] {
  const { sponsor } = network.chain
  if (!sponsor) return []
  for (const warning of sponsor.warnings) log(warning)
  const job = createTellingJob(ctx, log, {
    name: `sponsor ${network.environment} ${network.name}`,
    everyMs: network.pollMs,
    async pass() {
      const { more, trouble } = await carrySponsored(ctx, network)
      const failures = await findFailures(ctx, network)
      const texts = [trouble, health.sent(network, new Map([[sponsor.account, failures]]))]
      return { more, trouble: texts.filter(Boolean).join('; ') || null }
    },
    describeError: (error) => health.failed(network, 'sending', error),
  })
  return [job]
}

type TellingJob = Omit<MonitoredJob, 'run'> & {
  /** `trouble`: why something waits, in words for the operator; null if nothing does. */
  pass(): Promise<{ readonly more: boolean; readonly trouble: string | null }>
}

/** A job whose passes succeed although something waits. The log tells the trouble as it tells failures of jobs. */
function createTellingJob(ctx: Context, log: (line: string) => void, { pass, ...timing }: TellingJob): MonitoredJob {
  const tell = createJobLog(ctx.elapsed, log)
  const job: MonitoredJob = {
    ...timing,
    async run() {
      const { more, trouble } = await pass()
      if (trouble === null) tell.succeeded?.(job)
      else tell.failed({ ...job, describeError: () => trouble }, null)
      return { more }
    },
  }
  return job
}

/** Finds failures of what is sent for payers: none should fail, because it was tried out before. */
async function findFailures(ctx: Context, network: Network): Promise<readonly SendTrouble[]> {
  const text = await describeFailures(ctx.db, { network, now: ctx.now() })
  return text === null ? [] : [{ kind: 'failures', text }]
}

/** To the troubles of the key that sends for payers. */
async function addFailures(
  ctx: Context,
  network: Network,
  troubles: Map<string, readonly SendTrouble[]>,
): Promise<void> {
  const address = network.sending?.gas?.address
  if (!network.gasless || !address) return
  const failures = await findFailures(ctx, network)
  troubles.set(address, [...(troubles.get(address) ?? []), ...failures])
}

const FACTORY_EVERY_MS = 30_000

/** Ensures that the contract which sweeps deposits exists. */
function createFactoryJob(
  ctx: Context,
  network: Network,
  { health, log }: { readonly health: NetworkHealth; readonly log: (line: string) => void },
): MonitoredJob {
  return createTellingJob(ctx, log, {
    name: `factory ${network.environment} ${network.name}`,
    // A network that shows deposits within seconds should allow sweeps as soon.
    everyMs: Math.min(FACTORY_EVERY_MS, 10 * network.pollMs),
    pass: async () => ({ more: false, trouble: await ensureContracts(ctx, network) }),
    describeError: (error) => health.failed(network, 'sending', error),
  })
}

const CONVERSION_EVERY_MS = 5_000

/** Converts the money of settlements, as far as that is under way. */
function createConversionJob(ctx: Context, network: Network, { health, log }: Omit<Parts, 'outcomes'>): MonitoredJob {
  return createTellingJob(ctx, log, {
    name: `conversions ${network.environment} ${network.name}`,
    everyMs: Math.min(CONVERSION_EVERY_MS, 2 * network.pollMs),
    pass: () => convert(ctx, network),
    describeError: (error) => health.failed(network, 'sending', error),
  })
}

const HELD_EVERY_MS = 30_000

/** Reports refunds of a network that wait because a wallet may have paid them. */
export function createHeldRefundsJob(
  ctx: Context,
  network: Network,
  health: NetworkHealth,
  log: (line: string) => void,
): MonitoredJob {
  return createTellingJob(ctx, log, {
    name: `refunds ${network.environment} ${network.name}`,
    // A local network shows it within seconds.
    everyMs: Math.min(HELD_EVERY_MS, 10 * network.pollMs),
    async pass() {
      const trouble = await explainHeldWallets(ctx, network)
      health.walletsHeld(network, trouble)
      return { more: false, trouble }
    },
    describeError,
  })
}

const LOST_COINS_EVERY_MS = 60_000

/** Logs the deposits of a network that lost their coins. */
function createLostCoinsJob(ctx: Context, network: Network, log: (line: string) => void): MonitoredJob {
  return createTellingJob(ctx, log, {
    name: `deposits ${network.environment} ${network.name}`,
    everyMs: LOST_COINS_EVERY_MS,
    pass: async () => ({ more: false, trouble: await describeLostCoins(ctx, network) }),
    describeError,
  })
}

/**
 * Processes a network's transactions, each of its keys separately, and withdraws payers' authorizations that their
 * payments no longer need. A waiting transaction is reported but does not fail the pass: that would slow the others
 * down.
 */
export function createSendJob(ctx: Context, network: Network, { health, outcomes, log }: Parts): MonitoredJob {
  return createTellingJob(ctx, log, {
    name: `send ${network.environment} ${network.name}`,
    everyMs: network.pollMs,
    async pass() {
      let more = false
      const troubles = new Map<string, readonly SendTrouble[]>()
      const defects: unknown[] = []
      const despiteDefects = (doing: () => Promise<void>) => doing().catch((error: unknown) => defects.push(error))
      if (network.gasless) {
        await despiteDefects(() => claimUsedElsewhere(ctx, network))
        await despiteDefects(() => withdrawUnneeded(ctx, network))
      }
      const carry = (address: string, doing: () => Promise<PassResult>) =>
        despiteDefects(async () => {
          const carried = await doing()
          more ||= carried.more
          troubles.set(address, carried.troubles)
        })
      await lookAtKeys(ctx, network)
      for (const { signer } of await listFormerKeys(ctx, network))
        await carry(signer.address, () => compareFormerKey(ctx, { network, signer }, outcomes))
      for (const signer of network.sending?.signers ?? [])
        await carry(signer.address, () => processQueue(ctx, { network, signer }, outcomes))
      if (areAnyRefundsHeld(network)) await refreshHold(ctx, network)
      await addFailures(ctx, network, troubles)
      if (defects.length > 0) throw defects[0]
      return { more, trouble: health.sent(network, troubles) }
    },
    describeError: (error) => health.failed(network, 'sending', error),
  })
}
