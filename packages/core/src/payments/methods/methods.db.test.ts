import type { Payment, PaymentMethod } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import {
  asBrowser,
  createScriptedAccount,
  createTransferFor,
  type ScriptedTransfer,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
} from '../../testing/index.ts'
import { DAI, openMethodsShop, STELLAR_WALLET, USDC_ASSET } from '../../testing/methods.ts'
import { addMerchant, countRows, readProblem } from '../../testing/shop.ts'
import { createReconciliation } from '../../workers/reconcile.ts'

const OTHER_WALLET = `0x${'5'.repeat(40)}`
const all = { alternatives: 'all' } as const
const onPolygon = { cryptocurrency: 'USDC', network: 'polygon' } as const
const inDai = { cryptocurrency: 'DAI', network: 'ethereum' } as const
const onStellar = { cryptocurrency: 'USDC', network: 'stellar' } as const
const asDefault = { cryptocurrency: 'USDC', network: 'ethereum' } as const

type Shop = Awaited<ReturnType<typeof openMethodsShop>>
const names = (methods: readonly PaymentMethod[]) =>
  methods.map(({ cryptocurrency, network, state }) => `${cryptocurrency} ${network} ${state}`)

function onPolygonFor(payment: Pick<Payment, 'address' | 'amountDue'>, rawAmount?: bigint): ScriptedTransfer {
  return createTransferFor(payment, rawAmount)
}

/** Expects the columns that a row of `methods` shares with its payment to be the same for the chosen method. */
async function expectOneTruth(shop: Shop): Promise<void> {
  const { db } = shop.checkout.context
  for (const method of await db.selectFrom('methods').selectAll().execute()) {
    const payment = await db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', method.payment_id)
      .executeTakeFirstOrThrow()
    if (payment.chain !== method.chain || payment.token !== method.token) continue
    const shared = Object.keys(method).filter((name) => name in payment && name !== 'seq') as (keyof typeof payment)[]
    for (const name of shared)
      expect([name, String(payment[name])]).toEqual([name, String(method[name as keyof typeof method])])
  }
}

