import { afterEach, describe, expect, test } from 'vitest'
import { loadSdk } from '../../chains/stellar/sdk.ts'
import { createNetworkHealth } from '../../networks/health.ts'
import { createPayer, openStellarPrograms, SHOP_WALLET } from '../../testing/stellar-programs.ts'
import { createRecheckJob } from '../../workers/watch.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(...options: Parameters<typeof openStellarPrograms>) {
  const opened = await openStellarPrograms(...options)
  closing.push(opened.shop.stop)
  return opened
}

describe('a payment on Stellar', () => {
  test('is offered to programs at a muxed address that names it', async () => {
    const { create, get, calls } = await open()
    const payment = await create({ amount: 49.9 })
    expect(payment.x402Url).toBe(payment.url)
    const { status, required } = await get(payment)
    const { Account, MuxedAccount } = loadSdk()
    const payTo = new MuxedAccount(new Account(SHOP_WALLET, '0'), payment.memo ?? '').accountId()
    expect([status, required?.error]).toEqual([402, undefined])
    expect(required?.accepts).toEqual([
      {
        ...{ scheme: 'exact', network: expect.stringMatching(/^stellar:/), amount: '499000000', asset: calls.contract },
        ...{ payTo, maxTimeoutSeconds: 300, extra: { areFeesSponsored: true, paymentId: payment.id } },
      },
    ])
  })

  test('is paid by what a program signs: its price, once, in a transaction of the fee account', async () => {
    const { shop, create, sign, terms, give, get, stored, calls } = await open()
    const payment = await create()
    const payload = await sign(await terms(payment))
    const paid = await give(payment, payload)
    expect([paid.status, paid.required]).toEqual([200, null])
    const [row] = await stored()
    expect(paid.settled).toEqual({
      ...{ success: true, transaction: row?.hash, network: row?.chain, payer: createPayer().publicKey() },
      amount: '100000000',
    })
    expect(await shop.retrieve(payment)).toMatchObject({
      ...{ status: 'completed', exceptions: [], amountReceived: '10.000000' },
      transactions: [{ hash: row?.hash, from: createPayer().publicKey() }],
    })
    // The same again has the same answer, and moves nothing.
    expect((await give(payment, payload)).settled).toEqual(paid.settled)
    expect((await get(payment)).status).toBe(200)
    expect(new Set(calls.came).size).toBe(1)
    expect(row).toMatchObject({ state: 'used', hash: row?.sent_hash, cost: 50_100n })
  })

  test('is paid by several programs one after the other, each with its own sequence number', async () => {
    const { shop, create, sign, terms, give, step, stored, whileWaiting } = await open()
    whileWaiting(async () => void shop.clock.advance(30_000))
    const payments = [await create(), await create(), await create()]
    for (const [index, payment] of payments.entries()) {
      const signer = createPayer(`payer ${index}`)
      expect((await give(payment, await sign(await terms(payment), { signer }))).status).toBe(202)
    }
    for (let ledgers = 0; ledgers < 4; ledgers++) await step()
    for (const payment of payments) expect((await shop.retrieve(payment)).status).toBe('completed')
    expect((await stored()).map(({ sequence }) => sequence)).toEqual(['101', '102', '103'])
  })

  test('is answered with 202 while it is on its way, and then as it ended', async () => {
    const { shop, create, sign, terms, give, get, step, closeOne, whileWaiting } = await open({}, { closes: false })
    whileWaiting(async () => void shop.clock.advance(30_000))
    const payment = await create()
    const payload = await sign(await terms(payment))
    const first = await give(payment, payload)
    expect([first.status, first.settled, first.headers.location]).toEqual([202, null, payment.url])
    expect((await get(payment)).status).toBe(202)
    const other = await give(payment, await sign({ ...(await openTerms(payload)) }))
    expect([other.status, other.body.error.code]).toEqual([409, 'payment_conflict'])
    await step()
    await closeOne()
    expect((await give(payment, payload)).settled?.success).toBe(true)
  })

  test('is not offered without the option', async () => {
    const { create, get } = await open(null)
    const payment = await create()
    expect(payment.x402Url).toBeNull()
    const { status, required } = await get(payment)
    expect([status, required?.accepts, required?.error]).toEqual([
      402,
      [],
      expect.stringContaining('no_supported_method'),
    ])
  })

  test('that ended or was cancelled is 410, and nothing is taken for it', async () => {
    const { shop, create, sign, terms, give, get, traces } = await open()
    const payment = await create()
    const payload = await sign(await terms(payment))
    await shop.checkout.sandbox.payments.cancel(payment.id)
    expect((await get(payment)).status).toBe(410)
    expect((await give(payment, payload)).status).toBe(410)
    expect(await traces()).toEqual({ stored: 0, sent: 0 })
  })

  test('asks for the rest after a part', async () => {
    const { shop, ledger, clock, create, pay, terms, calls } = await open()
    const payment = await create()
    clock.advance(5_000)
    const part = { asset: calls.asset, from: createPayer().publicKey(), to: SHOP_WALLET, memo: payment.memo }
    ledger.close(clock.now(), [{ ...part, stroops: 50_000_000n }])
    await shop.settle()
    expect((await terms(payment)).amount).toBe('50000000')
    // The first part is of the same amount and from the same account: it is no sign that the second was sent.
    const { status, settled } = await pay(payment)
    expect([status, settled?.success]).toEqual([200, true])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountReceived: '10.000000' })
  })
})

