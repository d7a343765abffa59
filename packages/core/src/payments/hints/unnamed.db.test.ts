/** Money that names no payment: the page asks about it, only on the one page that it fits, and shows nothing of others. */
import type { Payment } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { type ClaimShop, openClaimShop, STRANGER, TEST_USDT } from '../../testing/claiming.ts'
import { asBrowser, TEST_TOKEN } from '../../testing/index.ts'
import { addMerchant, shareTestWallet } from '../../testing/shop.ts'

const dueOf = (payment: Payment) => BigInt(payment.amountDue.replace('.', ''))
const share = (payment: Payment, percent: bigint) => (dueOf(payment) * percent) / 100n

/** A payment of 50 USDC, and a transfer of a part of what it asks for. */
async function payPart(percent: bigint, change: Partial<Parameters<ClaimShop['arrive']>[0]> = {}) {
  const shop = await openClaimShop()
  const payment = await shop.create({ amount: 50 })
  shop.mine()
  const hash = await shop.arrive({ ...shop.transferTo(payment, share(payment, percent)), ...change })
  return { shop, payment, hash }
}

const unnamedOn = async (shop: ClaimShop, payment: Payment) => (await shop.view(payment)).unnamed

test.each([91n, 99n, 109n])(
  '%i percent of what the only open payment asks for is asked about on its page',
  async (percent) => {
    const { shop, payment, hash } = await payPart(percent)
    const view = await shop.view(payment)
    expect(view).toMatchObject({ status: 'created', misdirected: [], reported: [] })
    const blockTime = (await shop.listTransfers())[0]?.blockTime
    const amount = String(share(payment, percent)).replace(/(\d{6})$/, '.$1')
    expect(view.unnamed).toEqual({ amount, cryptocurrency: 'USDC', blockTime })
    // Neither the transaction nor its sender is shown before the payer names it.
    expect(JSON.stringify(view)).not.toContain(hash)
    const { body } = await shop.request('GET', `/pay/${payment.id}`, { key: null, headers: asBrowser })
    expect(body).toContain('names no payment. Did you send it?')
    expect(body).not.toContain(hash)
  },
)

test('the payer names the transaction and signs, and it counts; the question is gone', async () => {
  const { shop, payment, hash } = await payPart(95n)
  const answer = await shop.prove(payment, await shop.sign(payment, hash))
  expect(answer.body).toMatchObject({ status: 'partially_paid', unnamed: null })
})

test('a payer who named a transaction is not asked any more', async () => {
  const { shop, payment, hash } = await payPart(95n)
  await shop.post(payment, 'transactions', { hash })
  expect(await shop.view(payment)).toMatchObject({ unnamed: null, misdirected: [{ hash, provable: true }] })
})

test.each([
  ['much less', 85n, {}],
  ['much more', 115n, {}],
  ['another coin', 95n, { token: TEST_USDT }],
  ['another wallet', 95n, { to: STRANGER.address }],
])('%s is not asked about', async (_, percent, change) => {
  const { shop, payment } = await payPart(percent, change)
  expect(await unnamedOn(shop, payment)).toBeNull()
})

test('money from before the payment is not asked about', async () => {
  const shop = await openClaimShop()
  const earlier = await shop.create({ amount: 50 })
  await shop.arrive(shop.transferTo(earlier, share(earlier, 95n)))
  await shop.checkout.sandbox.payments.cancel(earlier.id)
  shop.mine()
  const payment = await shop.create({ amount: 50 })
  expect(await unnamedOn(shop, payment)).toBeNull()
})

test('while two open payments fit, neither page asks; once one is over, the other does', async () => {
  const shop = await openClaimShop()
  const [one, other] = [await shop.create({ amount: 50 }), await shop.create({ amount: 52 })]
  shop.mine()
  await shop.arrive(shop.transferTo(one, share(one, 101n)))
  expect([await unnamedOn(shop, one), await unnamedOn(shop, other)]).toEqual([null, null])
  await shop.checkout.sandbox.payments.cancel(other.id)
  expect(await unnamedOn(shop, one)).toMatchObject({ cryptocurrency: 'USDC' })
  expect(await unnamedOn(shop, other)).toBeNull()
})

test('a stranger who makes payments of every price around learns of no transfer, and hides it from both', async () => {
  const { shop, payment } = await payPart(95n)
  const probes = []
  for (const amount of [45, 47, 48, 50, 53]) probes.push(await shop.create({ amount }))
  // They are younger than the transfer, but for the tolerance of clocks.
  for (const probe of probes) expect(await unnamedOn(shop, probe)).toBeNull()
  shop.clock.advance(600_000)
  const later = await shop.create({ amount: 47.5 })
  expect(await unnamedOn(shop, later)).toBeNull()
  for (const probe of probes) await shop.checkout.sandbox.payments.cancel(probe.id)
  expect(await unnamedOn(shop, payment)).not.toBeNull()
})

test('a wallet of two merchants is asked about on no page', async () => {
  const shop = await openClaimShop()
  const { id } = await addMerchant(shop)
  await shareTestWallet(shop, id)
  const payment = await shop.create({ amount: 50 })
  await shop.checkout.as(id).sandbox.payments.create({
    ...{ amount: 20, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' },
    merchantWallet: payment.address,
  })
  shop.mine()
  await shop.arrive({ ...shop.transferTo(payment, share(payment, 95n)), token: TEST_TOKEN })
  expect(await unnamedOn(shop, payment)).toBeNull()
})

test('nothing is asked where claims are off, and nothing is attributed by a question', async () => {
  const { shop, payment } = await payPart(95n)
  for (let times = 0; times < 3; times++) await shop.view(payment)
  expect(await shop.listTransfers()).toMatchObject([{ payment: null, suggestedPayment: null }])
  await shop.checkout.sandbox.merchant.updateSettings({ claims: 'off' })
  expect(await unnamedOn(shop, payment)).toBeNull()
})
