import { expect, test } from 'vitest'
import { createTransferFor, TEST_WALLET } from '../../testing/index.ts'
import { DAI } from '../../testing/methods.ts'
import { openReadyForTwoCoins } from '../../testing/sweeping.ts'

const OTHER_WALLET = `0x${'5'.repeat(40)}`
const inDai = { cryptocurrency: 'DAI', network: 'ethereum' } as const

test.each([
  ['the same address for one wallet', TEST_WALLET, true],
  ['another address for another wallet', OTHER_WALLET, false],
])('two methods of a payment have %s, and each is paid there', async (_, merchantWallet, isSame) => {
  const { shop } = await openReadyForTwoCoins()
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
  const { shop } = await openReadyForTwoCoins()
  expect((await shop.create()).methods).toMatchObject([{ recognition: 'address' }])
})
