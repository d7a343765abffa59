import type { Payment, Transfer } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { deriveContractId } from '../chains/stellar/identifiers.ts'
import { createNetworkHealth } from '../networks/health.ts'
import { FakeClock, testCheckout } from '../testing/index.ts'
import { pickRuns } from '../testing/runs.ts'
import { createScriptedAccount } from '../testing/scripted-event.ts'
import { ScriptedLedger, type ScriptedPayment } from '../testing/scripted-ledger.ts'
import { createRecheckJob, createWatchJob } from '../workers/watch.ts'

const PASSPHRASE = 'Scripted Stellar Network'
const WALLET = createScriptedAccount(1)
const PAYER = createScriptedAccount(2)
const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }
const USDT = { code: 'USDT', issuer: createScriptedAccount(4) }
const FAKE = { code: 'USDC', issuer: createScriptedAccount(5) }

const rpcUrls = ['http://127.0.0.1:8/rpc']
const horizonUrls = ['http://127.0.0.1:8']

/** A shop on a scripted Stellar network, over both back ends unless told otherwise. */
async function openShop(network: object = { rpcUrls, horizonUrls }) {
  const clock = new FakeClock()
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: clock.now(), assets: [USDC, USDT] })
  const stellar = { networkPassphrase: PASSPHRASE, coins: { USDC, USDT }, ...network }
  const options = { sandbox: { networks: { stellar } }, production: { networks: {} } }
  const shop = await testCheckout(options, { clock, ledger })
  const create = (input: Partial<Parameters<typeof shop.create>[0]> = {}) =>
    shop.create({ network: 'stellar', merchantWallet: WALLET, ...input })
  const close = (payments: readonly ScriptedPayment[] = [], seconds = 5) => {
    clock.advance(seconds * 1_000)
    ledger.close(clock.now(), payments)
  }
  return { shop, clock, ledger, create, close }
}

const stroopsOf = (amount: string) => BigInt(amount.replace('.', '')) * 10n

function paymentOf(payment: Payment, change: Partial<ScriptedPayment> = {}): ScriptedPayment {
  return {
    asset: USDC,
    from: PAYER,
    to: WALLET,
    stroops: stroopsOf(payment.cryptoAmount),
    memo: payment.memo,
    ...change,
  }
}

const many = fc.integer({ min: 0, max: 30 })
const happening = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      cents: fc.integer({ min: 100, max: 103 }),
      seconds: fc.integer({ min: 1, max: 120 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      pick: many,
      stroops: fc.constantFrom(null, null, null, 1n, 7n, 5_000_003n, 20_000_000n),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('payTwoAtOnce' as const), pick: many, other: many }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('junk' as const),
      pick: many,
      kind: fc.constantFrom('no_memo', 'other_memo', 'fake', 'usdt', 'elsewhere', 'twin'),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reread' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('away' as const), ledgers: fc.integer({ min: 1, max: 300 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), pick: many }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('assign' as const), pick: many, to: many }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      rpc: fc.constantFrom('right', 'right', 'down', 'lag', 'forgetful', 'omits', 'lists_odd'),
      horizon: fc.constantFrom('right', 'right', 'down', 'lag', 'lists_even'),
    }),
  },
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

