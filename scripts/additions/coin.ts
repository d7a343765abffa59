import type { Addition } from './addition.ts'

const CONTRACT = '0x6c3ea9036406852006290770BEdFcAbA0e23A0e8'

/** A coin whose contract one network has: PYUSD on Ethereum. */
export const coin: Addition = {
  name: 'coin',
  adds: 'a coin on one network',
  goal: 2,
  edits: [
    {
      path: 'packages/core/src/domain/catalog/coins.ts',
      before: '  DAI: {',
      text: '  PYUSD: { signedTransfers: false, blockLists: [], pauses: true },\n',
    },
    {
      path: 'packages/core/src/domain/catalog/networks/ethereum.ts',
      before: "      DAI: { address: '0x6B17",
      text: `      PYUSD: { address: '${CONTRACT}', decimals: 6 },\n`,
    },
  ],
  scripts: ['reference'],
  test: `import { cryptocurrencies } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { ethereum } from './domain/catalog/networks/ethereum.ts'
import { paymentInput, TEST_CHAIN_ID } from './testing/index.ts'
import { openShop } from './testing/shop.ts'

test('a payment asks for the coin', async () => {
  const { PYUSD = { address: '', decimals: 0 } } = ethereum.production.coins
  const networks = { ethereum: { rpcUrls: ['http://127.0.0.1:1'], chainId: TEST_CHAIN_ID, coins: { PYUSD } } }
  const { payments } = (await openShop({ sandbox: { networks }, production: { networks } })).checkout.sandbox
  const { cryptocurrency } = await payments.create({ ...paymentInput, cryptocurrency: 'PYUSD' })
  expect([cryptocurrency, cryptocurrencies.includes(cryptocurrency)]).toEqual(['PYUSD', true])
})
`,
}
