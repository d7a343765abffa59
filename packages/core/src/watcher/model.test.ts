import type { Event, Payment, Transfer } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Step } from '../chains/chain.ts'
import { createNetworkHealth } from '../networks/health.ts'
import { loadPosition } from '../networks/store.ts'
import { type ScriptedTransfer, TEST_PAYER, TEST_TOKEN, TEST_WALLET, testCheckout } from '../testing/index.ts'
import { pickRuns } from '../testing/runs.ts'
import { createWatchJob } from '../workers/watch.ts'
import { applyStep, type Change } from './apply-step.ts'
import { watchRecipients } from './ledger/watch-list.ts'

/** Half a minute on an idle machine, several on a busy one. */
const MANY_LIVES_MS = 300_000

/** All possible events, in any order. Numbers select among the existing objects. */
const happening = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      cents: fc.integer({ min: 100, max: 103 }),
      seconds: fc.integer({ min: 1, max: 25 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      pick: fc.integer({ min: 0, max: 30 }),
      extra: fc.constantFrom(0n, 0n, 0n, 0n, -7n, 1_000_003n),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('payTwoAtOnce' as const),
      pick: fc.integer({ min: 0, max: 30 }),
      other: fc.integer({ min: 0, max: 30 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('junk' as const), kind: fc.constantFrom('zero', 'token', 'wallet') }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('mine' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: 3 }),
      again: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('readTwice' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)
const decision = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), pick: fc.integer({ min: 0, max: 30 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('assign' as const),
      pick: fc.integer({ min: 0, max: 30 }),
      to: fc.integer({ min: 0, max: 30 }),
    }),
  },
)
type Happening = typeof happening | typeof decision extends fc.Arbitrary<infer T> ? T : never

const FINALISED_DEPTH = 2
const notBelieved = /waiting for it/

/** Plays events on a checkout, and records what a merchant and a payer would know. */
async function play() {
  const shop = await testCheckout()
  const payments: Payment[] = []
  const waiting: ScriptedTransfer[] = []
  /** The payment that an amount pays. */
  const payeeOf = new Map<bigint, string>()
  const assigned = new Map<string, string>()
  const cancelled = new Set<string>()
  let finalNumber = 0
  const network = () => shop.checkout.context.networks.find((one) => one.environment === 'sandbox')!
  const reader = () => createWatchJob(shop.checkout.context, network(), createNetworkHealth(shop.clock))

  async function read(): Promise<boolean> {
    try {
      return (await reader().run()).more
    } catch (error) {
      if (error instanceof Error && notBelieved.test(error.message)) return false
      throw error
    }
  }

  /** Another reader computes a step, is overtaken, and commits it too late. */
  async function readTwice(): Promise<void> {
    const { position, version } = await loadPosition(shop.checkout.context.db, network())
    let late: Step
    try {
      late = (
        await network().chain.reader.next(
          { ...position, startTime: null },
          watchRecipients(shop.checkout.context, network()),
        )
      ).step
    } catch {
      return
    }
    const before = version
    await read()
    const after = (await loadPosition(shop.checkout.context.db, network())).version
    if (late.kind === 'idle' || late.kind === 'halt' || before === after) return
    const change: Change = late.kind === 'finalize' ? { ...late, transfers: late.views.flat() } : late
    expect(await applyStep(shop.checkout.context, network(), version, change)).toBe(false)
  }

  function transferTo(payment: Payment, extra = 0n): ScriptedTransfer {
    const amount = BigInt(payment.amountDue.replace('.', '')) || BigInt(payment.cryptoAmount.replace('.', ''))
    const rawAmount = amount + extra
    return { token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount }
  }

  function mine(): void {
    shop.mine(waiting.splice(0))
    finalNumber = Math.max(finalNumber, shop.node.finalizedNumber)
  }

  function reorganise(depth: number, again: boolean): void {
    const possible = Math.min(depth, shop.node.head.number - finalNumber)
    if (possible < 1) return
    const dropped = shop.node.drop(possible)
    if (again) waiting.unshift(...dropped.toReversed())
    // A reorganised chain is longer.
    for (let block = 0; block <= possible; block++) mine()
  }

  async function assign(pick: number, to: Payment | undefined): Promise<void> {
    const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed', limit: 100 })
    const transfer = data[pick % Math.max(1, data.length)]
    if (!transfer || !to) return
    try {
      await shop.checkout.sandbox.transfers.assign(transfer.id, { paymentId: to.id })
      assigned.set(identity(transfer.hash, transfer.rawAmount), to.id)
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_state' })
    }
  }

  async function cancel(payment: Payment | undefined): Promise<void> {
    if (!payment) return
    try {
      await shop.checkout.sandbox.payments.cancel(payment.id)
      cancelled.add(payment.id)
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_state' })
    }
  }

  async function junk(kind: string): Promise<void> {
    const transfer = { token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 1_234_567n }
    if (kind === 'zero') waiting.push({ ...transfer, rawAmount: 0n })
    if (kind === 'token') waiting.push({ ...transfer, token: TEST_PAYER })
    if (kind === 'wallet') waiting.push({ ...transfer, to: TEST_PAYER })
  }

  async function perform(step: Happening): Promise<void> {
    const picked = 'pick' in step ? payments[step.pick % Math.max(1, payments.length)] : undefined
    switch (step.do) {
      case 'create': {
        const payment = await shop.create({ amount: step.cents / 100, expiresIn: step.seconds })
        payments.push(payment)
        payeeOf.set(BigInt(payment.cryptoAmount.replace('.', '')), payment.id)
        break
      }
      case 'pay':
        if (picked) waiting.push(transferTo(await shop.retrieve(picked), step.extra))
        break
      case 'payTwoAtOnce': {
        const other = payments[step.other % Math.max(1, payments.length)]
        if (!picked || !other) break
        const txHash = `0x${(payments.length + waiting.length + shop.clock.now()).toString(16).padStart(64, 'a')}`
        waiting.push({ ...transferTo(picked), txHash }, { ...transferTo(other), txHash })
        break
      }
      case 'junk':
        await junk(step.kind)
        break
      case 'mine':
        mine()
        break
      case 'reorganise':
        reorganise(step.depth, step.again)
        break
      case 'read':
        await read()
        break
      case 'readTwice':
        await readTwice()
        break
      case 'wait':
        shop.clock.advance(step.seconds * 1_000)
        break
      case 'restart':
        shop.restart()
        break
      case 'cancel':
        await cancel(picked)
        break
      case 'assign':
        await assign(step.pick, payments[step.to % Math.max(1, payments.length)])
        break
    }
    await learnRests()
  }

  /** A partially paid payment asks for the remainder with an amount of its own. */
  async function learnRests(): Promise<void> {
    for (const { id } of payments) {
      if (![...assigned.values()].includes(id)) continue
      const { amountDue, status } = await shop.retrieve({ id })
      if (status === 'partially_paid') payeeOf.set(BigInt(amountDue.replace('.', '')), id)
    }
  }

  async function settle(): Promise<void> {
    mine()
    for (let block = 0; block <= FINALISED_DEPTH; block++) mine()
    while (await read());
  }

  return { shop, payments, payeeOf, assigned, cancelled, perform, settle }
}

