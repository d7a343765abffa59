import { afterEach, expect, test } from 'vitest'
import { openSending } from '../testing/sending.ts'

const GWEI = 1_000_000_000n
/** A test transaction uses 50,000 gas and has a limit a quarter higher. */
const TOO_LITTLE = 62_500n * GWEI

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open() {
  const opened = await openSending()
  closing.push(opened.shop.stop)
  return opened
}

test('what is put off because gas is dear is told in every pass until it is sent', async () => {
  const { shop, enqueue, send, finish } = await open()
  await enqueue('set_1', { maxCost: TOO_LITTLE })
  for (let pass = 0; pass < 20; pass++) {
    expect(await send()).toContain('gas costs more than is allowed for settlement set_1')
    shop.clock.advance(1_000)
  }
  shop.node.pool.baseFee = GWEI / 10n
  shop.node.pool.priorityFee = GWEI / 10n
  shop.clock.advance(15_000)
  expect(await finish()).toBe('')
})

test('what is put off because its contract refuses it is told in every pass', async () => {
  const { shop, enqueue, send } = await open()
  const { effect } = shop.node.pool
  shop.node.pool.effect = () => null
  await enqueue('set_1')
  for (let pass = 0; pass < 20; pass++) {
    expect(await send()).toContain('settlement set_1')
    shop.clock.advance(1_000)
  }
  shop.node.pool.effect = effect
  shop.clock.advance(15_000)
  expect(await send()).toBe('')
})

test('what is withdrawn while it is put off is told no longer', async () => {
  const { shop, enqueue, send, withdraw } = await open()
  const id = await enqueue('set_1', { maxCost: TOO_LITTLE })
  expect(await send()).toContain('set_1')
  await withdraw(id)
  shop.clock.advance(1_000)
  expect(await send()).toBe('')
})