async function openTerms(payload: object) {
  return (payload as { accepted: Awaited<ReturnType<Awaited<ReturnType<typeof open>>['terms']>> }).accepted
}

describe('the network fee', () => {
  test('above the limit for a payment is not paid, and the payload is as good as before', async () => {
    const { create, sign, terms, give, calls, traces } = await open()
    const payment = await create()
    const payload = await sign(await terms(payment))
    calls.resourceFee = 100_000n
    const refused = await give(payment, payload)
    expect([refused.status, refused.body.error.code]).toEqual([503, 'relay_unavailable'])
    expect(await traces()).toEqual({ stored: 0, sent: 0 })
    calls.resourceFee = 50_000n
    expect((await give(payment, payload)).status).toBe(200)
  })

  test('that the account cannot pay is not paid', async () => {
    const { create, pay, calls, traces } = await open()
    calls.balance = 10_000_000n
    const { status, body } = await pay(await create())
    expect([status, body.error.code]).toEqual([503, 'relay_unavailable'])
    expect(await traces()).toEqual({ stored: 0, sent: 0 })
  })

  test('is paid up to the limit of the day', async () => {
    const { create, pay, get, clock } = await open({ maxFeePerPayment: 0.006, maxFeePerDay: 0.0121 })
    for (const name of ['one', 'two']) {
      const { status } = await pay(await create(), { signer: createPayer(name) })
      expect(status).toBe(200)
    }
    const third = await create()
    const { status, required } = await get(third)
    expect([status, required?.accepts, required?.error]).toEqual([
      402,
      [],
      expect.stringContaining('gas_too_expensive'),
    ])
    clock.advance(86_400_000)
    expect((await get(await create())).required?.accepts).toHaveLength(1)
  })

  test('that has risen since is not paid above the limit of the day', async () => {
    const { create, sign, terms, give, calls, clock, stored, finish, whileWaiting } = await open({
      ...{ maxFeePerPayment: 0.006, maxFeePerDay: 0.0121 },
    })
    whileWaiting(async () => void clock.advance(3_000))
    calls.resourceFee = 30_000n
    for (const name of ['one', 'two', 'three']) {
      const payment = await create()
      expect((await give(payment, await sign(await terms(payment), { signer: createPayer(name) }))).status).toBe(202)
    }
    calls.resourceFee = 59_000n
    await finish()
    const spent = (await stored()).map(({ cost }) => Number(cost))
    expect(spent.toSorted()).toEqual([0, 59_100, 59_100])
    expect(await stored()).toContainEqual(
      expect.objectContaining({ state: 'failed', reason: expect.stringMatching('today') }),
    )
  })
})