describe('a payment with alternatives', () => {
  test('offers all coins for which a wallet is known, and reserves nothing for them', async () => {
    const shop = await openMethodsShop()
    const before = await countRows(shop)
    const payment = await shop.create(all)
    expect(names(payment.methods)).toEqual([
      'USDC ethereum chosen',
      'USDC stellar offered',
      'DAI ethereum offered',
      'USDC polygon offered',
    ])
    expect(payment.methods[0]).toMatchObject({ cryptoAmount: payment.cryptoAmount, address: payment.address })
    expect(payment.methods[1]).toMatchObject({ cryptoAmount: null, address: null, paymentUri: null, rate: null })
    // The payment's identification is known before the method is chosen.
    expect(payment.methods.map(({ recognition }) => recognition)).toEqual(['amount', 'memo', 'amount', 'amount'])
    const after = await countRows(shop)
    expect([after.reservations, after.methods]).toEqual([(before.reservations ?? 0) + 1, 0])
    const seen = (await shop.request('GET', `/pay/${payment.id}/status`, { key: null })).body
    expect(seen.methods).toMatchObject(payment.methods)
    expect(seen.methods[3]).toMatchObject({ networkTitle: 'Polygon' })
  })

  test('without any, has the default one', async () => {
    const shop = await openMethodsShop()
    expect(names((await shop.create()).methods)).toEqual(['USDC ethereum chosen'])
    expect(names((await shop.create({ alternatives: [] })).methods)).toEqual(['USDC ethereum chosen'])
  })

  test('and one without alternatives say what identifies them', async () => {
    const shop = await openMethodsShop()
    expect((await shop.create()).methods).toMatchObject([{ recognition: 'amount' }])
    const onStellar = await shop.create({ network: 'stellar', merchantWallet: STELLAR_WALLET })
    expect(onStellar.methods).toMatchObject([{ recognition: 'memo' }])
  })

  test('asks for the method that its payer chooses, and keeps the terms of each', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    const first = await shop.choose(payment, onPolygon)
    expect(first).toMatchObject({
      ...onPolygon,
      status: 'created',
      expiresAt: payment.expiresAt,
      address: TEST_WALLET,
      amountDue: first.cryptoAmount,
    })
    expect(names(first.methods)).toEqual([
      'USDC ethereum open',
      'USDC stellar offered',
      'DAI ethereum offered',
      'USDC polygon chosen',
    ])
    const second = await shop.choose(payment, onStellar)
    expect(second).toMatchObject({ merchantWallet: STELLAR_WALLET, address: STELLAR_WALLET, memoType: 'text' })
    expect(second.paymentUri).toMatch(/^web\+stellar:/)
    const again = await shop.choose(payment, asDefault)
    expect(again).toMatchObject({ cryptoAmount: payment.cryptoAmount, memo: null, paymentUri: payment.paymentUri })
    expect((await shop.choose(payment, onPolygon)).cryptoAmount).toBe(first.cryptoAmount)
    expect(await shop.eventTypes(payment)).toEqual([
      'payment.created',
      ...Array.from({ length: 4 }, () => 'payment.method_changed'),
    ])
    await expectOneTruth(shop)
  })

  test('chosen as it is, changes nothing', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    const before = await countRows(shop)
    expect(await shop.choose(payment, { cryptocurrency: 'usdc', network: 'ethereum' })).toEqual(payment)
    expect(await countRows(shop)).toEqual(before)
  })

  test.each<[string, typeof onPolygon | typeof inDai | typeof onStellar]>([
    ['another network', onPolygon],
    ['another coin', inDai],
    ['a network with memos', onStellar],
  ])('is paid in %s', async (_, method) => {
    const shop = await openMethodsShop()
    const payment = await shop.choose(await shop.create(all), method)
    await payIn(shop, payment)
    expect(await shop.retrieve(payment)).toMatchObject({ status: method === onStellar ? 'completed' : 'processing' })
    await shop.finalise()
    expect(await shop.retrieve(payment)).toMatchObject({
      ...method,
      status: 'completed',
      exceptions: [],
      amountReceived: payment.cryptoAmount,
      amountDue: '0.000000',
      transactions: [{ ...method, amount: payment.cryptoAmount }],
    })
    await expectOneTruth(shop)
  })

  test('is paid in the method that its payer had left: the payment goes back to it', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    await shop.choose(payment, onPolygon)
    await shop.choose(payment, onStellar)
    await payIn(shop, payment)
    expect(await shop.retrieve(payment)).toMatchObject({ ...asDefault, status: 'processing', exceptions: [] })
    await shop.finalise()
    expect(await shop.retrieve(payment)).toMatchObject({ ...asDefault, status: 'completed', amountDue: '0.000000' })
    expect((await shop.eventTypes(payment)).slice(-3)).toEqual([
      'payment.method_changed',
      'payment.processing',
      'payment.completed',
    ])
    await expectOneTruth(shop)
  })

  test('is not chosen again once money was seen, but asks for the rest in the same method', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.choose(await shop.create(all), onStellar)
    const half = BigInt(payment.cryptoAmount.replace('.', '')) / 2n
    await payIn(shop, payment, half)
    const seen = await shop.retrieve(payment)
    expect(seen).toMatchObject({ ...onStellar, status: 'partially_paid', memo: payment.memo })
    await expect(shop.choose(payment, onPolygon)).rejects.toMatchObject({ code: 'invalid_state' })
    await expect(shop.choose(payment, inDai)).rejects.toMatchObject({ code: 'invalid_state' })
    await payIn(shop, seen)
    expect(await shop.retrieve(payment)).toMatchObject({ ...onStellar, status: 'completed' })
  })

  test('stays open for a choice after dust', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.choose(await shop.create(all), onStellar)
    await payIn(shop, payment, 3n)
    expect((await shop.choose(payment, onPolygon)).network).toBe('polygon')
  })

  test('paid in two methods is completed by one, and tells of the other', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    const other = await shop.choose(payment, onPolygon)
    await shop.pay({ ethereum: [createTransferFor(payment)] })
    await shop.finalise()
    expect(await shop.retrieve(payment)).toMatchObject({ ...asDefault, status: 'completed', exceptions: [] })
    await shop.pay({ polygon: [onPolygonFor(other)] })
    await shop.finalise()
    const twice = await shop.retrieve(payment)
    expect(twice).toMatchObject({
      ...asDefault,
      status: 'completed',
      amountReceived: payment.cryptoAmount,
      exceptions: ['overpaid', 'multiple'],
      transactions: [asDefault, onPolygon],
    })
    expect(twice.methods[3]).toMatchObject({ state: 'open', amountReceived: other.cryptoAmount })
    expect(await shop.eventTypes(payment)).toEqual([
      'payment.created',
      'payment.method_changed',
      'payment.method_changed',
      'payment.processing',
      'payment.completed',
      'payment.overpaid',
    ])
    await expectOneTruth(shop)
  })

  test('with a part in each of two methods is not completed by their sum', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.choose(await shop.create(all), onStellar)
    const other = payment
    await shop.choose(payment, inDai)
    const due = BigInt(payment.cryptoAmount.replace('.', ''))
    await payIn(shop, other, (due * 6n) / 10n)
    const dai = (await shop.retrieve(payment)).methods.find(({ cryptocurrency }) => cryptocurrency === 'DAI')
    await shop.checkout.sandbox.payments.retrieve(payment.id)
    await payIn(shop, { ...payment, ...dai, ...inDai } as Payment)
    expect(await shop.retrieve(payment)).toMatchObject({
      ...inDai,
      status: 'processing',
      exceptions: ['overpaid', 'multiple'],
    })
    await expectOneTruth(shop)
  })

  test('lacks nothing by any method once one has brought enough, until a reorganisation takes it', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    const other = await shop.choose(payment, onPolygon)
    const listDue = async () => (await shop.retrieve(payment)).methods.map(({ amountDue }) => amountDue)
    const unopened = Array(payment.methods.length - 2).fill(null)
    const due = (await listDue()).filter((amount) => amount !== null)
    expect(due).toEqual([payment.amountDue, other.amountDue])
    await shop.pay({ ethereum: [createTransferFor(payment)] })
    expect((await shop.retrieve(payment)).status).toBe('processing')
    expect((await listDue()).toSorted()).toEqual(['0.000000', '0.000000', ...unopened])
    shop.node.drop(1)
    for (let block = 0; block < 2; block++) shop.node.mine(shop.clock.now(), [])
    await shop.settle()
    expect((await listDue()).filter((amount) => amount !== null)).toEqual(due)
    await shop.pay({ ethereum: [createTransferFor(payment)] })
    await shop.finalise()
    expect((await shop.retrieve(payment)).status).toBe('completed')
    expect((await listDue()).toSorted()).toEqual(['0.000000', '0.000000', ...unopened])
  })

  test('goes back to the other method that was paid if a reorganisation takes the deciding transfer', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    const other = await shop.choose(payment, onPolygon)
    await shop.pay({ ethereum: [createTransferFor(payment)] })
    await shop.pay({ polygon: [onPolygonFor(other)] })
    expect(await shop.retrieve(payment)).toMatchObject({ ...asDefault, status: 'processing' })
    shop.node.drop(2)
    for (let block = 0; block < 3; block++) shop.node.mine(shop.clock.now(), [])
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ ...onPolygon, status: 'processing', exceptions: [] })
    expect(await shop.eventTypes(payment)).toContain('payment.reverted')
    await shop.finalise()
    expect(await shop.retrieve(payment)).toMatchObject({ ...onPolygon, status: 'completed' })
    await expectOneTruth(shop)
  })

  test('can be chosen again if a reorganisation takes the only transfer', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    await shop.choose(payment, onPolygon)
    await shop.pay({ ethereum: [createTransferFor(payment)] })
    await expect(shop.choose(payment, onPolygon)).rejects.toMatchObject({ code: 'invalid_state' })
    shop.node.drop(1)
    for (let block = 0; block < 2; block++) shop.node.mine(shop.clock.now(), [])
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ ...asDefault, status: 'created' })
    expect((await shop.choose(payment, onStellar)).network).toBe('stellar')
  })

  test('expires only after every network on which it is open has passed the deadline', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create({ ...all, expiresIn: 60 })
    const other = await shop.choose(payment, onPolygon)
    shop.clock.advance(30_000)
    shop.polygon.mine(shop.clock.now(), [onPolygonFor(other)])
    shop.clock.advance(60_000)
    for (let block = 0; block < 3; block++) {
      shop.clock.advance(1_000)
      shop.node.mine(shop.clock.now(), [])
    }
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ ...onPolygon, status: 'processing' })
    const idle = await shop.create({ ...all, expiresIn: 60 })
    await shop.choose(idle, onPolygon)
    shop.clock.advance(61_000)
    shop.node.mine(shop.clock.now(), [])
    await shop.settle()
    expect(await shop.retrieve(idle)).toMatchObject({ status: 'created' })
    shop.polygon.mine(shop.clock.now(), [])
    await shop.settle()
    expect(await shop.retrieve(idle)).toMatchObject({ status: 'expired' })
    await expect(shop.choose(idle, asDefault)).rejects.toMatchObject({ code: 'invalid_state' })
  })

  test('expires though a reorganisation takes its money only after the deadline', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create({ ...all, expiresIn: 60 })
    await shop.choose(payment, onPolygon)
    await shop.pay({ ethereum: [createTransferFor(payment)] })
    shop.clock.advance(61_000)
    await shop.pay({})
    expect(await shop.retrieve(payment)).toMatchObject({ ...asDefault, status: 'processing' })
    shop.node.drop(2)
    for (let block = 0; block < 3; block++) shop.node.mine(shop.clock.now(), [])
    await shop.settle()
    await shop.pay({})
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired' })
    expect((await shop.eventTypes(payment)).slice(-2)).toEqual(['payment.reverted', 'payment.expired'])
  })

  test('completed by one method, holds no amount for the rest of another one', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    const other = await shop.choose(payment, inDai)
    await shop.pay({ ethereum: [createTransferFor(payment)] })
    await shop.finalise()
    const part = { ...createTransferFor(other), token: DAI, rawAmount: 5n * 10n ** 18n }
    await shop.pay({ ethereum: [part] })
    const [stray] = (await shop.checkout.sandbox.transfers.list()).data
    await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: payment.id })
    const paid = await shop.retrieve(payment)
    expect(paid).toMatchObject({ status: 'completed', exceptions: ['overpaid', 'multiple'] })
    expect(paid.methods.find(({ cryptocurrency }) => cryptocurrency === 'DAI')).toMatchObject({
      amountReceived: '5.000000',
    })
    const { db } = shop.checkout.context
    expect(await db.selectFrom('reservations').selectAll().where('released_at', 'is', null).execute()).toEqual([])
  })

  test('tells that a reorganisation takes what was too much in another method', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    const other = await shop.choose(payment, onPolygon)
    await shop.pay({ ethereum: [createTransferFor(payment)] })
    await shop.pay({ polygon: [onPolygonFor(other)] })
    expect(await shop.retrieve(payment)).toMatchObject({ exceptions: ['overpaid', 'multiple'] })
    shop.polygon.drop(1)
    for (let block = 0; block < 2; block++) shop.polygon.mine(shop.clock.now(), [])
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ ...asDefault, status: 'processing', exceptions: [] })
    expect((await shop.eventTypes(payment)).slice(-2)).toEqual(['payment.overpaid', 'payment.reverted'])
  })

  test('keeps money that comes late in a method that was left', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create({ ...all, expiresIn: 60 })
    await shop.choose(payment, onPolygon)
    shop.clock.advance(61_000)
    await shop.pay({})
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired' })
    await shop.pay({ ethereum: [createTransferFor(payment)] })
    expect(await shop.retrieve(payment)).toMatchObject({ ...asDefault, status: 'expired', exceptions: ['late'] })
    expect(await shop.eventTypes(payment)).toContain('payment.late')
  })

  test('goes on after a restart between any two steps', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    shop.restart()
    const other = await shop.checkout.sandbox.payments.choose(payment.id, onPolygon)
    shop.restart()
    await shop.pay({ polygon: [onPolygonFor(other)] })
    shop.restart()
    await shop.finalise()
    const { sandbox } = shop.checkout
    expect(await sandbox.payments.retrieve(payment.id)).toMatchObject({ ...onPolygon, status: 'completed' })
  })

  test('returns the money of each method in its own coin', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    const other = await shop.choose(payment, onPolygon)
    await shop.pay({ ethereum: [createTransferFor(payment)], polygon: [onPolygonFor(other)] })
    await shop.finalise()
    const { refunds } = shop.checkout.sandbox
    const ask = { paymentId: payment.id, destination: TEST_PAYER }
    const extra = await refunds.create({ ...ask, ...onPolygon })
    expect(extra).toMatchObject({ ...onPolygon, cryptoAmount: other.cryptoAmount })
    await expect(refunds.create({ ...ask, ...onPolygon })).rejects.toMatchObject({ code: 'refund_exceeds_payment' })
    expect(await refunds.create(ask)).toMatchObject({ ...asDefault, cryptoAmount: payment.cryptoAmount })
    await expect(refunds.create({ ...ask, ...onStellar })).rejects.toMatchObject({ code: 'invalid_parameter' })
  })

  test('adds up in the books, each method by itself', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    const other = await shop.choose(payment, onPolygon)
    await shop.pay({ ethereum: [createTransferFor(payment)], polygon: [onPolygonFor(other)] })
    await shop.finalise()
    const ask = { paymentId: payment.id, destination: TEST_PAYER, ...onPolygon }
    const refund = await shop.checkout.sandbox.refunds.create(ask)
    expect(await findWrong(shop)).toEqual([])
    const rawAmount = BigInt(refund.cryptoAmount.replace('.', ''))
    await shop.pay({ polygon: [{ token: TEST_TOKEN, from: TEST_WALLET, to: TEST_PAYER, rawAmount }] })
    await shop.finalise()
    expect(await shop.checkout.sandbox.refunds.retrieve(refund.id)).toMatchObject({ status: 'completed' })
    expect(await findWrong(shop)).toEqual([])
    await shop.storage.transact((tx) =>
      tx.updateTable('methods').set({ received: 1n }).where('position', '=', 3).execute(),
    )
    expect(await findWrong(shop)).toEqual([payment.id])
  })
})

