import { afterEach, describe, expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { offerForeign } from '../testing/foreign.ts'
import { type WayOut, waysOut } from '../testing/ways-out.ts'
import { releaseKey } from './hold.ts'

const GWEI = 1_000_000_000n
const MINUTE = 60_000

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Counts its account's transactions on the chain. */
function mined({ shop, signer }: WayOut): number {
  return shop.node.transactions().filter(({ from }) => from === signer.address.toLowerCase()).length
}

async function expectDone(way: WayOut): Promise<void> {
  expect([await way.status(), way.moved()]).toEqual([way.done, 1])
  expect(await way.listEvents()).toEqual(way.toldOfDone)
}

/** It has failed for this reason and moved nothing. It succeeds when it is requested again. */
async function expectFailed(way: WayOut, reason: RegExp): Promise<void> {
  expect([await way.status(), way.moved()]).toEqual(['failed', 0])
  expect(await way.failure()).toMatch(reason)
  expect(await way.listEvents()).toEqual(way.toldOfFailed)
  await way.again()
  await way.finish()
  expect(way.moved()).toBe(1)
  expect((await way.listEvents()).slice(way.toldOfFailed.length)).toEqual(
    way.toldOfDone.filter((type) => type !== 'payment.created'),
  )
}

describe.each(Object.entries(waysOut))('to %s', (_, open) => {
  async function opened(): Promise<WayOut> {
    const way = await open()
    closing.push(way.shop.stop)
    return way
  }

  test('waits while the key has nothing for gas, which is told', async () => {
    const way = await opened()
    const { balances } = way.shop.node.pool
    // The key has paid for the contract of deposits.
    balances.set(way.signer.address.toLowerCase(), 150_000n * GWEI)
    expect(await way.finish()).toContain('send it some')
    expect([await way.status(), way.moved()]).toEqual(['pending', 0])
    balances.delete(way.signer.address.toLowerCase())
    await way.finish()
    await expectDone(way)
  })

  test('is sent again where a node took it and forgot it, and mined once', async () => {
    const way = await opened()
    const before = mined(way)
    await way.send()
    way.shop.node.pool.forget()
    way.shop.clock.advance(5_000)
    await way.finish()
    await expectDone(way)
    expect(mined(way)).toBe(before + 1)
  })

  test('goes on once nodes take it that have refused it', async () => {
    const way = await opened()
    way.shop.node.distortion = (method, _, answer) => {
      if (method !== 'eth_sendRawTransaction') return answer()
      throw new NodeError('refused', 'txpool is full', { rpcCode: -32_000 })
    }
    expect(await way.finish()).toContain('txpool is full')
    way.shop.clock.advance(20 * MINUTE)
    await way.finish()
    expect([await way.status(), way.moved()]).toEqual(['pending', 0])
    way.shop.node.distortion = null
    await way.finish()
    await expectDone(way)
  })

  test('is replaced by itself with higher fees when gas becomes dearer, and one of both is mined', async () => {
    const way = await opened()
    const before = mined(way)
    await way.send()
    way.shop.node.pool.baseFee = 4n * GWEI
    way.shop.mine()
    expect(mined(way)).toBe(before)
    way.shop.clock.advance(15_000)
    await way.send()
    expect(way.shop.node.pool.waiting.map(({ maxFeePerGas }) => maxFeePerGas)).toEqual([9n * GWEI])
    await way.finish()
    await expectDone(way)
    expect(mined(way)).toBe(before + 1)
  })

  test('waits for a spike of fees to end', async () => {
    const way = await opened()
    way.shop.node.pool.baseFee = 400n * GWEI
    expect(await way.finish()).toContain('gas costs')
    expect([await way.status(), way.moved()]).toEqual(['pending', 0])
    way.shop.node.pool.baseFee = GWEI
    way.shop.clock.advance(15_000)
    await way.finish()
    await expectDone(way)
  })

  test.each([true, false])(
    'is done again after a reorganisation, also where nodes forgot it: %s',
    async (forgotten) => {
      const way = await opened()
      await way.send()
      way.shop.mine()
      await way.shop.watch()
      await way.send()
      expect(way.moved()).toBe(1)
      way.shop.node.drop(1)
      if (forgotten) way.shop.node.pool.forget()
      expect(way.moved()).toBe(0)
      way.shop.clock.advance(5_000)
      await way.finish()
      await way.finish()
      await expectDone(way)
    },
  )

  test('fails when its nonce was finally used by somebody else for ten minutes, and not before', async () => {
    const way = await opened()
    await way.send()
    way.shop.node.pool.forget()
    await offerForeign(way.shop.node, way.signer, mined(way))
    expect(await way.finish()).toContain('was used by another transaction: a key belongs to one checkout only')
    way.shop.clock.advance(9 * MINUTE)
    await way.finish()
    expect(await way.status()).toBe('pending')
    way.shop.clock.advance(MINUTE)
    expect(await way.finish()).toContain('on hold')
    await releaseKey(way.shop.checkout.context, way.signer.address)
    await expectFailed(way, /was used by another transaction/)
  })

  test('waits while the coin is paused, and is done when that ends within ten minutes', async () => {
    const way = await opened()
    way.pause(true)
    expect(await way.finish()).toContain('refuses')
    way.shop.clock.advance(9 * MINUTE)
    await way.finish()
    expect(await way.status()).toBe('pending')
    way.pause(false)
    way.shop.clock.advance(MINUTE)
    await way.finish()
    await expectDone(way)
  })

  test('fails when the coin moves nothing for ten minutes, which costs no gas', async () => {
    const way = await opened()
    const before = mined(way)
    way.pause(true)
    await way.finish()
    way.shop.clock.advance(10 * MINUTE)
    await way.finish()
    expect(mined(way)).toBe(before)
    way.pause(false)
    await expectFailed(way, /refuses|moved nothing/)
  })

  test('fails when the coin is paused while it is under way', async () => {
    const way = await opened()
    await way.send()
    way.pause(true)
    await way.finish()
    way.pause(false)
    await expectFailed(way, /reverted|refused|moved nothing/)
  })
})
