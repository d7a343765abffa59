import { expect, test } from 'vitest'
import { testCheckout, transferFor } from '../testing.ts'
import type { Payment } from '../wire.ts'

test('a payment that is made and paid while the first reading asks where to begin is found', async () => {
  const shop = await testCheckout({ production: { networks: {} } })
  let payment: Payment | null = null
  shop.node.distortion = async (_method, _params, answer) => {
    if (!payment) {
      payment = await shop.create()
      shop.mine([transferFor(payment)])
      for (let block = 0; block < 4; block++) shop.mine()
    }
    return answer()
  }
  await shop.watch()
  expect(await shop.retrieve(payment!)).toMatchObject({ status: 'completed' })
})