/** Finds differences in the books. */
async function findWrong(shop: Shop): Promise<readonly string[]> {
  shop.clock.advance(1)
  const { checkSome, state } = createReconciliation(shop.checkout.context)
  while (await checkSome());
  return state().wrong
}

/** Pays on the network that a payment asks for now. */
async function payIn(shop: Shop, payment: Payment, rawAmount?: bigint): Promise<void> {
  if (payment.network === 'stellar') {
    const due = rawAmount ?? BigInt(payment.amountDue.replace('.', ''))
    const money = { asset: USDC_ASSET, from: createScriptedAccount(7), to: payment.address, stroops: due * 10n }
    return shop.pay({ stellar: [{ ...money, memo: payment.memo }] })
  }
  const transfer = createTransferFor(payment, rawAmount)
  if (payment.cryptocurrency === 'DAI')
    return shop.pay({ ethereum: [{ ...transfer, token: DAI, rawAmount: transfer.rawAmount * 10n ** 12n }] })
  return shop.pay({ [payment.network]: [transfer] })
}

describe('is refused', () => {
  test.each<[string, object, string, string]>([
    [
      'a network that is not there',
      { alternatives: [{ cryptocurrency: 'USDC', network: 'base-chain' }] },
      'invalid_parameter',
      'alternatives.0.network',
    ],
    [
      'a coin that is not configured',
      { alternatives: [{ cryptocurrency: 'USDT', network: 'polygon' }] },
      'unsupported_asset',
      'alternatives.0.cryptocurrency',
    ],
    [
      'an unknown coin',
      { alternatives: [{ cryptocurrency: 'BTC', network: 'polygon' }] },
      'invalid_parameter',
      'alternatives.0.cryptocurrency',
    ],
    [
      'a misspelt field',
      { alternatives: [{ ...onPolygon, wallet: TEST_WALLET }] },
      'unknown_parameter',
      'alternatives.0.wallet',
    ],
    [
      'a bad wallet',
      { alternatives: [{ ...onPolygon, merchantWallet: '0x12' }] },
      'invalid_wallet_address',
      'alternatives.0.merchantWallet',
    ],
    ['the default once more', { alternatives: [asDefault] }, 'invalid_parameter', 'alternatives.0'],
    ['one twice', { alternatives: [onPolygon, inDai, onPolygon] }, 'invalid_parameter', 'alternatives.2'],
    ['twelve', { alternatives: Array.from({ length: 12 }, () => onPolygon) }, 'invalid_parameter', 'alternatives'],
    ['another word', { alternatives: 'every' }, 'invalid_parameter', 'alternatives'],
  ])('%s', async (_, input, code, param) => {
    const shop = await openMethodsShop()
    const before = await countRows(shop)
    const body = { amount: 10, currency: 'USD', ...asDefault, merchantWallet: TEST_WALLET, ...input }
    const problem = readProblem(await shop.request('POST', '/sandbox/v1/payments', { body }))
    expect(problem).toMatchObject({ status: 400, code, param })
    expect(await countRows(shop)).toEqual(before)
  })

  test('a network without a known wallet', async () => {
    const shop = await openMethodsShop()
    await shop.checkout.sandbox.merchant.updateSettings({ wallets: { stellar: null } })
    await expect(shop.create({ alternatives: [onStellar] })).rejects.toMatchObject({
      code: 'missing_parameter',
      param: 'alternatives.0.merchantWallet',
    })
    expect(names((await shop.create(all)).methods)).not.toContain('USDC stellar offered')
  })

  test('what the payment does not offer', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create({ alternatives: [onPolygon] })
    await expect(shop.choose(payment, inDai)).rejects.toMatchObject({ code: 'invalid_parameter' })
    await expect(shop.choose(await shop.create(), onPolygon)).rejects.toMatchObject({ code: 'invalid_parameter' })
    await shop.checkout.sandbox.payments.cancel(payment.id)
    await expect(shop.choose(payment, onPolygon)).rejects.toMatchObject({ code: 'invalid_state' })
  })

  test('the payment of another merchant, and a wallet of another one', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create({ alternatives: [{ ...onPolygon, merchantWallet: OTHER_WALLET }] })
    const other = await addMerchant(shop)
    const asked = { key: other.sandbox, body: onPolygon }
    expect((await shop.request('POST', `/sandbox/v1/payments/${payment.id}/method`, asked)).status).toBe(404)
    const own = { amount: 1, currency: 'USD', ...asDefault, merchantWallet: OTHER_WALLET }
    expect((await shop.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body: own })).status).toBe(201)
    const before = await shop.retrieve(payment)
    await expect(shop.choose(payment, onPolygon)).rejects.toMatchObject({ code: 'invalid_wallet_address' })
    expect(await shop.retrieve(payment)).toEqual(before)
  })

  test('wallets of the settings that are none', async () => {
    const shop = await openMethodsShop()
    const put = (wallets: object) => shop.request('PATCH', '/sandbox/v1/merchant/settings', { body: { wallets } })
    const key = await shop.makeKey('sandbox', ['merchant:write'])
    const refuse = async (wallets: object) => {
      const answer = await shop.request('PATCH', '/sandbox/v1/merchant/settings', { key, body: { wallets } })
      return readProblem(answer)
    }
    expect((await put({ polygon: TEST_WALLET })).status).toBe(200)
    expect(await refuse({ polygon: STELLAR_WALLET })).toMatchObject({
      code: 'invalid_wallet_address',
      message: 'wallets.polygon looks like an account of Stellar: addresses of EVM networks begin with 0x.',
      param: 'wallets.polygon',
    })
    expect(await refuse({ stellar: TEST_WALLET })).toMatchObject({
      code: 'invalid_wallet_address',
      message: 'wallets.stellar looks like an address of an EVM network: accounts of Stellar begin with G.',
    })
    expect(await refuse({ 'base-chain': TEST_WALLET })).toMatchObject({ code: 'invalid_parameter' })
    expect(await refuse({ polygon: 5 })).toMatchObject({ code: 'invalid_parameter' })
    const { settings } = await shop.checkout.sandbox.merchant.retrieve()
    expect(settings.wallets).toEqual({ stellar: STELLAR_WALLET, polygon: TEST_WALLET })
  })
})

