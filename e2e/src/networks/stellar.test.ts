import { pickCases } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { closeLedger, stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import { Asset, Claimant, Horizon, Keypair, Memo, Operation } from '@stellar/stellar-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from '../support/harness.ts'
import {
  buildPayment,
  counterfeit,
  createMuxedAddress,
  MERCHANT,
  openStellarShop,
  type Stellar,
  type StellarShop,
  send,
  USDC,
  USDT,
} from '../support/stellar-harness.ts'

let devnet: Stellar
const shops: StellarShop[] = []

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
})

afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

async function open(network: object = {}): Promise<StellarShop> {
  const shop = await openStellarShop(devnet, { network })
  shops.push(shop)
  await shop.caughtUp()
  return shop
}

const NOBODY = '4444333322221111'

/** Payers and merchants see the same with either back end. */
const backEnds = ['both', 'rpc', 'horizon'] as const
const without = { both: {}, rpc: { horizonUrls: undefined }, horizon: { rpcUrls: undefined } }

describe.each(pickCases(backEnds))('read over %s', (backEnd) => {
  const openHere = () => open(without[backEnd])

  test('the same digits name a payment as text, as an id and as a muxed account’s id, which wins over any memo', async () => {
    const shop = await openHere()
    const [text, id, mux, both, spaced] = await Promise.all([1, 2, 3, 4, 5].map(() => shop.create()))
    if (!text?.memo || !id?.memo || !mux?.memo || !both?.memo || !spaced?.memo) throw new Error('each has a memo')
    expect(new Set([text, id, mux, both, spaced].map(({ memo }) => memo)).size).toBe(5)
    expect(text).toMatchObject({
      memo: expect.stringMatching(/^[1-8]\d{15}$/),
      memoType: 'text',
      amountDue: '10.000000',
    })
    const hash = await send(devnet, [buildPayment('10')], { memo: Memo.text(text.memo) })
    await send(devnet, [buildPayment('10')], { memo: Memo.id(id.memo) })
    await send(devnet, [buildPayment('10', createMuxedAddress(mux.memo))])
    await send(devnet, [buildPayment('10', createMuxedAddress(both.memo))], { memo: Memo.text(text.memo) })
    await send(devnet, [buildPayment('10')], { memo: Memo.text(` ${spaced.memo} `) })
    for (const one of [text, id, mux, both, spaced]) {
      expect(await shop.untilStatus(one, 'completed')).toMatchObject({ exceptions: [], amountReceived: '10.000000' })
    }
    const { transactions } = await shop.get(text)
    expect(transactions).toMatchObject([{ hash, from: stellarKeys.payer.publicKey(), status: 'final' }])
    expect(await shop.listEventTypes(mux)).toEqual(['payment.created', 'payment.completed'])
  })

  test('a payment is paid in parts, by whomever, and an excess is told', async () => {
    const shop = await openHere()
    const payment = await shop.create()
    const memo = Memo.text(payment.memo ?? '')
    await send(devnet, [buildPayment('6.5')], { memo })
    const partly = await shop.untilStatus(payment, 'partially_paid')
    expect(partly).toMatchObject({ amountDue: '3.500000', amountReceived: '6.500000', cryptoAmount: '10.000000' })
    expect(partly.paymentUri).toContain('amount=3.5&')
    await send(devnet, [buildPayment('3.4999999')], { memo })
    expect(await shop.until(payment, ({ amountDue }) => amountDue === '0.000001')).toMatchObject({
      status: 'partially_paid',
    })
    await send(devnet, [buildPayment('5')], { memo: Memo.id(payment.memo ?? '') })
    expect(await shop.untilStatus(payment, 'completed')).toMatchObject({
      amountReceived: '14.999999',
      exceptions: ['overpaid', 'multiple'],
    })
  })

  test('what is no payment of the coin by its issuer pays nothing', async () => {
    const shop = await openHere()
    const payment = await shop.create()
    const memo = Memo.text(payment.memo ?? '')
    await send(devnet, [buildPayment('10', MERCHANT, counterfeit)], { memo })
    await send(devnet, [buildPayment('10', MERCHANT, Asset.native())], { memo })
    await send(devnet, [buildPayment('10', MERCHANT, USDT)], { memo })
    const failing = buildPayment('900000000000')
    await send(devnet, [buildPayment('10'), failing], { memo })
    const claimants = [new Claimant(MERCHANT)]
    await send(devnet, [Operation.createClaimableBalance({ asset: USDC, amount: '10', claimants })], { memo })
    const stranger = Keypair.random()
    const start = Operation.createAccount({ destination: stranger.publicKey(), startingBalance: '20' })
    await send(devnet, [start], { memo })
    await send(devnet, [Operation.accountMerge({ destination: MERCHANT })], { memo, signer: stranger })
    await shop.caughtUp()
    expect(await shop.get(payment)).toMatchObject({ status: 'created', transactions: [], amountReceived: '0.000000' })
    expect(await shop.unattributed()).toMatchObject([
      { cryptocurrency: 'USDT', amount: '10.000000', memo: payment.memo },
    ])
  })

  test('money without a memo of ours is kept and listed, and the merchant says whose it is', async () => {
    const shop = await openHere()
    const payment = await shop.create()
    await send(devnet, [buildPayment('4')])
    await send(devnet, [buildPayment('3')], { memo: Memo.text('order 17') })
    await send(devnet, [buildPayment('2', createMuxedAddress(NOBODY))])
    await send(devnet, [buildPayment('1')], { memo: Memo.hash('ab'.repeat(32)) })
    await shop.caughtUp()
    const listed = await shop.unattributed()
    expect(listed.map(({ amount, memo, status }) => [amount, memo, status])).toEqual([
      ['1.000000', 'ab'.repeat(32), 'final'],
      ['2.000000', NOBODY, 'final'],
      ['3.000000', 'order 17', 'final'],
      ['4.000000', null, 'final'],
    ])
    for (const { id } of listed) await shop.checkout.sandbox.transfers.assign(id, { paymentId: payment.id })
    expect(await shop.get(payment)).toMatchObject({ status: 'completed', amountReceived: '10.000000' })
  })

  test('one transaction can pay several payments, and one of them more than once', async () => {
    const shop = await openHere()
    const [one, other] = [await shop.create(), await shop.create()]
    const to = (payment: { memo: string | null }) => createMuxedAddress(payment.memo ?? '')
    const operations = [
      buildPayment('5', to(one)),
      buildPayment('5', to(other)),
      buildPayment('5', to(one)),
      buildPayment('5', to(other)),
    ]
    await send(devnet, [...operations, buildPayment('1.2345678')])
    for (const payment of [one, other]) {
      expect(await shop.untilStatus(payment, 'completed')).toMatchObject({ exceptions: ['multiple'] })
    }
    expect(await shop.unattributed()).toMatchObject([{ amount: '1.234567', rawAmount: '12345678' }])
  })

  test('a path payment counts by what it delivers', async () => {
    const shop = await openHere()
    const [received, sent] = [await shop.create(), await shop.create()]
    const path = { sendAsset: Asset.native(), destAsset: USDC, path: [], destination: MERCHANT }
    const receive = Operation.pathPaymentStrictReceive({ ...path, sendMax: '1000000', destAmount: '10' })
    await send(devnet, [receive], { memo: Memo.text(received.memo ?? '') })
    const strictSend = Operation.pathPaymentStrictSend({ ...path, sendAmount: '200', destMin: '0.0000001' })
    await send(devnet, [strictSend], { memo: Memo.text(sent.memo ?? '') })
    expect(await shop.untilStatus(received, 'completed')).toMatchObject({ exceptions: [], amountReceived: '10.000000' })
    const paid = await shop.untilStatus(sent, 'completed')
    expect(paid.amountReceived).toBe((await delivered()).slice(0, -1))
    expect(paid.exceptions).toEqual(['overpaid'])
    await shop.caughtUp()
    expect(await shop.unattributed()).toEqual([])
  })

  test('what the issuer pays counts, and the deadline holds by the ledgers’ own time', async () => {
    const shop = await openHere()
    const payment = await shop.create()
    await send(devnet, [buildPayment('10')], { memo: Memo.text(payment.memo ?? ''), signer: stellarKeys.issuer })
    expect(await shop.untilStatus(payment, 'completed')).toMatchObject({
      transactions: [{ from: stellarKeys.issuer.publicKey() }],
    })
    const late = await shop.create({ expiresIn: 1 })
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await closeLedger(devnet.networks.stellar)
    await shop.untilStatus(late, 'expired')
    await send(devnet, [buildPayment('10')], { memo: Memo.text(late.memo ?? '') })
    expect(await shop.until(late, ({ exceptions }) => exceptions.includes('late'))).toMatchObject({ status: 'expired' })
  })
})

