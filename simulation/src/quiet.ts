import { checkStep } from './check.ts'
import { sendRefund } from './steps-chain.ts'
import { getConversions } from './steps-conversions.ts'
import { release } from './steps-restores.ts'
import { expectSame, must } from './violation.ts'
import type { World } from './world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** The most rounds until nothing changes. Work that is still not done never ends. */
const MOST_ROUNDS = 60
/** A job that has more to do after this many passes never ends. */
const MOST_PASSES = 100

/**
 * Stops all faults, and continues until nothing changes: then money, periods and deliveries have reached their ends.
 */
export async function drain(world: World): Promise<void> {
  const { receivers, chains } = world
  world.refundKey = 0
  await world.restart()
  world.skew = 0
  receivers.heal()
  for (const chain of Object.values(chains)) {
    chain.heal()
    chain.node.pool.baseFee = 1_000_000_000n
  }
  if (world.conversions) await endConversions(world)
  await rest(world, 2 * MINUTE_MS)
  // What is missing is made again first, and then completed or cancelled.
  for (let time = 0; time < 3; time++) {
    await release(world)
    await rest(world, 2 * MINUTE_MS)
  }
  world.time += DAY_MS + 10 * MINUTE_MS
  payCancelledRefunds(world)
  await rest(world, 2 * MINUTE_MS)
  for (const merchant of world.merchants) await world.ask(merchant, 'POST', '/settlements', { body: {} })
  await rest(world, 2 * MINUTE_MS)
  await rest(world, DAY_MS + 3 * 60 * MINUTE_MS)
  if (world.conversions) await awaitReleases(world)
  await world.restart()
  // The leases of the earlier processes expire.
  if (world.leases) world.time += 5_000
  await runAllJobs(world)
  expectSame(await checkStep(world), '', 'I15', 'what a restart changes')
}

/** The attester is right, there is gas, and large burns are possible. Circle may go on to ask for its fee. */
async function endConversions(world: World): Promise<void> {
  const { attester, cctp } = getConversions(world)
  attester.fault = 'right'
  cctp.destination.node.pool.balances.clear()
  cctp.limit = 10n ** 12n
  if (world.dice.percent(70)) cctp.fee = 0n
}

/** Lets the days pass after which money that cannot be burned is released: one, and three more. */
async function awaitReleases(world: World): Promise<void> {
  for (let time = 0; time < 3; time++) {
    world.time += 4 * DAY_MS
    await rest(world, 2 * MINUTE_MS)
  }
}

/** Wallets sign refunds that were cancelled long ago and no longer hold their amount. */
function payCancelledRefunds(world: World): void {
  for (const refund of world.history.refunds.values()) {
    const { signed, asked, row } = refund
    if (!signed && (asked || world.restores === 0) && row.method === 'sign' && row.status === 'cancelled')
      sendRefund(world, refund)
  }
}

/** Mines and runs all jobs, again and again, until nothing changes. */
async function rest(world: World, pauseMs: number): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    world.time += pauseMs
    for (const chain of Object.values(world.chains)) {
      chain.mine(world.time, true)
      chain.finaliseAll()
    }
    await runAllJobs(world)
    const changes = await checkStep(world)
    world.trace.push(`quiet ${round}: ${changes}`)
    if (/^(cursors \d+)?$/.test(changes) && round > 2) return
    // What Circle refuses to burn is tried again and again, until it is released a day later.
    if (isRefused(world) && /^(cursors \d+ ?)?(sends \d+)?$/.test(changes) && round > 12) return
  }
  must(false, 'I14', () => `after ${MOST_ROUNDS} quiet rounds there is still something going on: ${world.trace.at(-1)}`)
}

/** Tells whether Circle asks for a fee that some terms do not allow. */
function isRefused({ conversions }: World): boolean {
  return conversions !== null && conversions.cctp.fee > 0n
}

async function runAllJobs(world: World): Promise<void> {
  for (const server of world.servers) {
    for (const job of server.jobs) {
      let passes = 0
      while (await world.runJob(server, job)) {
        passes += 1
        must(passes < MOST_PASSES, 'I14', () => `${job.name} never ends`)
      }
    }
  }
}
