import { expect, test } from 'vitest'
import { createTransferFor, testCheckout } from '../testing/index.ts'
import { compareWithChain } from './compare.ts'
import { findAnyPayment, findTransfersOfAll } from './store.ts'
import { toObservedTransfer } from './transfers/find.ts'

test('a payment whose sum is not that of its transfers on the chain differs from it', async () => {
  const shop = await testCheckout()
  await shop.settle()
  const { id } = await shop.create().then(async (payment) => {
    shop.mine([createTransferFor(payment)])
    for (let block = 0; block < 3; block++) shop.mine()
    await shop.settle()
    return shop.retrieve(payment)
  })
  const { db } = shop.checkout.context
  const row = await findAnyPayment(db, id)
  const transfers = (await findTransfersOfAll(db, [id])).get(id) ?? []
  if (!row) throw new Error('the payment is gone')
  const moved = new Map(transfers.map((one) => [one.tx_hash, [toObservedTransfer(one)]]))
  expect(compareWithChain(row, transfers, moved)).toBeNull()
  const told = { status: 'completed', received: expect.stringMatching(/^10\./) }
  const wrong = { ...row, received_final: row.received_final + 1_000_000n }
  expect(compareWithChain(wrong, transfers, moved)).toMatchObject({
    recorded: { status: 'completed', received: expect.stringMatching(/^11\./) },
    told,
    transfers: [],
  })
})