/** Plays events on a checkout, and records what a merchant and a payer would know. */
async function play() {
  const world = await openShop()
  const { shop, ledger, clock } = world
  const payments: Payment[] = []
  const waiting: ScriptedPayment[] = []
  const assigned = new Map<string, string>()
  const cancelled = new Set<string>()
  const network = () => shop.checkout.context.networks.find((one) => one.name === 'stellar')!

  async function read(open: typeof createWatchJob | typeof createRecheckJob): Promise<boolean> {
    try {
      return (await open(shop.checkout.context, network(), createNetworkHealth(clock), () => {}).run()).more
    } catch (error) {
      // Failed nodes recover with time.
      clock.advance(1_000)
      if (error instanceof NodeError || (error instanceof Error && /no node shows it/.test(error.message))) return false
      throw error
    }
  }

  const picked = (index: number) => payments[index % Math.max(1, payments.length)]

  /** The wallet is watched from its first payment. */
  function junk(kind: string, payment: Payment | undefined): void {
    if (!payment) return
    const other = { asset: USDC, from: PAYER, to: WALLET, stroops: 10_000_000n, memo: null }
    if (kind === 'no_memo') waiting.push(other)
    if (kind === 'other_memo') waiting.push({ ...other, memo: '1111222233334444' })
    if (kind === 'fake') waiting.push(paymentOf(payment, { asset: FAKE }))
    if (kind === 'usdt') waiting.push(paymentOf(payment, { asset: USDT }))
    if (kind === 'elsewhere') waiting.push(paymentOf(payment, { to: createScriptedAccount(9) }))
    // Two equal transfers in one transaction, once without the memo.
    const txHash = ledger.newHash()
    if (kind === 'twin') waiting.push(paymentOf(payment, { txHash, memo: null }), paymentOf(payment, { txHash }))
  }

  async function assign(pick: number, to: Payment | undefined): Promise<void> {
    const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed', limit: 100 })
    const transfer = data[pick % Math.max(1, data.length)]
    if (!transfer || !to || transfer.cryptocurrency !== 'USDC') return
    await shop.checkout.sandbox.transfers.assign(transfer.id, { paymentId: to.id })
    assigned.set(claim(transfer.hash, transfer.rawAmount, transfer.memo), to.id)
  }

  let faulty = { rpc: 'right', horizon: 'right' }

  function fault(rpc: string, horizon: string): void {
    faulty = { rpc, horizon }
    for (const [one, kind] of [
      [ledger.rpcFault, rpc],
      [ledger.horizonFault, horizon],
    ] as const) {
      one.down = kind === 'down'
      one.lag = kind === 'lag' ? 3 : 0
      one.retention = kind === 'forgetful' ? 4 : Number.MAX_SAFE_INTEGER
      one.shows = (payment) => (kind === 'omits' && payment.stroops % 2n === 0n ? null : payment)
      one.lists = ({ stroops }) =>
        (kind !== 'lists_odd' || stroops % 2n === 1n) && (kind !== 'lists_even' || stroops % 2n === 0n)
    }
  }

  async function perform(step: Happening): Promise<void> {
    const payment = 'pick' in step ? picked(step.pick) : undefined
    if (step.do === 'create') {
      payments.push(await world.create({ amount: step.cents / 100, expiresIn: step.seconds }))
    } else if (step.do === 'pay' && payment) {
      waiting.push(paymentOf(payment, step.stroops === null ? {} : { stroops: step.stroops }))
    } else if (step.do === 'payTwoAtOnce' && payment) {
      const txHash = ledger.newHash()
      const other = picked(step.other) ?? payment
      waiting.push(
        paymentOf(payment, { txHash }),
        paymentOf(other, { txHash }),
        paymentOf(payment, { txHash, stroops: 3n }),
      )
    } else if (step.do === 'junk') junk(step.kind, payment)
    else if (step.do === 'close') world.close(waiting.splice(0))
    else if (step.do === 'read') await read(createWatchJob)
    else if (step.do === 'reread') await read(createRecheckJob)
    else if (step.do === 'restart') shop.restart()
    else if (step.do === 'away') {
      world.close(waiting.splice(0))
      for (let closed = 0; closed < step.ledgers; closed++) world.close([], 1)
    } else if (step.do === 'cancel' && payment) {
      await shop.checkout.sandbox.payments.cancel(payment.id).then(
        () => cancelled.add(payment.id),
        (error) => expect(error).toMatchObject({ code: 'invalid_state' }),
      )
    } else if (step.do === 'assign') await assign(step.pick, picked(step.to))
    else if (step.do === 'fault') fault(step.rpc, step.horizon)
  }

  async function settle(): Promise<void> {
    // The back ends leave out different payments, so each is found all the same.
    fault(faulty.rpc === 'lists_odd' ? faulty.rpc : 'right', faulty.horizon === 'lists_even' ? faulty.horizon : 'right')
    world.close(waiting.splice(0))
    // The watcher waits for resting nodes. The other one finds what was left out.
    for (let round = 0; round < 4; round++) {
      clock.advance(60_000)
      world.close()
      while (await read(createWatchJob));
      while (await read(createRecheckJob));
    }
    while (await read(createWatchJob));
  }

  return { ...world, payments, assigned, cancelled, perform, settle }
}