const toBeClaimed = (amount: string, claimants = [new Claimant(MERCHANT)]) =>
  Operation.createClaimableBalance({ asset: USDC, amount, claimants })

test('a claimable balance is shown as waiting, counts once it is claimed, and then the merchant says whose', async () => {
  const shop = await open()
  const payment = await shop.create()
  const memo = Memo.id(payment.memo ?? '')
  const hash = await send(devnet, [toBeClaimed('10')], { memo })
  const waits = await shop.until(payment, ({ claimable }) => claimable.length > 0)
  expect(waits).toMatchObject({
    status: 'created',
    amountReceived: '0.000000',
    transactions: [],
    claimable: [{ id: expect.stringMatching(/^B/), amount: '10.000000', cryptocurrency: 'USDC', hash }],
  })
  expect(await shop.publicView(payment)).toMatchObject({ status: 'created', claimable: waits.claimable })
  expect(await shop.unattributed()).toEqual([])
  const horizon = new Horizon.Server(devnet.networks.stellar.horizonUrl, { allowHttp: true })
  const { records } = await horizon.claimableBalances().claimant(MERCHANT).order('desc').limit(1).call()
  await send(devnet, [Operation.claimClaimableBalance({ balanceId: records[0]?.id ?? '' })], {
    signer: stellarKeys.merchant,
  })
  await shop.caughtUp()
  const [claimed] = await shop.unattributed()
  expect(claimed).toMatchObject({ amount: '10.000000', memo: null, from: waits.claimable[0]?.id })
  await shop.checkout.sandbox.transfers.assign(claimed?.id ?? '', { paymentId: payment.id })
  expect(await shop.until(payment, ({ claimable }) => claimable.length === 0)).toMatchObject({ status: 'completed' })
})

