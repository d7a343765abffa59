/** A shop whose payers prove by signatures that they have paid. */
import type { ClaimChallenge, Payment, PublicPayment } from '@crypto-checkout/api-types'
import { Wallet } from 'ethers/wallet'
import { ScriptedNode, type ScriptedTransfer, TEST_CHAIN_ID, TEST_TOKEN, type TestParts } from './index.ts'
import { openShop } from './shop.ts'

/** The key of TEST_PAYER, which is public. */
export const PAYER = new Wallet('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
export const STRANGER = new Wallet(`0x${'5b'.repeat(32)}`)
export const TEST_USDT = '0x0000000000000000000000000000000000000abc'
const ON_POLYGON = '0x0000000000000000000000000000000000000def'
const POLYGON_URL = 'http://127.0.0.1:9'

type Options = Parameters<typeof openShop>[0]

/** Two coins on Ethereum, one on Polygon. The chain has been read. */
export async function openClaimShop(options: Options = {}, parts: TestParts = {}) {
  const polygonNode = new ScriptedNode({ chainId: 31_338, startTime: Date.parse('2026-01-01T00:00:00.000Z') })
  polygonNode.decimals.set(ON_POLYGON, 6)
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 }, USDT: { address: TEST_USDT, decimals: 6 } }
  const rpcUrls = ['http://127.0.0.1:1', ...(parts.mirrors ?? []).map((_, index) => `http://127.0.0.1:${index + 2}`)]
  const ethereum = { rpcUrls, chainId: TEST_CHAIN_ID, coins }
  const polygon = { rpcUrls: [POLYGON_URL], chainId: 31_338, coins: { USDC: { address: ON_POLYGON, decimals: 6 } } }
  const shop = await openShop(
    { sandbox: { networks: { ethereum, polygon } }, production: { networks: {} }, ...options },
    { others: { [POLYGON_URL]: polygonNode }, ...parts },
  )
  await shop.settle()

  const post = (payment: Pick<Payment, 'id'>, path: string, body: unknown) =>
    shop.request('POST', `/pay/${payment.id}/${path}`, { key: null, body })
  const transferTo = ({ address }: Payment, rawAmount: bigint): ScriptedTransfer => ({
    ...{ token: TEST_TOKEN, from: PAYER.address, to: address, rawAmount },
  })
  const ask = (payment: Payment, hash: string, from: string = PAYER.address) =>
    post(payment, 'claims/challenge', { hash, from })

  return Object.assign(shop, {
    polygonNode,
    post,
    transferTo,
    ask,
    /** The same amount on the other network. */
    onPolygon: (payment: Payment, rawAmount: bigint) => ({ ...transferTo(payment, rawAmount), token: ON_POLYGON }),
    /** Mines transfers and reads them. Returns the hash of the first. */
    async arrive(...transfers: ScriptedTransfer[]): Promise<string> {
      const [hash = ''] = shop.mine(transfers)
      await shop.settle()
      return hash
    },
    async finalise(): Promise<void> {
      for (let block = 0; block < 3; block++) shop.mine()
      await shop.settle()
    },
    /** Makes a proof, with a signature over the text that the checkout asks for. */
    async sign(payment: Payment, hash: string, signer: Wallet = PAYER, from: string = signer.address) {
      const { body } = await ask(payment, hash, from)
      const { message } = body as ClaimChallenge
      return { hash, from, message, signature: await signer.signMessage(message) }
    },
    prove: (payment: Payment, proof: unknown) => post(payment, 'claims/prove', proof),
    view: async ({ id }: Pick<Payment, 'id'>): Promise<PublicPayment> =>
      (await shop.request('GET', `/pay/${id}/status`, { key: null })).body,
    async listTransfers() {
      return (await shop.checkout.sandbox.transfers.list({ limit: 100 })).data
    },
  })
}

export type ClaimShop = Awaited<ReturnType<typeof openClaimShop>>
