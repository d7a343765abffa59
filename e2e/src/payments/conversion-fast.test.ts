import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { callRpc } from '@crypto-checkout/devnet/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConversionShop, openConversionShop } from '../support/conversion-shop.ts'
import { cleanUp, pollUntil } from '../support/harness.ts'

let devnet: Devnet<'ethereum' | 'polygon'>

beforeAll(async () => {
  // A block is final after twenty others, so a fast burn has a lead.
  devnet = await startDevnet({ networks: ['ethereum', 'polygon'], blockTimeMs: 200, slotsInAnEpoch: 10 })
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const fast = { from: 'ethereum', settings: { settlementSpeed: 'fast' } } as const

/** Waits until money is in the wallet, and counts the burns in the books and the deliveries then. */
async function untilArrived({ arrived, checkout }: ConversionShop) {
  await pollUntil(arrived, (amount) => amount > 0n)
  const { db } = checkout.context
  const burns = await db.selectFrom('exits').selectAll().execute()
  const deliveries = await db.selectFrom('sends').selectAll().where('purpose', '=', 'delivery').execute()
  return { burns: burns.length, deliveries: deliveries.length }
}

test('a fast burn arrives before its block is final, and is booked once it is', async () => {
  const shop = await openConversionShop(devnet, fast)
  await shop.pay()
  const settlement = await shop.close()
  expect(await untilArrived(shop)).toEqual({ burns: 0, deliveries: 1 })
  expect(await shop.arrived()).toBe(9_999_000n)
  expect(await shop.until(settlement, () => true)).toMatchObject({
    status: 'pending',
    conversion: { status: 'waiting', receivedAmount: '0.000000' },
  })
  expect(await shop.ended(settlement)).toMatchObject({
    status: 'completed',
    conversion: { status: 'delivered', sentAmount: '10.000000', receivedAmount: '9.999000', feeAmount: '0.001000' },
  })
  const { data } = await shop.checkout.sandbox.settlements.entries(settlement.id)
  expect(data.filter(({ kind, network }) => kind === 'network_fee' && network === 'polygon')).toHaveLength(1)
  expect(await untilArrived(shop)).toEqual({ burns: 1, deliveries: 1 })
  await shop.expectNoStrays()
})

/** Takes the block of the burn off its chain, and all after it. */
async function removeBurn({ checkout }: ConversionShop): Promise<void> {
  const ask = (method: string, params: readonly unknown[] = []) => callRpc(devnet.networks.ethereum, method, params)
  const [sent] = await checkout.context.db
    .selectFrom('send_attempts')
    .innerJoin('sends', 'sends.id', 'send_attempts.send_id')
    .select('send_attempts.hash')
    .where('sends.purpose', '=', 'conversion')
    .execute()
  const { blockNumber } = (await ask('eth_getTransactionReceipt', [sent?.hash])) as { readonly blockNumber: string }
  const depth = Number(await ask('eth_blockNumber')) - Number(blockNumber) + 1
  await devnet.payer.reorganise('ethereum', depth)
  expect(await ask('eth_getTransactionReceipt', [sent?.hash])).toBeNull()
}

test('a fast burn that a reorganisation moves to another block is booked once', async () => {
  const shop = await openConversionShop(devnet, fast)
  await shop.pay()
  const settlement = await shop.close()
  expect(await untilArrived(shop)).toEqual({ burns: 0, deliveries: 1 })
  await removeBurn(shop)
  expect(await shop.ended(settlement)).toMatchObject({
    status: 'completed',
    conversion: { status: 'delivered', sentAmount: '10.000000', receivedAmount: '9.999000' },
  })
  expect(await untilArrived(shop)).toEqual({ burns: 1, deliveries: 1 })
  expect(await shop.arrived()).toBe(9_999_000n)
  await shop.expectNoStrays()
})

test('a fast burn that Circle does not vouch for arrives as a standard one, without a fee', async () => {
  const shop = await openConversionShop(devnet, fast)
  devnet.attester.behave({ noAllowance: true })
  await shop.pay()
  const settlement = await shop.close()
  expect(await shop.ended(settlement)).toMatchObject({
    conversion: { status: 'delivered', receivedAmount: '10.000000', feeAmount: '0.000000' },
  })
})

test('a standard burn arrives after its block is final', async () => {
  const shop = await openConversionShop(devnet, { from: 'ethereum' })
  await shop.pay()
  const settlement = await shop.close()
  expect(await untilArrived(shop)).toEqual({ burns: 1, deliveries: 1 })
  expect(await shop.ended(settlement)).toMatchObject({ conversion: { receivedAmount: '10.000000' } })
})
