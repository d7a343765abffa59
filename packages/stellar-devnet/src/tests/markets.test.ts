import { Asset, Keypair, Operation, xdr } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASSETS, KEYS } from '../ledger/network.ts'
import { type Harness, pay, startHarness } from './harness.ts'

const { USDC, USDT, counterfeit } = ASSETS
const { payer, merchant, issuer, maker } = KEYS
const XLM = Asset.native()
const OK = ['tx_success', 'op_success']

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  await h.devnet.stop()
})

const failed = (...operations: string[]): string[] => ['tx_failed', ...operations]

describe('a path payment', () => {
  const receive = (more: Partial<Parameters<typeof Operation.pathPaymentStrictReceive>[0]> = {}) =>
    Operation.pathPaymentStrictReceive({
      sendAsset: XLM,
      sendMax: '1000',
      destination: merchant.publicKey(),
      destAsset: USDC,
      destAmount: '25',
      ...more,
    })

  test('delivers exactly what was asked for, as Horizon’s paths said', async () => {
    const { records } = await h.horizon.strictReceivePaths([XLM], USDC, '25').call()
    expect(records[0]).toMatchObject({ source_amount: '250.0000000', source_asset_type: 'native', path: [] })
    const before = Number(await h.balance(merchant, USDC))
    const hash = await h.succeed(payer, receive({ sendMax: '250' }))
    expect(Number(await h.balance(merchant, USDC))).toBe(before + 25)
    expect((await h.horizon.payments().forTransaction(hash).call()).records[0]).toMatchObject({
      type: 'path_payment_strict_receive',
      amount: '25.0000000',
      asset_code: 'USDC',
      source_asset_type: 'native',
      source_amount: '250.0000000',
      source_max: '250.0000000',
    })
  })

  test('goes through another asset', async () => {
    const { records } = await h.horizon.strictReceivePaths([USDT], USDC, '25').call()
    expect(records[0]).toMatchObject({ source_amount: '25.5000000', path: [{ asset_type: 'native' }] })
    expect(await h.apply(payer, receive({ sendAsset: USDT, sendMax: '25.5', path: [XLM] }))).toEqual(OK)
  })

  test('that costs more than allowed, that no offer serves, or that nobody can take, is refused', async () => {
    expect(await h.apply(payer, receive({ sendMax: '249.9999999' }))).toEqual(failed('op_over_source_max'))
    expect(await h.apply(payer, receive({ sendAsset: counterfeit }))).toEqual(failed('op_too_few_offers'))
    expect(await h.apply(payer, receive({ destination: Keypair.random().publicKey() }))).toEqual(
      failed('op_no_destination'),
    )
    const untrusting = await h.account()
    expect(await h.apply(payer, receive({ destination: untrusting.publicKey() }))).toEqual(failed('op_no_trust'))
    expect(await h.apply(maker, receive())).toEqual(failed('op_cross_self'))
    const poor = await h.account()
    expect(await h.apply(poor, receive({ sendMax: '20000', destAmount: '1500' }))).toEqual(failed('op_underfunded'))
    expect(await h.apply(poor, receive({ sendAsset: USDT, path: [XLM] }))).toEqual(failed('op_src_no_trust'))
  })

  test('can send exactly an amount, and delivers what that is worth', async () => {
    const to = await h.account(USDC)
    const send = (destMin: string) =>
      Operation.pathPaymentStrictSend({
        sendAsset: XLM,
        sendAmount: '100',
        destination: to.publicKey(),
        destAsset: USDC,
        destMin,
      })
    expect(await h.apply(payer, send('10.0000001'))).toEqual(failed('op_under_dest_min'))
    const hash = await h.succeed(payer, send('9'))
    expect(await h.balance(to, USDC)).toBe('10.0000000')
    expect((await h.horizon.payments().forTransaction(hash).call()).records[0]).toMatchObject({
      type: 'path_payment_strict_send',
      amount: '10.0000000',
      source_amount: '100.0000000',
      destination_min: '9.0000000',
    })
  })
})

describe('an offer', () => {
  const offer = (more: Partial<Parameters<typeof Operation.manageSellOffer>[0]>) =>
    Operation.manageSellOffer({ selling: USDC, buying: counterfeit, amount: '10', price: { n: 3, d: 1 }, ...more })

  test('is taken as far as somebody pays its price, and its rest can be taken back', async () => {
    const seller = await h.account(USDC, counterfeit)
    await h.succeed(payer, pay(seller, USDC, '10'))
    await h.succeed(seller, offer({}))
    const account = await h.horizon.loadAccount(seller.publicKey())
    expect(
      account.balances.find((line) => 'asset_code' in line && line.asset_issuer === issuer.publicKey()),
    ).toMatchObject({ selling_liabilities: '10.0000000' })
    expect(await h.apply(seller, pay(merchant, USDC, '1'))).toEqual(failed('op_underfunded'))
    const { records } = await h.horizon.strictReceivePaths([counterfeit], USDC, '4').call()
    expect(records[0]).toMatchObject({ source_amount: '12.0000000' })
    await h.succeed(
      payer,
      Operation.manageSellOffer({ selling: counterfeit, buying: USDC, amount: '12', price: { n: 1, d: 3 } }),
    )
    expect(await h.balance(seller, counterfeit)).toBe('12.0000000')
    expect(await h.balance(seller, USDC)).toBe('6.0000000')
    const { records: operations } = await h.horizon.operations().forAccount(seller.publicKey()).order('desc').call()
    expect(operations[0]).toMatchObject({ type: 'manage_sell_offer', price: '3', price_r: { n: 3, d: 1 } })
    const { subentry_count } = await h.horizon.loadAccount(seller.publicKey())
    expect(subentry_count).toBe(3)
    await h.succeed(seller, offer({ amount: '0', offerId: String(await findOffer(seller)) }))
    expect((await h.horizon.loadAccount(seller.publicKey())).subentry_count).toBe(2)
  })

  test('is refused where there is nothing to sell, no trustline, or nothing to change', async () => {
    const seller = await h.account(USDC)
    expect(await h.apply(seller, offer({ buying: XLM }))).toEqual(failed('op_underfunded'))
    expect(await h.apply(seller, offer({}))).toEqual(failed('op_buy_no_trust'))
    expect(await h.apply(seller, offer({ selling: USDT, buying: XLM }))).toEqual(failed('op_sell_no_trust'))
    expect(await h.apply(seller, offer({ offerId: '999' }))).toEqual(failed('op_offer_not_found'))
    expect(await h.apply(seller, offer({ buying: USDC }))).toEqual(failed('op_malformed'))
  })
})

/** The number of an account's last offer, from the result of its transaction */
async function findOffer(seller: Keypair): Promise<bigint> {
  const { records } = await h.horizon.transactions().forAccount(seller.publicKey()).order('desc').call()
  for (const { result_xdr } of records) {
    const { result } = xdr.TransactionResult.fromXdr(result_xdr, 'base64')
    const [operation] = result.type === 'txSuccess' ? result.results : []
    const tr = operation?.type === 'opInner' ? operation.tr.value : undefined
    if (tr?.type === 'manageSellOfferSuccess' && tr.success.offer.type === 'manageOfferCreated') {
      return tr.success.offer.offer.offerId
    }
  }
  throw new Error('There is no offer.')
}
