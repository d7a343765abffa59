import { join } from 'node:path'
import type { Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { type CheckoutMiddleware, cryptoCheckout } from '@crypto-checkout/express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, createSandboxConfig, createTemporaryFolder, type Ethereum, pay } from '../support/harness.ts'

let devnet: Ethereum
let folder: string

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  folder = createTemporaryFolder()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const log: string[] = []

function open(): CheckoutMiddleware {
  return cryptoCheckout({
    publicUrl: 'https://shop.example.com/checkout',
    database: `sqlite:${join(folder, 'shop.db')}`,
    ...createSandboxConfig(devnet),
    log: (line) => log.push(line),
  })
}

const PATIENCE = { timeout: 30_000 }

const create = (checkout: CheckoutMiddleware, order: number) =>
  checkout.sandbox.payments.create({
    amount: 10,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: devnet.accounts.merchant,
    metadata: { order },
  })

test('a shop in one process: what is paid is shipped, restarts and failures included', async () => {
  const shipped: unknown[] = []
  const open1 = open()
  open1.sandbox.on('payment.completed', ({ data }) => shipped.push((data.object as Payment).metadata.order), {
    name: 'ship',
  })
  await open1.ready()
  const first = await create(open1, 1)
  const second = await create(open1, 2)
  const third = await create(open1, 3)
  await pay(devnet, first)
  await mine(devnet.networks.ethereum, 4)
  await expect.poll(() => shipped, PATIENCE).toEqual([1])
  await open1.stop()

  // Paid while the shop is closed.
  await pay(devnet, second)
  await mine(devnet.networks.ethereum, 4)

  // This one sees the payment complete, and fails to ship.
  const open2 = open()
  let failures = 0
  open2.sandbox.on(
    'payment.completed',
    () => {
      failures++
      throw new Error('the printer is out of paper')
    },
    { name: 'ship' },
  )
  await expect.poll(() => failures, PATIENCE).toBeGreaterThan(1)
  expect((await open2.sandbox.payments.retrieve(second.id)).status).toBe('completed')
  await open2.stop()
  expect(log.join('\n')).toContain('listener ship: Error: the printer is out of paper')

  const open3 = open()
  open3.sandbox.on('payment.completed', ({ data }) => shipped.push((data.object as Payment).metadata.order), {
    name: 'ship',
  })
  await pay(devnet, third)
  await mine(devnet.networks.ethereum, 4)
  await expect.poll(() => shipped, PATIENCE).toEqual([1, 2, 3])
  await open3.stop()
})