type Played = Awaited<ReturnType<typeof play>>

function claim(hash: string, rawAmount: string | bigint, memo: string | null): string {
  return `${hash} ${rawAmount} ${memo}`
}

/** All payments to the wallet on the network. */
function arrived({ ledger }: Played) {
  return ledger.ledgers.flatMap(({ time, payments }) =>
    payments.filter((one) => one.to === WALLET && one.asset !== FAKE).map((one) => ({ ...one, time })),
  )
}

function ownOf(played: Played, payment: Payment) {
  return arrived(played).filter((one) => {
    const assignedTo = played.assigned.get(claim(one.txHash, one.stroops, one.memo))
    return one.asset === USDC && (assignedTo ?? (one.memo === payment.memo ? payment.id : null)) === payment.id
  })
}

const booked = (list: readonly { stroops: bigint }[]) => list.reduce((total, one) => total + one.stroops / 10n, 0n)
const millionths = (amount: string) => BigInt(amount.replace('.', ''))

async function checkAtAnyTime(played: Played): Promise<void> {
  for (const asked of played.payments) {
    const payment = await played.shop.retrieve(asked)
    const own = ownOf(played, asked)
    expect(millionths(payment.amountReceived)).toBeLessThanOrEqual(booked(own))
    if (payment.status === 'completed') {
      const final = payment.transactions.filter((one) => one.status === 'final')
      const sum = final.reduce((total, one) => total + millionths(one.amount), 0n)
      expect(sum).toBeGreaterThanOrEqual(millionths(payment.cryptoAmount))
    }
  }
}

async function checkSettled(played: Played): Promise<void> {
  const { shop, payments, cancelled } = played
  for (const asked of payments) {
    const payment = await shop.retrieve(asked)
    const own = ownOf(played, asked)
    const onTime = booked(own.filter((one) => one.time <= Date.parse(asked.expiresAt)))
    const due = millionths(asked.cryptoAmount)
    const paid = onTime >= due ? 'completed' : 'expired'
    expect({
      status: payment.status,
      received: millionths(payment.amountReceived),
      transactions: payment.transactions.filter((one) => one.status === 'final').length,
    }).toEqual({
      status: cancelled.has(asked.id) ? 'cancelled' : paid,
      received: booked(own),
      transactions: own.length,
    })
  }
  if (payments.length === 0) return
  const rows: Transfer[] = []
  for (let after: string | undefined, more = true; more; ) {
    const page = await shop.checkout.sandbox.transfers.list({ limit: 100, ...(after ? { starting_after: after } : {}) })
    rows.push(...page.data)
    after = page.data.at(-1)?.id
    more = page.hasMore
  }
  const recorded = rows.filter((row) => row.status !== 'orphaned')
  expect(recorded.every((row) => row.status === 'final')).toBe(true)
  const claims = recorded.map((row) => claim(row.hash, row.rawAmount, row.memo)).sort()
  expect(claims).toEqual(
    arrived(played)
      .map((one) => claim(one.txHash, one.stroops, one.memo))
      .sort(),
  )
}

test('whatever happens to nodes, payers and the server, every payment ends where the network says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 10, maxLength: 60 }), async (steps) => {
      const played = await play()
      for (const step of steps) {
        await played.perform(step)
        await checkAtAnyTime(played)
      }
      await played.settle()
      await checkSettled(played)
      await played.shop.stop()
    }),
    { numRuns: pickRuns({ full: 150, quick: 40 }), seed: 20_261_121 },
  )
})

