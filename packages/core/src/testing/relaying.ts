import type { Payment, TypedData } from '@crypto-checkout/api-types'
import { Wallet } from 'ethers/wallet'
import { type ApiAnswer, TEST_CHAIN_ID, TEST_TOKEN, type TestParts } from './index.ts'
import { ScriptedUsdc, signCall, TRANSFER_TYPES } from './scripted-usdc.ts'
import { openSending } from './sending.ts'

const stranger = new Wallet(`0x${'5b'.repeat(32)}`)

/** The shop's gas that a payment's payer may spend: a relay takes 100,000 gas at 3 gwei. */
const BUDGET = { maxFeePerPayment: 0.001, maxFeePerDay: 0.01 }

/** A shop that pays for gas, and a payer with coins and without gas. */
export async function openRelaying(network: object = {}, parts: TestParts = {}) {
  const sending = await openSending({ gasless: BUDGET, ...network }, parts)
  const { shop } = sending
  const usdc = new ScriptedUsdc(shop.node, TEST_TOKEN)
  const payer = new Wallet(`0x${'7a'.repeat(32)}`)
  const pathOf = ({ id }: Pick<Payment, 'id'>, end: string) => `/pay/${id.slice(4)}/${end}`
  const ask = (payment: Pick<Payment, 'id'>, from = payer.address) =>
    shop.request('GET', pathOf(payment, `authorization?from=${from}`), { key: null })
  const sign = (data: TypedData, wallet = payer) => wallet.signTypedData(data.domain, TRANSFER_TYPES, data.message)
  const post = (payment: Pick<Payment, 'id'>, body: object): Promise<ApiAnswer> =>
    shop.request('POST', pathOf(payment, 'authorizations'), { key: null, body })
  /** Sends from a stranger's account what the checkout would send, before anything that waits. Returns its hash. */
  async function sendElsewhere(
    { to, data }: Readonly<Record<'to' | 'data', string>>,
    { wallet = stranger, nonce = 0 } = {},
  ): Promise<string> {
    const { pool } = shop.node
    const waiting = [...pool.waiting]
    pool.forget()
    const raw = await signCall(wallet, { chainId: TEST_CHAIN_ID, nonce, to, data })
    const hash = pool.offer(raw, TEST_CHAIN_ID, () => ({ nonce: 0, gasCost: 0n }))
    shop.mine()
    pool.putBack(waiting)
    return hash
  }
  return {
    ...sending,
    usdc,
    payer,
    sendElsewhere,
    ask,
    sign,
    post,
    /** Does what a payer's page does: asks for the typed data and posts its signature, unless it is refused. */
    async authorize(payment: Pick<Payment, 'id'>): Promise<ApiAnswer> {
      const terms = await ask(payment)
      if (terms.status !== 200) return terms
      return post(payment, { from: payer.address, signature: await sign(terms.body) })
    },
    /** The offer that the wallet on a payer's page receives. */
    offered: async (payment: Pick<Payment, 'id'>): Promise<unknown> =>
      (await shop.request('GET', pathOf(payment, 'wallet'), { key: null })).body.gasless,
    stored: () => shop.storage.db.selectFrom('relays').selectAll().execute(),
    relays: () => shop.storage.db.selectFrom('sends').selectAll().where('purpose', '=', 'relay').execute(),
  }
}
