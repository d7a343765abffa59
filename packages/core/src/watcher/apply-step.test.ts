/** Steps with more transfers than one transaction records. */
import type { Payment } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BlockRef, ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { createTransferFor, testCheckout } from '../testing/index.ts'
import { splitStep } from './apply-step.ts'
import { readNetwork } from './read.ts'
import { recheckNetwork } from './recheck.ts'

const MOST = 12

test('a step and the pieces before it hold its transfers in their order, and none too many', () => {
  fc.assert(
    fc.property(fc.constantFrom('advance', 'finalize'), fc.constantFrom(0, 1, 11, 12, 13, 24, 240), (kind, count) => {
      const transfers = Array.from({ length: count }, (_, logIndex) => ({ logIndex }) as ObservedTransfer)
      const range = kind === 'advance' ? { kind, blocks: [] } : { kind, from: 1, to: 9 }
      const parts = splitStep({ ...range, transfers })
      expect(parts.flatMap((part) => ('transfers' in part ? part.transfers : []))).toEqual(transfers)
      for (const part of parts) expect('transfers' in part && part.transfers.length).toBeLessThanOrEqual(MOST)
      expect(parts.at(-1)).toMatchObject(range)
      const state = kind === 'advance' ? 'seen' : 'final'
      for (const part of parts.slice(0, -1)) expect(part).toMatchObject({ kind: 'piece', state })
      expect(parts).toHaveLength(Math.max(1, Math.ceil(count / MOST)))
    }),
  )
  const rewind = { kind: 'rewind', to: { number: 3 } as BlockRef } as const
  expect(splitStep(rewind)).toEqual([rewind])
})

const BETWEEN = 15

/** A payment's transfer at the beginning, in the middle and at the end of a block full of other transfers. */
async function crowdedBlock() {
  const shop = await testCheckout({ production: { networks: {} } })
  await shop.settle()
  const payments = [await shop.create(), await shop.create(), await shop.create()]
  const others = (payment: Payment) =>
    Array.from({ length: BETWEEN }, (_, index) => ({
      ...createTransferFor(payment),
      rawAmount: BigInt(10 * (index + 1)),
    }))
  const transfers = payments.flatMap((payment) => [createTransferFor(payment), ...others(payment)])
  shop.mine(transfers.slice(0, -BETWEEN))
  const { context } = shop.checkout
  const [network] = context.networks
  if (!network) throw new Error('a network')

  const statuses = () => Promise.all(payments.map(async (payment) => (await shop.retrieve(payment)).status))
  return {
    ...shop,
    statuses,
    readOnce: () => readNetwork(context, network),
    /** The events of each payment, in order. */
    async listEventTypes(): Promise<string[][]> {
      const rows = await shop.storage.db.selectFrom('events').select(['type', 'object']).orderBy('sequence').execute()
      return payments.map(({ id }) =>
        rows.filter(({ object }) => JSON.parse(object).id === id).map(({ type }) => type.replace('payment.', '')),
      )
    },
    /** Reads until this many transactions are committed; then the process ends. */
    async readAndEnd(
      transactions: number,
      read: (ctx: Context, network: Network) => Promise<unknown> = readNetwork,
    ): Promise<void> {
      let left = transactions
      const transact: Context['transact'] = (work) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('ended')) : context.transact(work)
      }
      await expect(read({ ...context, transact }, network)).rejects.toThrow('ended')
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
  await shop.readOnce()
  await shop.readAndEnd(1)
  expect(await shop.statuses()).toEqual(['completed', 'processing', 'processing'])
  await shop.settle()
  expect(await shop.statuses()).toEqual(['completed', 'completed', 'completed'])
  for (const types of await shop.listEventTypes()) expect(types).toEqual(['created', 'processing', 'completed'])
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
  expect((await shop.listEventTypes())[1]).toEqual(['created', 'processing', 'reverted'])
})

test('what was missed is recorded, each transfer once, wherever the process ends', async () => {
  const shop = await crowdedBlock()
  for (let block = 0; block < 40; block++) shop.mine()
  await shop.watch()
  await shop.readAndEnd(1, recheckNetwork)
  expect(await shop.statuses()).toEqual(['completed', 'created', 'created'])
  await shop.readAndEnd(1, recheckNetwork)
  expect(await shop.statuses()).toEqual(['completed', 'completed', 'created'])
  await shop.reread()
  for (const eventTypes of await shop.listEventTypes()) expect(eventTypes).toEqual(['created', 'completed'])
  const { totalCount } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
  expect(totalCount).toBe(2 * BETWEEN)
})

test('what was recorded as final is not recorded again', async () => {
  const shop = await crowdedBlock()
  for (let block = 0; block < 2; block++) shop.mine()
  await shop.watch()
  expect(await shop.statuses()).toEqual(['completed', 'completed', 'completed'])
  const { context } = shop.checkout
  let commits = 0
  const transact: Context['transact'] = (work) => {
    commits += 1
    return context.transact(work)
  }
  while (await recheckNetwork({ ...context, transact }, context.networks[0]!));
  expect(commits).toBe(1)
})

test('blocks with very many transfers are reread few at a time, each of them once', async () => {
  const shop = await crowdedBlock()
  await shop.settle()
  const payment = await shop.create()
  const others = Array.from({ length: 120 }, (_, index) => ({
    ...createTransferFor(payment),
    rawAmount: BigInt(10 * (index + 1)),
  }))
  for (let block = 0; block < 4; block++) shop.mine(others)
  for (let block = 0; block < 2; block++) shop.mine()
  await shop.watch()
  const reread: number[] = []
  shop.node.distortion = (method, [filter], answer) => {
    const { fromBlock, toBlock } = filter as { fromBlock?: string; toBlock?: string }
    if (method === 'eth_getLogs' && fromBlock) reread.push(Number(toBlock) - Number(fromBlock) + 1)
    return answer()
  }
  await shop.reread()
  expect(reread).toEqual([2, 2, 1])
})