test.each([null, 400, 503])(
  'a node that refuses more than three ledgers, with status %s, completes payments',
  async (status) => {
    const { shop, ledger, create, close } = await openShop({ rpcUrls })
    const [early, late] = [await create(), await create()]
    ledger.distortion = async (method, [params], answer) => {
      const { startLedger = ledger.newest.number, endLedger = ledger.newest.number + 1 } = params as {
        startLedger?: number
        endLedger?: number
      }
      if (method !== 'getEvents' || startLedger >= ledger.newest.number || endLedger - startLedger <= 3) return answer()
      throw new NodeError(status === 503 ? 'unreachable' : 'refused', 'getEvents: no', { status })
    }
    close([paymentOf(early)])
    for (let count = 0; count < 40; count++) close()
    close([paymentOf(late)])
    await shop.settle()
    for (const payment of [early, late]) expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  },
)

describe('a poll', () => {
  test('is one request to Stellar RPC, whatever the number of payments that wait', async () => {
    const { shop, ledger, create, close } = await openShop({ rpcUrls })
    const payments = []
    for (let count = 0; count < 50; count++) payments.push(await create())
    close()
    await shop.settle()
    const network = shop.checkout.context.networks[0]!
    const job = createWatchJob(shop.checkout.context, network, createNetworkHealth(shop.clock))
    ledger.requests.length = 0
    expect(await job.run()).toEqual({ more: false })
    expect(ledger.requests).toEqual(['getEvents'])
    close([paymentOf(payments[7]!), paymentOf(payments[8]!)])
    ledger.requests.length = 0
    expect(await job.run()).toEqual({ more: false })
    expect(ledger.requests).toEqual(['getEvents'])
    expect(await shop.retrieve(payments[7]!)).toMatchObject({ status: 'completed' })
  })

  test('of many wallets names none of them', async () => {
    const { shop, ledger, create, close } = await openShop()
    const payments = []
    for (let count = 0; count < 20; count++)
      payments.push(await create({ merchantWallet: createScriptedAccount(100 + count) }))
    const other = payments[11]!
    close([paymentOf(other, { to: other.address })])
    ledger.requests.length = 0
    await shop.watch()
    expect(await shop.retrieve(other)).toMatchObject({ status: 'completed' })
    const { transactions } = await shop.retrieve(other)
    expect(ledger.requests.filter((one) => one.includes('/payments'))).toEqual([
      expect.stringContaining(`/transactions/${transactions[0]?.hash}/payments`),
    ])
  })

  test('that finds many payments asks for none of them by itself', async () => {
    const { shop, ledger, create, close } = await openShop()
    const payments = []
    for (let count = 0; count < 25; count++) payments.push(await create())
    close(payments.map((one) => paymentOf(one)))
    ledger.requests.length = 0
    await shop.watch()
    for (const one of payments) expect(await shop.retrieve(one)).toMatchObject({ status: 'completed' })
    expect(ledger.requests.filter((one) => one.includes('/payments'))).toEqual([
      expect.stringContaining(`/accounts/${WALLET}/payments`),
    ])
  })
})

/** A shop with two payments. Stellar RPC claims that the payer of one has paid the other. */
async function openWithLiar() {
  const world = await openShop()
  const [payment, victim] = [await world.create(), await world.create()]
  world.close()
  await world.shop.settle()
  world.ledger.rpcFault.shows = (one) => ({ ...one, memo: one.memo === payment.memo ? victim.memo : one.memo })
  return { ...world, payment, victim }
}

