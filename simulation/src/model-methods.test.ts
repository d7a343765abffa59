/** The reference model and the checkout say the same of payments with several methods. */
import type { Payment } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { createTransferFor, TEST_TOKEN } from '../../packages/core/src/testing/index.ts'
import { DAI, openMethodsShop } from '../../packages/core/src/testing/methods.ts'
import { readMethods } from './check-methods.ts'
import { deriveExpected, hasOwnRest, placeKey } from './model-methods.ts'

type Shop = Awaited<ReturnType<typeof openMethodsShop>>

/** The rest that is asked for in USDC on Ethereum, and whether its amount identifies the payment. */
async function readRest({ checkout }: Shop, { id }: Payment) {
  const { db } = checkout.context
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const transfers = await db.selectFrom('transfers').selectAll().where('payment_id', '=', id).execute()
  const methods = (await readMethods(db, [row])).get(id) ?? []
  const { byPlace } = deriveExpected(
    row,
    methods,
    transfers.map((one) => {
      const { block_time: time, state } = one
      return { place: placeKey(one), amount: one.amount, time, final: state === 'final' }
    }),
  )
  const method = methods.find(({ position }) => position === 0)
  const state = method && byPlace.get(placeKey(method))
  if (!method || !state) throw new Error('the first method is not open')
  const amount = method.outstanding
  const held = await db.selectFrom('reservations').select('amount').where('payment_id', '=', id).execute()
  return { amount, byModel: hasOwnRest(method, state), byCheckout: held.some((one) => one.amount === amount) }
}

/** Sends USDC on Ethereum. Returns the payment that it pays. */
async function send(shop: Shop, payment: Payment, rawAmount: bigint) {
  await shop.pay({ ethereum: [{ ...createTransferFor(payment, rawAmount), token: TEST_TOKEN }] })
  const [transfer] = (await shop.checkout.sandbox.transfers.list()).data
  if (!transfer) throw new Error('nothing was sent')
  return transfer
}

/** A payment of which half was sent in USDC, and then nothing else or everything in DAI. */
async function openHalfPaid({ inDai }: { readonly inDai: boolean }) {
  const shop = await openMethodsShop()
  const payment = await shop.create({ alternatives: 'all' })
  const { assign } = shop.checkout.sandbox.transfers
  const half = await send(shop, payment, BigInt(payment.cryptoAmount.replace('.', '')) / 2n)
  if (inDai) {
    const chosen = await shop.choose(payment, { cryptocurrency: 'DAI', network: 'ethereum' })
    const rawAmount = BigInt(chosen.cryptoAmount.replace('.', '')) * 10n ** 12n
    await shop.pay({ ethereum: [{ ...createTransferFor(chosen, rawAmount), token: DAI }] })
    await shop.finalise()
  }
  await assign(half.id, { paymentId: payment.id })
  return { shop, payment }
}

test('the rest of a payment that waits for it has an amount of its own', async () => {
  const { shop, payment } = await openHalfPaid({ inDai: false })
  const rest = await readRest(shop, payment)
  expect(rest).toMatchObject({ byModel: true, byCheckout: true })
  expect(await send(shop, payment, rest.amount)).toMatchObject({ payment: payment.id })
})

test('the rest of a payment that another method has completed has none, even after late money', async () => {
  const { shop, payment } = await openHalfPaid({ inDai: true })
  expect(await readRest(shop, payment)).toMatchObject({ byModel: false, byCheckout: false })
  shop.clock.advance(24 * 3_600_000)
  const whole = BigInt(payment.cryptoAmount.replace('.', ''))
  expect(await send(shop, payment, whole)).toMatchObject({ payment: payment.id })
  const rest = await readRest(shop, payment)
  expect(rest).toMatchObject({ amount: whole - whole / 2n, byModel: false, byCheckout: false })
  const stray = await send(shop, payment, rest.amount)
  expect(stray).toMatchObject({ payment: null, status: 'seen' })
  const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
  expect(data.at(-1)).toMatchObject({ type: 'transfer.unattributed', data: { object: { id: stray.id } } })
})
