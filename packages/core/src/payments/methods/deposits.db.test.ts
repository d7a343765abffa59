import { expect, test } from 'vitest'
import {
  createTransferFor,
  FakeClock,
  ScriptedNode,
  TEST_CHAIN_ID,
  TEST_TOKEN,
  TEST_WALLET,
} from '../../testing/index.ts'
import { openReady } from '../../testing/sweeping.ts'

const DAI = `0x${'da'.repeat(20)}`
const OTHER_WALLET = `0x${'5'.repeat(40)}`
const inDai = { cryptocurrency: 'DAI', network: 'ethereum' } as const

/** USDC and DAI on a network where payments have addresses of their own. */
async function openDeposits() {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  node.decimals.set(DAI, 18)
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 }, DAI: { address: DAI, decimals: 18 } }
  return (await openReady({ coins }, { clock, node })).shop
}

test.each([
  ['the same address for one wallet', TEST_WALLET, true],
  ['another address for another wallet', OTHER_WALLET, false],
])('two methods of a payment have %s, and each is paid there', async (_, merchantWallet, isSame) => {
  const shop = await openDeposits()
  const payment = await shop.create({ alternatives: [{ ...inDai, merchantWallet }] })
  expect(payment.methods).toMatchObject([{ recognition: 'address' }, { state: 'offered', recognition: 'address' }])
  const chosen = await shop.checkout.sandbox.payments.choose(payment.id, inDai)
  expect(chosen.methods).toMatchObject([{ recognition: 'address' }, { state: 'chosen', recognition: 'address' }])
  expect(chosen).toMatchObject({ ...inDai, cryptoAmount: payment.cryptoAmount })
  expect(chosen.address === payment.address).toBe(isSame)
  shop.mine([createTransferFor(payment)])
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ cryptocurrency: 'USDC', status: 'processing' })
  const transfer = createTransferFor(chosen)
  shop.mine([{ ...transfer, token: DAI, rawAmount: transfer.rawAmount * 10n ** 12n }])
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ exceptions: ['overpaid', 'multiple'] })
})

test('the only method of a payment is identified by its address', async () => {
  const shop = await openDeposits()
  expect((await shop.create()).methods).toMatchObject([{ recognition: 'address' }])
})