test('what nobody may claim any more, another asset and another memo are not shown as waiting', async () => {
  const shop = await open({ rpcUrls: undefined })
  const [payment, marker] = [await shop.create(), await shop.create()]
  const memo = Memo.text(payment.memo ?? '')
  const over = [new Claimant(MERCHANT, Claimant.predicateBeforeRelativeTime('1'))]
  const later = Claimant.predicateNot(Claimant.predicateBeforeRelativeTime('3600'))
  await send(devnet, [toBeClaimed('10', over), toBeClaimed('10', [new Claimant(MERCHANT, later)])], { memo })
  const worthless = Operation.createClaimableBalance({
    asset: counterfeit,
    amount: '10',
    claimants: [new Claimant(MERCHANT)],
  })
  await send(devnet, [worthless], { memo })
  await send(devnet, [toBeClaimed('10')])
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await send(devnet, [toBeClaimed('7')], { memo: Memo.text(marker.memo ?? '') })
  await shop.until(marker, ({ claimable }) => claimable.length === 1)
  expect(await shop.get(payment)).toMatchObject({ status: 'created', claimable: [] })
})

test('an RPC alone keeps no list of what can be claimed: nothing is shown before it is claimed', async () => {
  const shop = await open({ horizonUrls: undefined })
  const payment = await shop.create()
  await send(devnet, [toBeClaimed('10')], { memo: Memo.text(payment.memo ?? '') })
  await shop.caughtUp()
  expect(await shop.get(payment)).toMatchObject({ status: 'created', claimable: [] })
})

/** The merchant's last payment received, to the seventh digit. */
async function delivered(): Promise<string> {
  const horizon = new Horizon.Server(devnet.networks.stellar.horizonUrl, { allowHttp: true })
  const { records } = await horizon.payments().forAccount(MERCHANT).order('desc').limit(1).call()
  const [last] = records
  if (last?.type !== 'path_payment_strict_send') throw new Error(`the last payment is a ${last?.type}`)
  return last.amount
}
