/** Nodes that refuse a part of the requests, as providers do that count the requests of a second. */
import { expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { createTransferFor, FakeClock, testCheckout } from '../testing/index.ts'

const refuse = () => {
  throw new NodeError('busy', 'too many requests')
}

async function openShop() {
  const clock = new FakeClock()
  return testCheckout({}, { clock, pause: async (ms) => clock.advance(ms) })
}

test('a node that refuses each request twice is read like any other', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  const refused = new Map<string, number>()
  shop.node.distortion = (method, params, answer) => {
    const question = `${method} ${JSON.stringify(params)}`
    const times = refused.get(question) ?? 0
    refused.set(question, times < 2 ? times + 1 : 0)
    return times < 2 ? refuse() : answer()
  }
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('blocks that were read before a node refuses are not read again', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  const blocks = 20
  for (let block = 0; block < blocks; block++) shop.mine(block === 9 ? [createTransferFor(payment)] : [])
  let answered = 0
  shop.node.distortion = (method, params, answer) => {
    const isOfBlock = method === 'eth_getLogs' || params[0] !== 'latest'
    if (isOfBlock) answered += 1
    // Enough for the headers of all blocks, and for the logs of some.
    return answered > blocks + 6 ? refuse() : answer()
  }
  const read: (number | null | undefined)[] = []
  for (let passes = 0; passes < 5; passes++) {
    answered = 0
    await shop.watch().catch(() => {})
    read.push((await shop.states())[0]?.read)
    shop.clock.advance(2_000)
  }
  expect(read).toEqual(read.toSorted((a, b) => Number(a) - Number(b)))
  expect(read.at(-1)).toBe(shop.node.head.number)
  expect(await shop.retrieve(payment)).not.toMatchObject({ status: 'created' })
})