type Played = Awaited<ReturnType<typeof play>>

function identity(hash: string, rawAmount: string | bigint): string {
  return `${hash} ${rawAmount}`
}

/** The expected state of a payment, from the chain and the merchant's actions. */
function expectedOf(played: Played, payment: Payment) {
  const { shop, payeeOf, assigned, cancelled } = played
  const own = shop.node.blocks.flatMap((block) =>
    block.transfers
      .filter((one) => one.token === TEST_TOKEN && one.to === TEST_WALLET && one.rawAmount > 0n)
      .filter((one) => (assigned.get(identity(one.txHash, one.rawAmount)) ?? payeeOf.get(one.rawAmount)) === payment.id)
      .map((one) => ({ amount: one.rawAmount, time: block.timestamp * 1_000 })),
  )
  const sum = (list: typeof own) => list.reduce((total, one) => total + one.amount, 0n)
  const due = BigInt(payment.cryptoAmount.replace('.', ''))
  const onTime = own.filter((one) => one.time <= Date.parse(payment.expiresAt))
  const passed = shop.node.head.timestamp * 1_000 > Date.parse(payment.expiresAt)
  const open = passed ? 'expired' : sum(onTime) > 0n ? 'partially_paid' : 'created'
  const status = cancelled.has(payment.id) ? 'cancelled' : sum(onTime) >= due ? 'completed' : open
  return { status, received: sum(own), transfers: own.length }
}

async function checkAtAnyTime({ shop, payments }: Played): Promise<void> {
  for (const { id } of payments) {
    const payment = await shop.retrieve({ id })
    if (payment.status !== 'completed') continue
    const final = payment.transactions.filter((one) => one.status === 'final')
    const sum = final.reduce((total, one) => total + BigInt(one.amount.replace('.', '')), 0n)
    expect(sum).toBeGreaterThanOrEqual(BigInt(payment.cryptoAmount.replace('.', '')))
  }
}

