import type { Event, Payment } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import { createNetworkHealth } from '../networks/health.ts'
import type { Row } from '../storage/tables.ts'
import {
  FakeClock,
  type ScriptedBlock,
  ScriptedNode,
  type ScriptedTransfer,
  TEST_CHAIN_ID,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
  testCheckout,
} from '../testing/index.ts'
import { pickRuns } from '../testing/runs.ts'
import { createRecheckJob, createWatchJob } from '../workers/watch.ts'

/**
 * A second model, besides the one for the order of events. Here nodes misbehave, two environments watch one chain, late
 * money may be accepted and shortfalls tolerated. The invariants are checked after every single step.
 */
const pick = fc.nat(30)
/** Half a minute on an idle machine, several on a busy one. */
const MANY_LIVES_MS = 300_000
const does = <Name extends string, More extends object>(
  weight: number,
  name: Name,
  more: { [K in keyof More]: fc.Arbitrary<More[K]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...more }) as unknown as fc.Arbitrary<{ do: Name } & More>,
})
const happening = fc.oneof(
  does(4, 'create', { cents: fc.integer({ min: 100, max: 102 }), seconds: fc.integer({ min: 1, max: 40 }) }),
  does(7, 'pay', {
    pick,
    off: fc.constantFrom(0n, 0n, 0n, 0n, -50_000n, 10n, 3_000_000n),
    times: fc.constantFrom(1, 1, 1, 2),
  }),
  does(6, 'mine', {}),
  does(3, 'reorganise', { depth: fc.integer({ min: 1, max: 4 }), fate: fc.constantFrom('lost', 'again', 'later') }),
  does(8, 'read', { environment: fc.constantFrom('sandbox', 'sandbox', 'production') }),
  does(2, 'readAll', {}),
  does(3, 'reread', { environment: fc.constantFrom('sandbox', 'sandbox', 'production') }),
  does(2, 'wait', { seconds: fc.integer({ min: 1, max: 30 }) }),
  does(1, 'waitLong', { hours: fc.integer({ min: 12, max: 30 }) }),
  does(3, 'node', {
    is: fc.constantFrom('right', 'behind', 'forgetful', 'blind', 'stammering', 'inventive', 'unsure', 'narrow'),
  }),
  does(1, 'sprint', { blocks: fc.integer({ min: 30, max: 60 }) }),
  does(1, 'restart', {}),
  does(1, 'cancel', { pick }),
  does(2, 'assign', { pick, to: pick }),
  does(1, 'accept', { pick }),
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never
type Policy = { readonly latePayments: 'review' | 'accept'; readonly underpaymentTolerance: 0 | 0.05 }
const policies = fc.record({
  latePayments: fc.constantFrom('review' as const, 'accept' as const),
  underpaymentTolerance: fc.constantFrom(0 as const, 0.05 as const),
})

const HOUR_MS = 3_600_000
const millionths = (text: string) => BigInt(text.replace('.', ''))
const statuses = ['created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled'] as const

async function openWorld(policy: Policy) {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now(), finalizedDepth: 4 })
  // One of three nodes may be wrong, and is outvoted.
  const shop = await testCheckout(policy, { clock, node, mirrors: [node.mirror(), node.mirror()] })
  const world = {
    shop,
    policy,
    payments: [] as Payment[],
    waiting: [] as ScriptedTransfer[],
    cancelled: new Set<string>(),
    accepted: new Set<string>(),
    assigned: new Map<string, string>(),
    completed: new Set<string>(),
    finalNumber: 0,
    /** The latest time of a block that was read. */
    readUntil: 0,
  }
  // Both environments read from the first block on.
  await read(world, 'sandbox')
  await read(world, 'production')
  return world
}
type World = Awaited<ReturnType<typeof openWorld>>

const expectedTrouble = /waiting for it|does not have block|unknown block/

type Reads = typeof createWatchJob | typeof createRecheckJob

async function read({ shop }: Pick<World, 'shop'>, environment: string, job: Reads = createWatchJob): Promise<boolean> {
  const network = shop.checkout.context.networks.find((one) => one.environment === environment) as Network
  try {
    return (await job(shop.checkout.context, network, createNetworkHealth(shop.clock), () => {}).run()).more
  } catch (error) {
    expect((error as Error).message).toMatch(expectedTrouble)
    return false
  }
}

