import { TEST_CHAIN_ID, TEST_TOKEN, TEST_WALLET, type TestCheckout, type TestParts, testCheckout } from './index.ts'
import { createCompletedPayment } from './refunding.ts'
import { sendTold } from './send-told.ts'

const KEY_ENV = 'TEST_REFUND_KEY'
/** The selector of ERC-20's `transfer`. */
const TRANSFER = '0xa9059cbb'

/** A transfer of the coin, from a transaction's data: its recipient and its amount. */
function transferOf(data: string) {
  return { to: `0x${data.slice(34, 74)}`, rawAmount: BigInt(`0x${data.slice(74)}`) }
}

/**
 * A checkout with a key for refunds of its first merchant, and a payment to its wallet. `over` changes the key,
 * `network` the network.
 */
export async function openWithRefundKey(over: object = {}, parts: TestParts = {}, network: object = {}) {
  // The merchant's id is known only after it is created.
  const first = await testCheckout({}, { ...parts, unread: true })
  const { clock, node, storage } = first
  const shop = await openAgain(first, over, { ...parts, clock, node, storage }, network)
  await shop.settle()
  return { ...refundingWith(shop), payment: await createCompletedPayment(shop) }
}

/** The key that pays refunds after a restore: the one of before, another one, or none. */
export type KeyAfter = 'same' | 'other' | 'none'

/** The same checkout on a restored database, beside the chain that went on. `over` changes the key, `more` the parts. */
export async function reopenWithRefundKey(
  { shop: before }: Pick<WithRefundKey, 'shop'>,
  storage: TestCheckout['storage'],
  key: KeyAfter = 'same',
  over: object = {},
  more: TestParts = {},
) {
  const { clock, node } = before
  const network = key === 'none' ? { refundKey: undefined } : {}
  return refundingWith(await openAgain(before, over, { ...more, clock, node, storage }, network, key))
}

async function openAgain(
  before: TestCheckout,
  over: object,
  parts: TestParts,
  network: object = {},
  key: KeyAfter = 'same',
): Promise<TestCheckout> {
  process.env[KEY_ENV] = `0x${(key === 'other' ? '6f' : '5e').repeat(32)}`
  const { id: merchant } = await before.checkout.merchant.retrieve()
  const ethereum = {
    rpcUrls: ['http://127.0.0.1:1'],
    chainId: TEST_CHAIN_ID,
    coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
    pollMs: 1_000,
    refundKey: { env: KEY_ENV, wallets: [TEST_WALLET], maxPerDay: 100, merchant, ...over },
    ...network,
  }
  const shop = await testCheckout({ sandbox: { networks: { ethereum } }, production: { networks: {} } }, parts)
  shop.node.pool.effect = ({ from, to, data }) =>
    data.startsWith(TRANSFER) ? { transfers: [{ token: to, from, ...transferOf(data) }] } : {}
  return shop
}

function refundingWith(shop: TestCheckout) {
  const sending = () => shop.checkout.context.network('sandbox', 'ethereum')?.sending
  return {
    shop,
    signer: sending()?.refunds?.signer.address ?? '',
    refunds: () => shop.checkout.sandbox.refunds,
    send: () => sendTold(shop),
    /** The mined transfers, oldest first: recipient and amount. */
    mined: () => shop.node.transactions().map(({ data }) => transferOf(data)),
  }
}

export type WithRefundKey = Awaited<ReturnType<typeof openWithRefundKey>>

/** Mines, reads and sends until everything to be sent now is final. */
export async function finish({ shop, send }: Pick<WithRefundKey, 'shop' | 'send'>): Promise<string> {
  for (let block = 0; block < 4; block++) {
    await send()
    shop.mine()
    await shop.watch()
  }
  return send()
}