async function checkSettled(played: Played): Promise<void> {
  const { shop, payments } = played
  for (const created of payments) {
    const payment = await shop.retrieve(created)
    const expected = expectedOf(played, created)
    expect({
      status: payment.status,
      received: BigInt(payment.amountReceived.replace('.', '')),
      transfers: payment.transactions.filter((one) => one.status !== 'orphaned').length,
    }).toEqual(expected)
  }
  await checkTransfers(played)
  await checkEvents(played)
  await checkTallies(played)
}

/** Every transfer of the chain is recorded once, as final; nothing else counts. */
async function checkTransfers({ shop, payments }: Played): Promise<void> {
  if (payments.length === 0) return
  const rows: Transfer[] = []
  for (let after: string | undefined; ; ) {
    const page = await shop.checkout.sandbox.transfers.list({ limit: 100, ...(after ? { starting_after: after } : {}) })
    rows.push(...page.data)
    after = page.data.at(-1)?.id
    if (!page.hasMore) break
  }
  const onChain = shop.node
    .transfers()
    .filter((one) => one.token === TEST_TOKEN && one.to === TEST_WALLET && one.rawAmount > 0n)
    .map((one) => identity(one.txHash, one.rawAmount))
  const recorded = rows.filter((row) => row.status !== 'orphaned')
  expect(recorded.every((row) => row.status === 'final')).toBe(true)
  expect(recorded.map((row) => identity(row.hash, row.rawAmount)).sort()).toEqual(onChain.sort())
}

/** Numbered without gaps. Each payment's events lead to its present state, step by step. */
async function checkEvents({ shop, payments }: Played): Promise<void> {
  const events: Event[] = []
  for (let more = true; more; ) {
    const page = await shop.checkout.sandbox.events.list({ after: events.length, limit: 100 })
    events.push(...page.data)
    more = page.hasMore
  }
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1))
  for (const { id } of payments) {
    const own = events.map((event) => event).filter((event) => event.data.object.id === id)
    expect(own[0]?.type).toBe('payment.created')
    const statuses = own.map((event) => (event.data.object as Payment).status)
    expect(statuses.at(-1)).toBe((await shop.retrieve({ id })).status)
    for (const [index, event] of own.entries()) {
      const status = event.type.replace('payment.', '')
      if (['partially_paid', 'processing', 'completed', 'expired', 'cancelled'].includes(status)) {
        expect(statuses[index]).toBe(status)
        expect(statuses[index - 1] === status && own[index - 1]?.type !== 'payment.reverted').toBe(false)
      }
    }
  }
}

async function checkTallies({ shop }: Played): Promise<void> {
  const all = await shop.checkout.context.db.selectFrom('payments').select('status').execute()
  for (const status of ['created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled'] as const) {
    const { totalCount } = await shop.checkout.sandbox.payments.list({ status })
    expect(totalCount).toBe(all.filter((row) => row.status === status).length)
  }
}

test(
  'whatever happens, in whatever order, every payment ends where the chain says',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 12, arbitrary: happening }, { weight: 1, arbitrary: decision }), {
          minLength: 10,
          maxLength: 80,
        }),
        async (steps) => {
          const played = await play()
          for (const step of steps) {
            await played.perform(step)
            await checkAtAnyTime(played)
          }
          await played.settle()
          await checkSettled(played)
          await played.shop.stop()
        },
      ),
      { numRuns: pickRuns({ full: 300, quick: 40 }), seed: 20_261_121 },
    )
  },
  MANY_LIVES_MS,
)

test(
  'a checkout that reads everything late comes to the same end as one that was always there',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 10, maxLength: 60 }), async (steps) => {
        const played = await play()
        const { clock, node } = played.shop
        const late = await testCheckout({}, { clock, node })
        const twins: Payment[] = []
        for (const step of steps) {
          await played.perform(step)
          if (step.do !== 'create') continue
          twins.push(await late.create({ amount: step.cents / 100, expiresIn: step.seconds }))
          expect(twins.at(-1)?.cryptoAmount).toBe(played.payments.at(-1)?.cryptoAmount)
        }
        await played.settle()
        await late.settle()
        for (const [index, twin] of twins.entries()) {
          const [one, other] = [await played.shop.retrieve(played.payments[index]!), await late.retrieve(twin)]
          const state = ({ status, exceptions, amountReceived, amountDue }: Payment) => ({
            status,
            exceptions,
            amountReceived,
            amountDue,
          })
          expect(state(other)).toEqual(state(one))
        }
        await played.shop.stop()
        await late.stop()
      }),
      { numRuns: pickRuns({ full: 150, quick: 25 }), seed: 7 },
    )
  },
  MANY_LIVES_MS,
)
