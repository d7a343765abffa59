import type { Event } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { openShop } from '../testing/shop.ts'

test('an event has the payment as it was answered, character by character', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  const [event] = (await shop.checkout.sandbox.events.list({})).data as Event[]
  expect(JSON.stringify(event?.data.object)).toBe(JSON.stringify(payment))
})

test('an event of a release without methods has the only method of its payment', async () => {
  const shop = await openShop()
  const { methods, qrCode, ...payment } = await shop.create()
  const { db, transact } = shop.checkout.context
  const { sequence } = await db.selectFrom('events').select('sequence').executeTakeFirstOrThrow()
  await transact((tx) =>
    tx
      .updateTable('events')
      .set({ object: JSON.stringify(payment) })
      .where('sequence', '=', sequence)
      .execute(),
  )
  const [event] = (await shop.checkout.sandbox.events.list({})).data as Event[]
  expect(event?.data.object).toEqual({ ...payment, methods, qrCode })
})