test('a payer chooses on the page, with the payment’s id alone', async () => {
  const shop = await openMethodsShop()
  const payment = await shop.create(all)
  const choose = (body: unknown) => shop.request('POST', `/pay/${payment.id}/method`, { key: null, body })
  expect(await choose(onPolygon)).toMatchObject({ status: 200, body: { ...onPolygon, id: payment.id } })
  expect(readProblem(await choose({ network: 'polygon' }))).toMatchObject({ code: 'missing_parameter' })
  expect(readProblem(await choose({ ...onPolygon, merchantWallet: OTHER_WALLET }))).toMatchObject({
    code: 'unknown_parameter',
  })
  await shop.pay({ polygon: [onPolygonFor(await shop.retrieve(payment))] })
  expect(readProblem(await choose(onStellar))).toMatchObject({ status: 400, code: 'invalid_state' })
})

describe('without scripts', () => {
  const form = (body: string) => ({
    key: null,
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

  test('a payer chooses by a button, and comes back to the page', async () => {
    const shop = await openMethodsShop()
    const payment = await shop.create(all)
    const { body: before } = await shop.request('GET', `/pay/${payment.id}`, { key: null, headers: asBrowser })
    expect(before).toContain('<button class="secondary" name="method" value="USDC polygon"><bdi>USDC · Polygon</bdi>')
    expect(before).toContain('value="USDC ethereum" disabled aria-current="true"')
    const target = `/pay/${payment.id.slice(4)}`
    const answer = await shop.request('POST', `${target}/method?lang=de`, form('method=USDC+polygon'))
    expect([answer.status, answer.headers.location]).toEqual([303, `${target}?lang=de`])
    expect(await shop.retrieve(payment)).toMatchObject(onPolygon)
  })

  test.each(['method=BTC+polygon', 'method=', '', 'other=1', `method=${'x'.repeat(70_000)}`])(
    'what no button has is refused on the page: %.20s',
    async (body) => {
      const shop = await openMethodsShop()
      const payment = await shop.create(all)
      const answer = await shop.request('POST', `/pay/${payment.id.slice(4)}/method`, form(body))
      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
      expect(answer.body).toContain('<details class="methods" open>')
      expect(answer.body).toContain('This is not available now.')
      expect(await shop.retrieve(payment)).toEqual(payment)
    },
  )

  test('a payment with one method, and one that was paid, has nothing to choose', async () => {
    const shop = await openMethodsShop()
    const [one, several] = [await shop.create(), await shop.create(all)]
    await shop.pay({ ethereum: [createTransferFor(several)] })
    for (const { id } of [one, several])
      expect((await shop.request('GET', `/pay/${id}`, { key: null, headers: asBrowser })).body).not.toContain(
        'class="methods"',
      )
    expect((await shop.request('POST', '/pay/nobody/method', form('method=USDC+polygon'))).status).toBe(404)
  })
})