describe('what one node alone claims', () => {
  test('completes nothing, also where it reads first in the one turn and second in the next', async () => {
    const { shop, ledger, close, payment, victim } = await openWithLiar()
    ledger.horizonFault.down = true
    close([paymentOf(payment)])
    await shop.watch()
    expect(await shop.retrieve(victim)).toMatchObject({ status: 'processing' })
    ledger.horizonFault.down = false
    ledger.rpcFault.down = true
    shop.clock.advance(4_000)
    await shop.watch()
    expect(await shop.retrieve(victim)).toMatchObject({ status: 'processing' })
    shop.clock.advance(4_000)
    ledger.rpcFault.down = false
    await expect(shop.watch()).rejects.toThrow(/contradict each other about transaction/)
    expect(await shop.retrieve(victim)).toMatchObject({ status: 'processing', transactions: [{ status: 'seen' }] })
  })

  test('completes nothing, however often it is asked', async () => {
    const { shop, ledger, close, payment, victim } = await openWithLiar()
    close([paymentOf(payment)])
    for (let round = 0; round < 5; round++) {
      await shop.watch().catch(() => {})
      await shop.reread().catch(() => {})
      shop.clock.advance(60_000)
    }
    expect(await shop.retrieve(victim)).toMatchObject({ status: 'processing', transactions: [{ status: 'seen' }] })
    expect(shop.logLines.join()).toContain('contradict')
    ledger.rpcFault.shows = (one) => one
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    expect(await shop.retrieve(victim)).toMatchObject({ status: 'created', transactions: [{ status: 'orphaned' }] })
  })

  test('waits for the other node, however much was missed before', async () => {
    const { shop, ledger, close, payment, victim } = await openWithLiar()
    for (let closed = 0; closed < 36; closed++) close()
    ledger.horizonFault.lag = 1
    close([paymentOf(payment)])
    for (let round = 0; round < 3; round++) await shop.watch()
    expect(await shop.retrieve(victim)).toMatchObject({ status: 'processing', transactions: [{ status: 'seen' }] })
  })
})

test('the network’s coins are known by their contracts', async () => {
  const { shop } = await openShop()
  const [network] = await shop.states()
  const contracts = [USDC, USDT].map((asset) => deriveContractId(asset, PASSPHRASE))
  expect(network?.coins.map(({ address }) => address)).toEqual(contracts)
})

/** A shop with more wallets than Horizon is asked for individually, and 600 payments to none of them. */
async function openWithManyWallets() {
  const world = await openShop()
  const payments: Payment[] = []
  for (let count = 0; count < 9; count++)
    payments.push(await world.create({ merchantWallet: createScriptedAccount(100 + count) }))
  world.close()
  await world.shop.settle()
  const paid = (one: Payment) => paymentOf(one, { to: one.address })
  const other: ScriptedPayment = { asset: USDC, from: PAYER, to: createScriptedAccount(99), stroops: 10n, memo: null }
  const others = Array.from({ length: 600 }, () => other)
  return { ...world, payments, paid, others }
}

describe('what the other node gives in many pages becomes final', () => {
  test('page by page', async () => {
    const { shop, ledger, close, payments, paid, others } = await openWithManyWallets()
    ledger.horizonFault.lag = 1_000
    for (const one of payments) {
      close([paid(one)])
      await shop.watch()
      close(others)
      await shop.watch()
    }
    expect(await shop.retrieve(payments[0]!)).toMatchObject({ status: 'processing' })
    ledger.horizonFault.lag = 0
    await shop.watch()
    for (const one of payments) expect(await shop.retrieve(one)).toMatchObject({ status: 'completed' })
  })

  test('where nothing of ours lies between, too', async () => {
    const { shop, ledger, close, payments, paid, others } = await openWithManyWallets()
    for (let count = 0; count < 12; count++) close(others)
    ledger.horizonFault.lag = 1
    close([paid(payments[0]!)])
    await shop.watch()
    expect(await shop.retrieve(payments[0]!)).toMatchObject({ status: 'processing' })
    ledger.horizonFault.lag = 0
    await shop.watch()
    expect(await shop.retrieve(payments[0]!)).toMatchObject({ status: 'completed' })
  })
})