describe('a transaction', () => {
  test('that the network does not take fails, and is void only after the last ledger of its signature', async () => {
    const { shop, create, sign, terms, give, get, calls, clock, closeOne, carry, stored, whileWaiting } = await open()
    const payment = await create({ expiresIn: 86_400 })
    const payload = await sign(await terms(payment))
    calls.refusesAs = 'TRY_AGAIN_LATER'
    whileWaiting(async () => void clock.advance(30_000))
    expect((await give(payment, payload)).status).toBe(202)
    for (let ledgers = 0; ledgers < 12; ledgers++) {
      await carry()
      await closeOne()
    }
    await carry()
    expect(await stored()).toMatchObject([{ state: 'failed', cost: 50_100n }])
    // Somebody who has seen it may still send it.
    expect((await get(payment)).status).toBe(202)
    expect((await give(payment, payload)).status).toBe(202)
    for (let ledgers = 0; ledgers < 60; ledgers++) await closeOne()
    const ended = await give(payment, payload)
    expect([ended.status, ended.settled?.success, ended.required?.accepts.length]).toEqual([402, false, 1])
    calls.refusesAs = null
    expect(shop.logLines).toEqual([])
    whileWaiting(async () => {
      await carry()
      await closeOne()
      await carry()
    })
    expect((await give(payment, await sign(await terms(payment)))).status).toBe(200)
  })

  test('of somebody else pays as well, and the answer names it', async () => {
    const { shop, ledger, create, sign, terms, give, calls, clock, carry, stored, whileWaiting } = await open()
    const payment = await create()
    const payload = (await sign(await terms(payment))) as { payload: { transaction: string } }
    calls.refusesAs = 'TRY_AGAIN_LATER'
    whileWaiting(async () => void clock.advance(30_000))
    expect((await give(payment, payload)).status).toBe(202)
    const used = calls.use(payload.payload.transaction)
    ledger.close(clock.now(), [used])
    await shop.settle()
    await carry()
    const answer = await give(payment, payload)
    expect([answer.status, answer.settled]).toMatchObject([200, { success: true, transaction: used.txHash }])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountReceived: '10.000000' })
    expect(await stored()).toMatchObject([{ state: 'used', hash: used.txHash }])
  })

  test('that one node leaves out is not given up before another node was asked', async () => {
    const { shop, create, sign, terms, give, get, ledger, calls, clock, carry, stored, whileWaiting } = await open(
      {},
      { horizonUrls: ['http://127.0.0.1:8'] },
    )
    const payment = await create({ expiresIn: 86_400 })
    whileWaiting(async () => void clock.advance(30_000))
    const payload = await sign(await terms(payment))
    ledger.rpcFault.lists = () => false
    expect((await give(payment, payload)).status).toBe(202)
    for (let ledgers = 0; ledgers < 90; ledgers++) {
      await carry()
      clock.advance(5_000)
      calls.close(clock.now())
      await shop.watch()
    }
    expect(await stored()).toMatchObject([{ state: 'pending' }])
    expect((await get(payment)).status).toBe(202)
    await shop.settle()
    await carry()
    expect(await stored()).toMatchObject([{ state: 'used' }])
    expect((await give(payment, payload)).settled?.success).toBe(true)
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountReceived: '10.000000' })
  })

  test('that one node invents ends nothing: nobody signs again before the signature is void', async () => {
    const { shop, create, sign, terms, give, get, ledger, calls, clock, carry, closeOne, stored, whileWaiting } =
      await open({}, { horizonUrls: ['http://127.0.0.1:8'] })
    const payment = await create({ expiresIn: 86_400 })
    whileWaiting(async () => void clock.advance(30_000))
    const payload = await sign(await terms(payment))
    expect((await give(payment, payload)).status).toBe(202)
    await carry()
    // The node that got it keeps it to itself, and lists its transfer. The other one is behind.
    calls.waiting.clear()
    const [{ sent_hash: txHash } = { sent_hash: null }] = await stored()
    const by = { asset: calls.asset, from: createPayer().publicKey(), to: SHOP_WALLET, memo: payment.memo }
    ledger.horizonFault.shows = () => null
    ledger.horizonFault.lag = 1
    clock.advance(5_000)
    ledger.close(clock.now(), [{ ...by, stroops: 100_000_000n, txHash: txHash ?? '' }])
    await shop.watch()
    await carry()
    expect((await shop.retrieve(payment)).status).toBe('processing')
    ledger.rpcFault.shows = () => null
    ledger.horizonFault.lag = 0
    for (let ledgers = 0; ledgers < 6; ledgers++) await closeOne()
    expect((await shop.retrieve(payment)).status).toBe('created')
    expect((await get(payment)).status).toBe(202)
    expect(await give(payment, payload)).toMatchObject({ status: 202, settled: null })
    for (let ledgers = 0; ledgers < 60; ledgers++) await closeOne()
    const ended = await give(payment, payload)
    expect([ended.status, ended.settled?.success, ended.required?.accepts.length]).toEqual([402, false, 1])
    // Its sequence number is free.
    ledger.rpcFault.shows = (one) => one
    ledger.horizonFault.shows = (one) => one
    whileWaiting(async () => {
      await carry()
      await closeOne()
      await carry()
    })
    const next = await create()
    expect((await give(next, await sign(await terms(next)))).status).toBe(200)
  })

  test('is handed to no other node once its payment was paid otherwise', async () => {
    const { shop, ledger, create, sign, terms, give, calls, clock, carry, closeOne, whileWaiting } = await open()
    const payment = await create()
    whileWaiting(async () => void clock.advance(3_000))
    calls.refusesAs = 'TRY_AGAIN_LATER'
    expect((await give(payment, await sign(await terms(payment)))).status).toBe(202)
    await carry()
    const by = { asset: calls.asset, from: createPayer('another').publicKey(), to: SHOP_WALLET, memo: payment.memo }
    ledger.close(clock.now(), [{ ...by, stroops: 100_000_000n }])
    await shop.settle()
    calls.refusesAs = null
    await carry()
    await closeOne()
    expect(calls.came).toEqual([])
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'completed',
      amountReceived: '10.000000',
      exceptions: [],
    })
  })

  test('that failed blocks its key no longer than its time: its ledgers are reread at once', async () => {
    const { shop, create, sign, terms, give, calls, clock, carry, stored, whileWaiting } = await open()
    const { context } = shop.checkout
    const [network] = context.networks
    if (!network) throw new Error('a network')
    const reread = createRecheckJob(context, network, createNetworkHealth(clock), () => {})
    const payment = await create({ expiresIn: 86_400 })
    whileWaiting(async () => void clock.advance(3_000))
    calls.refusesAs = 'TRY_AGAIN_LATER'
    expect((await give(payment, await sign(await terms(payment)))).status).toBe(202)
    await carry()
    for (let ledgers = 0; ledgers < 11; ledgers++) {
      clock.advance(5_000)
      calls.close(clock.now())
      await shop.watch()
      while ((await reread.run()).more);
      await carry()
    }
    expect(await stored()).toMatchObject([{ state: 'failed' }])
  })

  test('is not signed for a payment that was paid meanwhile', async () => {
    const { shop, ledger, create, sign, terms, give, calls, clock, carry, stored, whileWaiting, traces } = await open()
    const payment = await create()
    whileWaiting(async () => void clock.advance(30_000))
    expect((await give(payment, await sign(await terms(payment)))).status).toBe(202)
    const by = { asset: calls.asset, from: createPayer('another').publicKey(), to: SHOP_WALLET, memo: payment.memo }
    ledger.close(clock.now(), [{ ...by, stroops: 100_000_000n }])
    await shop.settle()
    await carry()
    expect(await stored()).toMatchObject([{ state: 'failed', cost: 0n, envelope: null }])
    expect(await traces()).toEqual({ stored: 1, sent: 0 })
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
  })

  test('is not signed after the balance was spent', async () => {
    const { create, sign, terms, give, calls, clock, carry, stored, whileWaiting } = await open()
    const payment = await create()
    whileWaiting(async () => void clock.advance(30_000))
    expect((await give(payment, await sign(await terms(payment)))).status).toBe(202)
    calls.funds.set(createPayer().publicKey(), 1n)
    await carry()
    expect(await stored()).toMatchObject([{ state: 'failed', cost: 0n, reason: expect.stringContaining('#10') }])
    expect(calls.came).toEqual([])
  })

  test('waits for a node that knows the last one', async () => {
    const { create, pay, sign, terms, give, calls, clock, carry, stored, whileWaiting } = await open()
    expect((await pay(await create())).status).toBe(200)
    const payment = await create()
    whileWaiting(async () => void clock.advance(30_000))
    expect((await give(payment, await sign(await terms(payment)))).status).toBe(202)
    calls.sequence = 100n
    await carry()
    expect((await stored()).map(({ sequence }) => sequence)).toEqual(['101', null])
    calls.sequence = 101n
    await carry()
    expect((await stored()).map(({ sequence }) => sequence)).toEqual(['101', '102'])
  })
})