function mine(world: World): void {
  world.shop.mine(world.waiting.splice(0))
  world.finalNumber = Math.max(world.finalNumber, world.shop.node.finalizedNumber)
}

function reorganise(world: World, depth: number, fate: string): void {
  const { node } = world.shop
  const possible = Math.min(depth, node.head.number - world.finalNumber)
  if (possible < 1) return
  const dropped = node.drop(possible).reverse()
  if (fate === 'again') world.waiting.unshift(...dropped)
  for (let block = 0; block <= possible; block++) mine(world)
  if (fate === 'later') world.waiting.push(...dropped)
}

/** Sets how the preferred node answers from now on. */
function misbehave({ shop: { node } }: World, is: string): void {
  node.lag = is === 'behind' ? 2 : 0
  node.distortion = (method, [logFilter], answer) => {
    const filter = logFilter as { blockHash?: string; fromBlock: string; toBlock: string }
    if (is === 'unsure' && method === 'eth_getBlockByNumber' && String(logFilter) === 'finalized') return null
    if (method !== 'eth_getLogs') return answer()
    if (is === 'blind' || (is === 'forgetful' && filter.blockHash)) return []
    if (is === 'inventive') return [...(answer() as Log[]), ...(answer() as Log[]).map(invented)]
    if (is === 'narrow' && Number(filter.toBlock) - Number(filter.fromBlock) > 1)
      throw new NodeError('too_much', 'too wide')
    if (is === 'stammering') return [...(answer() as object[]), ...(answer() as object[])].reverse()
    return answer()
  }
}

type Log = { readonly transactionHash: string; readonly logIndex: string }

function invented(log: Log): Log {
  return {
    ...log,
    transactionHash: log.transactionHash.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    logIndex: '0x99',
  }
}

async function refusedAs(code: string, work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return false
  } catch (error) {
    expect(error).toMatchObject({ code })
    return true
  }
}

const identity = (hash: string, rawAmount: string | bigint) => `${hash} ${rawAmount}`

async function decide(world: World, step: Happening, payment: Payment): Promise<void> {
  const { sandbox } = world.shop.checkout
  if (step.do === 'cancel') {
    if (!(await refusedAs('invalid_state', sandbox.payments.cancel(payment.id)))) world.cancelled.add(payment.id)
  }
  if (step.do === 'accept') {
    const before = await sandbox.payments.retrieve(payment.id)
    const refused = await refusedAs('invalid_state', sandbox.payments.accept(payment.id))
    if (!refused && before.status !== 'completed') world.accepted.add(payment.id)
  }
  if (step.do === 'assign') {
    const { data } = await sandbox.transfers.list({ status: 'unattributed', limit: 100 })
    const transfer = data[step.pick % Math.max(1, data.length)]
    const to = world.payments[step.to % world.payments.length]
    if (!transfer || !to) return
    const refused = await refusedAs('invalid_state', sandbox.transfers.assign(transfer.id, { paymentId: to.id }))
    expect(refused).toBe(transfer.status === 'orphaned')
    if (!refused) world.assigned.set(identity(transfer.hash, transfer.rawAmount), to.id)
  }
}

async function perform(world: World, step: Happening): Promise<void> {
  const { shop, payments } = world
  const payment = 'pick' in step ? payments[step.pick % Math.max(1, payments.length)] : undefined
  if (step.do === 'create') payments.push(await shop.create({ amount: step.cents / 100, expiresIn: step.seconds }))
  if (step.do === 'mine') mine(world)
  if (step.do === 'reorganise') reorganise(world, step.depth, step.fate)
  if (step.do === 'read') await read(world, step.environment)
  if (step.do === 'readAll') while (await read(world, 'sandbox'));
  if (step.do === 'reread') await read(world, step.environment, createRecheckJob)
  if (step.do === 'sprint') for (let block = 0; block < step.blocks; block++) mine(world)
  if (step.do === 'wait') shop.clock.advance(step.seconds * 1_000)
  if (step.do === 'waitLong') shop.clock.advance(step.hours * HOUR_MS)
  if (step.do === 'node') misbehave(world, step.is)
  if (step.do === 'restart') shop.restart()
  if (step.do === 'pay' && payment) {
    const { amountDue, cryptoAmount } = await shop.retrieve(payment)
    const expectedAmount = (millionths(amountDue) || millionths(cryptoAmount)) + step.off
    const rawAmount = expectedAmount > 0n ? expectedAmount : 0n
    const transfer = { token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount }
    // Without a hash, each transfer gets its own transaction.
    for (let count = 0; count < step.times; count++) world.waiting.push(transfer)
  }
  if (payment) await decide(world, step, payment)
}

