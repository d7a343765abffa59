/** Blocks with more transfers than one transaction takes. */
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { testCheckout, transferFor } from '../testing.ts'
import type { Payment } from '../wire.ts'
import { readNetwork } from './read.ts'

const BETWEEN = 110

/** A payment's transfer at the beginning, in the middle and at the end of a block that is full of others'. */
async function crowdedBlock() {
  const shop = await testCheckout({ production: { networks: {} } })
  await shop.settle()
  const payments = [await shop.create(), await shop.create(), await shop.create()]
  const others = (payment: Payment) =>
    Array.from({ length: BETWEEN }, (_, index) => ({ ...transferFor(payment), rawAmount: BigInt(10 * (index + 1)) }))
  const transfers = payments.flatMap((payment) => [transferFor(payment), ...others(payment)])
  shop.mine(transfers.slice(0, -BETWEEN))
  const { context } = shop.checkout
  const [network] = context.networks
  if (!network) throw new Error('a network')

  const statuses = () => Promise.all(payments.map(async (payment) => (await shop.retrieve(payment)).status))
  return {
    ...shop,
    statuses,
    /** What was told of each payment, in its order. */
    async told(): Promise<string[][]> {
      const rows = await shop.storage.db.selectFrom('events').select(['type', 'object']).orderBy('sequence').execute()
      return payments.map(({ id }) =>
        rows.filter(({ object }) => JSON.parse(object).id === id).map(({ type }) => type.replace('payment.', '')),
      )
    },
    /** Reads until so many transactions are committed; then the process ends. */
    async readAndEnd(transactions: number): Promise<void> {
      let left = transactions
      const transact: Context['transact'] = (work) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('ended')) : context.transact(work)
      }
      await expect(readNetwork({ ...context, transact }, network)).rejects.toThrow('ended')
    },
  }
}

test('all of a block is recorded, each transfer once, wherever the process ends', async () => {
  const shop = await crowdedBlock()
  await shop.readAndEnd(1)
  expect(await shop.statuses()).toEqual(['processing', 'created', 'created'])
  await shop.readAndEnd(2)
  expect(await shop.statuses()).toEqual(['processing', 'processing', 'created'])
  await shop.settle()
  for (let block = 0; block < 2; block++) shop.mine()
  await shop.readAndEnd(0)
  await shop.settle()
  expect(await shop.statuses()).toEqual(['completed', 'completed', 'completed'])
  for (const types of await shop.told()) expect(types).toEqual(['created', 'processing', 'completed'])
  const { totalCount } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
  expect(totalCount).toBe(2 * BETWEEN)
})

test('what was recorded of a block that another one replaces, before all of it was, is taken back', async () => {
  const shop = await crowdedBlock()
  await shop.readAndEnd(2)
  const [first] = shop.node.drop(1)
  shop.mine(first ? [first] : [])
  await shop.settle()
  expect(await shop.statuses()).toEqual(['processing', 'created', 'created'])
  expect((await shop.told())[1]).toEqual(['created', 'processing', 'reverted'])
})
