import { expect, test } from 'vitest'
import { ScriptedNode, TEST_PAYER, TEST_TOKEN, testCheckout } from '../testing/index.ts'
import { readNetwork } from '../watcher/read.ts'

const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
const ethereum = { rpcUrls: ['http://127.0.0.1:1'], chainId: 31_337, coins }
const polygon = { rpcUrls: ['http://127.0.0.1:9'], chainId: 31_338, coins }

test('money that comes while the first reading asks where to begin is found', async () => {
  const other = new ScriptedNode({ chainId: polygon.chainId, startTime: Date.parse('2026-01-01T00:00:00Z') })
  const shop = await testCheckout(
    { production: { networks: {} }, sandbox: { networks: { ethereum, polygon } } },
    { others: { 'http://127.0.0.1:9': other }, unread: true },
  )
  const { context } = shop.checkout
  const onPolygon = context.network('sandbox', 'polygon')
  if (onPolygon) await readNetwork(context, onPolygon)
  let paid = false
  shop.node.distortion = async (_method, _params, answer) => {
    if (paid) return answer()
    paid = true
    // The payer of a payment on Polygon picks the wrong network.
    const { merchantWallet } = await shop.create({ network: 'polygon' })
    shop.mine([{ token: TEST_TOKEN, from: TEST_PAYER, to: merchantWallet, rawAmount: 10_000_000n }])
    for (let block = 0; block < 4; block++) shop.mine()
    return answer()
  }
  await shop.watch()
  const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
  expect(data).toMatchObject([{ network: 'ethereum', amount: '10.000000' }])
})

test('the account of test payments is no wallet on a local network: what it sends to itself would pay nothing', async () => {
  const send = async () => `0x${'0'.repeat(64)}`
  const testPayer = { account: TEST_PAYER, send, sendAndTakeBack: send }
  const shop = await testCheckout({ production: { networks: {} }, sandbox: { networks: { ethereum } }, testPayer })
  const refusal = { code: 'invalid_wallet_address', message: expect.stringContaining('test payments come from') }
  await expect(shop.create({ merchantWallet: TEST_PAYER.toLowerCase() })).rejects.toMatchObject(refusal)
  const { merchant } = shop.checkout.sandbox
  await expect(merchant.updateSettings({ wallets: { ethereum: TEST_PAYER } })).rejects.toMatchObject(refusal)
  await shop.create()
})
