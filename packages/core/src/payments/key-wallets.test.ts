import { expect, onTestFinished, test } from 'vitest'
import { heldKeyStates, keysThatAreWallets } from '../app/stats.ts'
import { TEST_CHAIN_ID, TEST_TOKEN, testCheckout } from '../testing/index.ts'
import { openWithRefundKey } from '../testing/refund-key.ts'
import { openSending } from '../testing/sending.ts'

test('the account of a key that sends is no merchant’s wallet, on whichever network it is configured', async () => {
  const { shop, address } = await openSending()
  onTestFinished(shop.stop)
  const refused = { code: 'invalid_wallet_address', param: 'merchantWallet' }
  for (const merchantWallet of [address, address.toLowerCase()]) {
    await expect(shop.create({ merchantWallet })).rejects.toMatchObject(refused)
  }
  const refunding = await openWithRefundKey()
  onTestFinished(refunding.shop.stop)
  await expect(refunding.shop.create({ merchantWallet: refunding.signer })).rejects.toMatchObject(refused)
  expect(await keysThatAreWallets(refunding.shop.checkout.context)).toEqual([])
})

test('a refund key that pays for its own account, or for that of the gas key, is refused with the configuration', async () => {
  const KEYS = { GAS_KEY_OF_WALLETS: '4c', REFUND_KEY_OF_WALLETS: '5e' }
  for (const [name, byte] of Object.entries(KEYS)) process.env[name] = `0x${byte.repeat(32)}`
  const gas = await openSending()
  const refunds = await openWithRefundKey()
  onTestFinished(async () => {
    await gas.shop.stop()
    await refunds.shop.stop()
  })
  for (const wallet of [gas.address, refunds.signer.toLowerCase()]) {
    const refundKey = {
      env: 'REFUND_KEY_OF_WALLETS',
      merchant: `mer_${'0'.repeat(26)}`,
      wallets: [wallet],
      maxPerDay: 1,
    }
    const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
    const network = { rpcUrls: ['http://127.0.0.1:1'], chainId: TEST_CHAIN_ID, coins }
    const ethereum = { ...network, gasKey: { env: 'GAS_KEY_OF_WALLETS' }, refundKey }
    const open = testCheckout({ sandbox: { networks: { ethereum } }, production: { networks: {} } })
    await expect(open).rejects.toThrow('sandbox.networks.ethereum.refundKey.wallets: ')
  }
})

test('a wallet that was named before its key was configured is found', async () => {
  const first = await openSending()
  onTestFinished(first.shop.stop)
  const { address } = first
  const before = await testCheckout({})
  onTestFinished(before.stop)
  await before.create({ merchantWallet: address })
  const { clock, node, storage } = before
  const { shop } = await openSending({}, { clock, node, storage })
  expect(await keysThatAreWallets(shop.checkout.context)).toEqual([
    { where: 'sandbox ethereum', address, text: expect.stringContaining("is also a merchant's wallet") },
  ])
  expect(await heldKeyStates(shop.checkout.context)).toEqual([])
})
