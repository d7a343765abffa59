/** Business of the gallery's shop: ordinary days, and everything that needs a hand on the last one. */
import { randomInt } from 'node:crypto'
import { openReceiver, type ScriptedTransfer, TEST_PAYER } from '@crypto-checkout/core/testing'
import { createRequestLogJob } from '../../../packages/core/src/workers/request-log.ts'
import { DAYS, type DemoShop, USDC, USDT } from './shop.ts'

type Payment = Awaited<ReturnType<DemoShop['create']>>
type PaymentInput = Parameters<DemoShop['create']>[0]

const HOUR_MS = 3_600_000
const goods = [
  'Coffee beans, 1 kg',
  'Moka pot',
  'Subscription, November',
  'Grinder',
  'Gift card',
  'Repair of a machine',
]

/** Makes every object that the dashboard shows. The shop's clock ends now. */
export async function doBusiness(shop: DemoShop): Promise<void> {
  const { sandbox } = shop.checkout
  await sandbox.merchant.updateSettings({ wallets: { ethereum: shop.wallet, polygon: shop.wallet } })
  await shop.checkout.merchant.update({ name: 'Bean & Brew', supportEmail: 'help@shop.example.com', accent: '#7a3e1d' })
  for (let day = 0; day < DAYS - 1; day++) await doDay(shop, day)
  await leaveWork(shop)
  shop.clock.advance(Math.max(Date.now() - shop.clock.now(), 0))
  await settle(shop)
  await leaveOpen(shop)
  await leaveTraces(shop)
}

async function doDay(shop: DemoShop, day: number): Promise<void> {
  const dayOfWeek = day % 7
  const count = dayOfWeek > 4 ? 1 : 2 + ((day * 7) % 5)
  for (let index = 0; index < count; index++) {
    const payment = await order(shop, day * 10 + index, {
      cryptocurrency: index % 3 === 2 ? 'USDT' : 'USDC',
      network: (day + index) % 3 === 0 ? 'polygon' : 'ethereum',
    })
    await pay(shop, payment)
  }
  shop.clock.advance(24 * HOUR_MS)
}

async function order(shop: DemoShop, number: number, input: PaymentInput = {}): Promise<Payment> {
  const product = goods[number % goods.length] ?? ''
  return shop.create({
    ...{ amount: 12 + ((number * 37) % 180) + 0.5, currency: number % 2 ? 'EUR' : 'USD', merchantWallet: shop.wallet },
    ...{ reference: `R-${1_000 + number}`, description: product, metadata: { order: String(number), product } },
    ...input,
  })
}

/** In a block, which two more make final. */
async function pay(shop: DemoShop, payment: Payment, rawAmount?: bigint): Promise<void> {
  mine(shop, payment.network, [transferFor(payment, rawAmount)])
  await settle(shop)
}

function transferFor(payment: Payment, rawAmount?: bigint): ScriptedTransfer {
  const token = payment.cryptocurrency === 'USDT' ? USDT : USDC
  const due = BigInt(payment.amountDue.replace('.', ''))
  return { token, from: TEST_PAYER, to: payment.address, rawAmount: rawAmount ?? due }
}

function mine(shop: DemoShop, network: string, transfers: readonly ScriptedTransfer[] = []): void {
  shop.clock.advance(1_000)
  const node = network === 'polygon' ? shop.polygon : shop.node
  node.mine(shop.clock.now(), transfers)
}

async function settle(shop: DemoShop): Promise<void> {
  for (let block = 0; block < 3; block++) for (const network of ['ethereum', 'polygon']) mine(shop, network)
  await shop.settle()
}

/** Late, too little, too much, unattributed, refunds, deliveries that fail. */
async function leaveWork(shop: DemoShop): Promise<void> {
  const { sandbox } = shop.checkout
  const receiver = await openReceiver()
  await sandbox.webhooks.create({ url: receiver.url, description: 'Shop system' })
  await sandbox.webhooks.create({ url: 'http://127.0.0.1:9/hook', description: 'Warehouse' })
  const late = await order(shop, 901, { expiresIn: 60 })
  const short = await order(shop, 902, { expiresIn: 60, network: 'polygon' })
  await pay(shop, short, 3_000_000n)
  const [part] = (await sandbox.transfers.list({ status: 'unattributed' })).data
  await sandbox.transfers.assign(part?.id ?? '', { paymentId: short.id, reason: 'The payer wrote to us' })
  shop.clock.advance(HOUR_MS)
  await settle(shop)
  await pay(shop, late)
  const over = await order(shop, 903)
  await pay(shop, over)
  await pay(shop, over)
  const refunded = await order(shop, 904)
  await pay(shop, refunded)
  await sandbox.refunds.create({ paymentId: refunded.id, amount: 5, destination: TEST_PAYER, reason: 'Cup was broken' })
  const toCollect = await order(shop, 905, { network: 'polygon' })
  await pay(shop, toCollect)
  await sandbox.refunds.create({ paymentId: toCollect.id, amount: 3 })
  const cancelled = await order(shop, 906)
  await sandbox.payments.cancel(cancelled.id)
  const stray = { token: USDC, from: TEST_PAYER, to: shop.wallet, rawAmount: 7_770_000n }
  mine(shop, 'ethereum', [stray, { ...stray, rawAmount: BigInt(10_000_000 + randomInt(1_000)) }])
  await settle(shop)
  await sandbox.paymentLinks.create({
    ...{ title: 'Coffee', amount: 3.5, currency: 'EUR', cryptocurrency: 'USDC', network: 'polygon' },
    merchantWallet: shop.wallet,
  })
  await sandbox.keys.create({ name: 'Shop system' })
  await sandbox.settlements.create()
  await shop.deliver()
  await receiver.close()
}

/** Payments that wait: for money, for the rest of it, and for its finality. */
async function leaveOpen(shop: DemoShop): Promise<void> {
  await order(shop, 907, {
    description: 'A very long description that somebody typed into the form of the shop system '.repeat(2),
  })
  const partly = await order(shop, 908, { network: 'polygon' })
  await pay(shop, partly, 4_000_000n)
  const seen = await order(shop, 909)
  mine(shop, 'ethereum', [transferFor(seen)])
  await shop.watch()
}

/** A payer who names what fits no payment, a settlement that failed, and requests of the shop's own system. */
async function leaveTraces(shop: DemoShop): Promise<void> {
  const { sandbox, context } = shop.checkout
  const [stray] = (await sandbox.transfers.list({ status: 'unattributed' })).data
  const claimed = await order(shop, 910)
  const name = { key: null, body: { hash: stray?.hash } }
  await shop.request('POST', `/pay/${claimed.id.slice(4)}/transactions`, name)
  const [settlement] = (await sandbox.settlements.list()).data
  await context.transact((tx) =>
    tx
      .updateTable('settlements')
      .set({ status: 'failed', failure: 'The transaction was reverted. Its addresses are in the next settlement.' })
      .where('id', '=', settlement?.id ?? '')
      .execute(),
  )
  for (const path of ['payments', 'payments/pay_unknown', 'refunds?limit=500', 'overview', 'transfers?status=named'])
    await shop.request('GET', `/sandbox/v1/${path}`)
  await shop.request('POST', '/sandbox/v1/payments', { body: { amount: -1 } })
  await createRequestLogJob(context).run()
}