async function eventsOf({ shop }: World): Promise<Event[]> {
  const events: Event[] = []
  for (let more = true; more; ) {
    const page = await shop.checkout.sandbox.events.list({ after: events.length, limit: 100 })
    events.push(...page.data)
    more = page.hasMore
  }
  return events
}

/** The invariants that hold at all times, whatever was read so far. */
async function checkAlways(world: World): Promise<void> {
  const { shop, payments } = world
  const { db } = shop.checkout.context
  const rows = await db.selectFrom('transfers').selectAll().execute()
  expect(new Set(rows.map((row) => [row.tx_hash, row.raw_amount, row.ordinal].join())).size).toBe(rows.length)
  const cursors = await db.selectFrom('cursors').select('block_time').where('environment', '=', 'sandbox').execute()
  world.readUntil = Math.max(world.readUntil, ...cursors.map((cursor) => cursor.block_time))
  const byPayment = Map.groupBy(rows, (row) => row.payment_id)
  const events = await eventsOf(world)
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1))
  const lastStates = new Map(events.map((event) => [event.data.object.id, event.data.object as Payment]))
  for (const { id } of payments) {
    const payment = await shop.retrieve({ id })
    const own = (byPayment.get(id) ?? []).filter((row) => row.state !== 'orphaned')
    expect(millionths(payment.amountReceived)).toBe(own.reduce((sum, row) => sum + row.amount, 0n))
    // Events report each change and each loss of money, and nothing untrue.
    expect(lastStates.get(id)?.status).toBe(payment.status)
    expect(millionths(lastStates.get(id)?.amountReceived ?? '')).toBeLessThanOrEqual(millionths(payment.amountReceived))
    if (payment.status === 'expired') expect(Date.parse(payment.expiresAt)).toBeLessThan(world.readUntil)
    if (world.completed.has(id)) expect(payment.status).toBe('completed')
    if (payment.status === 'completed') {
      world.completed.add(id)
      const final = own.filter((row) => row.state === 'final').reduce((sum, row) => sum + row.amount, 0n)
      expect(final >= neededOf(world, payment) || world.accepted.has(id)).toBe(true)
    }
  }
  await checkAmounts(world)
  await checkCounts(world, rows, events)
}

/** The stored counts equal the counted rows. */
async function checkCounts({ shop }: World, rows: readonly Row<'transfers'>[], events: readonly Event[]) {
  const { sandbox, context } = shop.checkout
  for (const status of statuses) {
    const { totalCount } = await sandbox.payments.list({ status, limit: 1 })
    const real = await context.db.selectFrom('payments').select('id').where('status', '=', status).execute()
    expect(totalCount).toBe(real.length)
  }
  const own = rows.filter((row) => row.merchant_id !== null && !row.livemode)
  for (const status of ['attributed', 'unattributed'] as const) {
    const { totalCount } = await sandbox.transfers.list({ status, network: 'ethereum', limit: 1 })
    expect(totalCount).toBe(own.filter((row) => (row.payment_id !== null) === (status === 'attributed')).length)
  }
  expect((await sandbox.transfers.list({ limit: 1 })).totalCount).toBe(own.length)
  for (const type of new Set(events.map((event) => event.type))) {
    const { totalCount } = await sandbox.events.list({ type, limit: 1 })
    expect(totalCount).toBe(events.filter((event) => event.type === type).length)
  }
}

/** Amounts of open payments are held, those of ended ones are at rest. */
async function checkAmounts({ shop }: World): Promise<void> {
  const held = await shop.checkout.context.db
    .selectFrom('reservations')
    .innerJoin('payments', 'payments.id', 'reservations.payment_id')
    .select(['payments.status', 'reservations.released_at'])
    .execute()
  for (const { status, released_at } of held)
    expect(released_at !== null).toBe(['completed', 'expired', 'cancelled'].includes(status))
}

