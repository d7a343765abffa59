/** A shop whose payments offer several methods, on scripted chains. */
import type { Payment } from '@crypto-checkout/api-types'
import {
  createScriptedAccount,
  createTransferFor,
  FakeClock,
  ScriptedLedger,
  ScriptedNode,
  type ScriptedTransfer,
  TEST_CHAIN_ID,
  TEST_TOKEN,
  testCheckout,
} from './index.ts'

export const DAI = `0x${'da'.repeat(20)}`
const POLYGON_URL = 'http://127.0.0.1:9'
export const USDC_ASSET = { code: 'USDC', issuer: createScriptedAccount(3) }
export const STELLAR_WALLET = createScriptedAccount(1)

/** USDC and DAI on Ethereum, USDC on Polygon and on Stellar. */
export async function openMethodsShop() {
  const clock = new FakeClock()
  const polygon = new ScriptedNode({ chainId: 4_242, startTime: clock.now() })
  polygon.decimals.set(TEST_TOKEN, 6)
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  node.decimals.set(DAI, 18)
  const USDC = USDC_ASSET
  const ledger = new ScriptedLedger({ passphrase: 'Scripted', startTime: clock.now(), assets: [USDC] })
  const usdc = { address: TEST_TOKEN, decimals: 6 }
  const networks = {
    ethereum: {
      ...{ rpcUrls: ['http://127.0.0.1:1'], chainId: TEST_CHAIN_ID },
      coins: { USDC: usdc, DAI: { address: DAI, decimals: 18 } },
    },
    polygon: { rpcUrls: [POLYGON_URL], chainId: 4_242, coins: { USDC: usdc } },
    stellar: {
      ...{ networkPassphrase: 'Scripted', coins: { USDC } },
      ...{ rpcUrls: ['http://127.0.0.1:8/rpc'], horizonUrls: ['http://127.0.0.1:8'] },
    },
  }
  const shop = await testCheckout(
    { sandbox: { networks }, production: { networks: {} } },
    { clock, node, ledger, others: { [POLYGON_URL]: polygon } },
  )
  await shop.settle()
  await shop.checkout.sandbox.merchant.updateSettings({ wallets: { stellar: STELLAR_WALLET } })
  const { payments } = shop.checkout.sandbox
  const tick = () => {
    clock.advance(1_000)
    return clock.now()
  }
  return Object.assign(shop, {
    choose: (payment: Pick<Payment, 'id'>, method: Parameters<typeof payments.choose>[1]) =>
      payments.choose(payment.id, method),
    /** A block of each EVM network, with these transfers, and a ledger. */
    async pay(transfers: {
      ethereum?: readonly ScriptedTransfer[]
      polygon?: readonly ScriptedTransfer[]
      stellar?: Parameters<ScriptedLedger['close']>[1]
    }) {
      node.mine(tick(), transfers.ethereum ?? [])
      polygon.mine(clock.now(), transfers.polygon ?? [])
      ledger.close(clock.now(), transfers.stellar ?? [])
      await shop.settle()
    },
    async finalise() {
      for (let block = 0; block < node.finalizedDepth; block++) {
        node.mine(tick(), [])
        polygon.mine(clock.now(), [])
        ledger.close(clock.now(), [])
      }
      await shop.settle()
    },
    polygon,
    ledger,
    networks,
    async eventTypes({ id }: Pick<Payment, 'id'>) {
      const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
      return data.filter(({ data }) => (data.object as Payment).id === id).map(({ type }) => type)
    },
  })
}

/** The payer who pays a second time. */
export const SECOND_PAYER = `0x${'6'.repeat(40)}`

/** A payment that was paid in full on Polygon, the method that its payer chose, and then on Ethereum, its default one. */
export async function openPaidTwice() {
  const shop = await openMethodsShop()
  const first = await shop.create({ alternatives: 'all' })
  const chosen = await shop.choose(first, { cryptocurrency: 'USDC', network: 'polygon' })
  await shop.pay({ polygon: [createTransferFor(chosen)] })
  await shop.finalise()
  await shop.pay({ ethereum: [{ ...createTransferFor(first), from: SECOND_PAYER }] })
  await shop.finalise()
  return { shop, first, chosen, paid: await shop.retrieve(first) }
}
