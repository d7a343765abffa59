import type { Payment, Refund } from '@crypto-checkout/api-types'
import { afterEach, expect, test } from 'vitest'
import { FakeClock, testCheckout } from '../testing/index.ts'
import { createScriptedAccount } from '../testing/scripted-event.ts'
import { ScriptedLedger, type ScriptedPayment } from '../testing/scripted-ledger.ts'

const PASSPHRASE = 'Scripted Network ; January 2026'
const USDC = { code: 'USDC', issuer: createScriptedAccount(1) }
const WALLET = createScriptedAccount(2)
const PAYER = createScriptedAccount(3)
const EXCHANGE = createScriptedAccount(4)

const rpcUrls = ['http://127.0.0.1:1']
const horizonUrls = ['http://127.0.0.1:2']

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A shop behind several back ends, with a completed payment of 10 USDC. */
async function open(nodes: object) {
  const clock = new FakeClock()
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: clock.now(), assets: [USDC] })
  const stellar = { networkPassphrase: PASSPHRASE, coins: { USDC }, ...nodes }
  const shop = await testCheckout(
    { sandbox: { networks: { stellar } }, production: { networks: {} } },
    { clock, ledger },
  )
  closing.push(shop.stop)
  async function close(payments: readonly ScriptedPayment[] = []): Promise<void> {
    clock.advance(5_000)
    ledger.close(clock.now(), payments)
    await shop.watch()
  }
  await close()
  const payment = await shop.create({ network: 'stellar', merchantWallet: WALLET })
  await close([sent(payment.address, payment.cryptoAmount, payment.memo, PAYER)])
  await close()
  expect((await shop.retrieve(payment)).status).toBe('completed')
  const refund = (over: object = {}) =>
    shop.checkout.sandbox.refunds.create({ paymentId: payment.id, destination: EXCHANGE, ...over })
  return { shop, close, payment, refund, retrieve: ({ id }: Refund) => shop.checkout.sandbox.refunds.retrieve(id) }
}

function sent(to: string, amount: Payment['amountDue'], memo: string | null, from = WALLET): ScriptedPayment {
  return { asset: USDC, from, to, stroops: BigInt(amount.replace('.', '')) * 10n, memo }
}

test.each([
  ['Stellar RPC', { rpcUrls }],
  ['Horizon', { horizonUrls }],
  ['both', { rpcUrls, horizonUrls }],
])('behind %s a refund completes with its memo, and with no other', async (_, nodes) => {
  const { shop, close, refund, retrieve, payment } = await open(nodes)
  const made = await refund({ amount: 4, destinationMemo: 'customer 17' })
  expect(made).toMatchObject({ destinationMemo: 'customer 17', nextAction: { type: 'sign', call: null } })
  const uri = made.nextAction?.type === 'sign' ? made.nextAction.uri : ''
  expect(uri).toMatch(/^web\+stellar:pay\?destination=G\w+&amount=4&asset_code=USDC/)
  expect(uri).toContain('memo=customer%2017&memo_type=MEMO_TEXT')
  await close([sent(EXCHANGE, '4.000000', null), sent(EXCHANGE, '4.000000', 'customer 18')])
  await close([sent(EXCHANGE, '4.000000', 'customer 17', PAYER)])
  await close()
  expect((await retrieve(made)).status).toBe('pending')
  await close([sent(EXCHANGE, '4.000000', 'customer 17')])
  await close()
  await close()
  await shop.reread()
  expect(await retrieve(made)).toMatchObject({ status: 'completed', transaction: { from: WALLET } })
  expect(await shop.retrieve(payment)).toMatchObject({ amountRefunded: '4.000000' })
  const { data } = await shop.checkout.sandbox.transfers.list()
  expect(data).toHaveLength(1)
})

test('the page shows a code for wallets, and the payer may give a memo', async () => {
  const { shop, refund, retrieve } = await open({ rpcUrls })
  const made = await refund({ destination: undefined })
  const url = made.nextAction?.type === 'collect_destination' ? (made.nextAction.url ?? '') : ''
  const path = new URL(url).pathname
  const submit = (fields: Record<string, string>) =>
    shop.request('POST', path, { body: new URLSearchParams(fields).toString(), key: null })
  expect((await shop.request('GET', path, { key: null })).body).toContain('name="memo"')
  for (const address of ['GABC', `M${'A'.repeat(68)}`, USDC.issuer, WALLET]) {
    expect([address, (await submit({ address })).status]).toEqual([address, 400])
  }
  expect((await submit({ address: EXCHANGE, memo: 'x'.repeat(29) })).status).toBe(400)
  const look = await submit({ address: EXCHANGE, memo: '17' })
  expect(look.status).toBe(200)
  expect(look.body).toContain('<span class="value memo" dir="ltr" translate="no">17</span>')
  expect((await submit({ address: EXCHANGE, memo: '17', step: 'confirm' })).status).toBe(303)
  const addressed = await retrieve(made)
  expect(addressed).toMatchObject({ destination: EXCHANGE, destinationMemo: '17' })
  const signing = addressed.nextAction?.type === 'sign' ? new URL(addressed.nextAction.url).pathname : ''
  const page = await shop.request('GET', signing, { key: null })
  expect(page.body).toContain('class="qr"')
  expect(page.body).toContain('src="/checkout-sign.js"')
  expect(page.body).toContain('web+stellar:pay?')
})