function neededOf({ policy }: World, payment: Payment): bigint {
  const due = millionths(payment.cryptoAmount)
  return due - (due * BigInt(policy.underpaymentTolerance * 100)) / 100n
}

function paidBy(block: ScriptedBlock) {
  return block.transfers.filter((one) => one.rawAmount > 0n).map((one) => ({ ...one, time: block.timestamp * 1_000 }))
}

/** The expected state once everything is final, derived from the chain and from the merchant's actions. */
function expectedOf(world: World, payment: Payment, payeeOf: ReadonlyMap<string, string>) {
  const { shop, assigned, cancelled, accepted, policy } = world
  const payee = (one: ScriptedTransfer & { txHash: string }) =>
    assigned.get(identity(one.txHash, one.rawAmount)) ?? payeeOf.get(String(one.rawAmount))
  const own = shop.node.blocks.flatMap(paidBy).filter((one) => payee(one) === payment.id)
  const sum = (list: typeof own) => list.reduce((total, one) => total + one.rawAmount, 0n)
  const expiresAt = Date.parse(payment.expiresAt)
  const window = policy.latePayments === 'accept' ? 24 * HOUR_MS : 0
  const counted = sum(own.filter((one) => one.time <= expiresAt + window))
  const open = shop.node.head.timestamp * 1_000 > expiresAt ? 'expired' : counted > 0n ? 'partially_paid' : 'created'
  const byChain = counted >= neededOf(world, payment) ? 'completed' : open
  const isCancelled = cancelled.has(payment.id)
  const status = accepted.has(payment.id) ? 'completed' : isCancelled ? 'cancelled' : byChain
  return {
    status,
    received: sum(own),
    late: own.some((one) => one.time > expiresAt) || (isCancelled && own.length > 0),
    multiple: own.length > 1,
    manual: accepted.has(payment.id),
  }
}

async function checkSettled(world: World): Promise<void> {
  const { shop, payments } = world
  const { db } = shop.checkout.context
  const amounts = await db.selectFrom('reservations').select(['amount', 'payment_id']).execute()
  const payeeOf = new Map(amounts.map((row) => [String(row.amount), row.payment_id]))
  for (const created of payments) {
    const { status, amountReceived, exceptions } = await shop.retrieve(created)
    const has = (exception: 'late' | 'multiple' | 'manual') => exceptions.includes(exception)
    expect({
      status,
      received: millionths(amountReceived),
      ...{ late: has('late'), multiple: has('multiple'), manual: has('manual') },
    }).toEqual(expectedOf(world, created, payeeOf))
  }
  if (payments.length === 0) return
  const rows = await db.selectFrom('transfers').selectAll().where('state', '!=', 'orphaned').execute()
  expect(rows.every((row) => row.state === 'final')).toBe(true)
  const onChain = shop.node.blocks.flatMap(paidBy).map((one) => identity(one.txHash, one.rawAmount))
  expect(rows.map((row) => identity(row.tx_hash, row.raw_amount)).sort()).toEqual(onChain.sort())
}

test(
  'whatever nodes, payers and merchants do, nothing is ever wrong, and in the end all is right',
  async () => {
    let steps = 0
    await fc.assert(
      fc.asyncProperty(policies, fc.array(happening, { minLength: 20, maxLength: 90 }), async (policy, history) => {
        const world = await openWorld(policy)
        // The wallet is watched from the first block on.
        await perform(world, { do: 'create', cents: 100, seconds: 20 })
        for (const step of history) {
          await perform(world, step)
          await checkAlways(world)
          steps += 1
        }
        misbehave(world, 'right')
        for (let block = 0; block <= world.shop.node.finalizedDepth; block++) mine(world)
        for (const environment of ['sandbox', 'production', 'sandbox']) {
          while (await read(world, environment));
          while (await read(world, environment, createRecheckJob));
        }
        await checkAlways(world)
        await checkSettled(world)
        await world.shop.stop()
      }),
      { numRuns: pickRuns({ full: 60, quick: 15 }), seed: 42 },
    )
    expect(steps).toBeGreaterThan(pickRuns({ full: 2_000, quick: 500 }))
  },
  MANY_LIVES_MS,
)
