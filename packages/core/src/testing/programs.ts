/** Programs that pay by x402, on a shop that pays for gas. */
import { randomBytes } from 'node:crypto'
import type { Payment } from '@crypto-checkout/api-types'
import type { Wallet } from 'ethers/wallet'
import type {
  EvmExtra,
  EvmPayload,
  PaymentRequired,
  Requirements,
  SettlementResponse,
} from '../relays/x402/messages.ts'
import type { ApiAnswer, TestParts } from './index.ts'
import { openRelaying } from './relaying.ts'
import { type ScriptedUsdc, TRANSFER_TYPES } from './scripted-usdc.ts'

type Id = Pick<Payment, 'id'>
type Authorized = EvmPayload['payload']['authorization']

/** Changes by a program of an honest payload. */
export type Changes = {
  readonly wallet?: Wallet
  readonly authorization?: Partial<Authorized>
  readonly accepted?: object
  readonly payload?: object
  readonly extensions?: object
}

function decode<T>(header: string | undefined): T | null {
  return header === undefined ? null : JSON.parse(Buffer.from(header, 'base64').toString())
}

export function encode(message: unknown): string {
  return Buffer.from(JSON.stringify(message)).toString('base64')
}

export function readAnswer(answer: ApiAnswer) {
  return {
    ...answer,
    required: decode<PaymentRequired>(answer.headers['payment-required']),
    settled: decode<SettlementResponse>(answer.headers['payment-response']),
  }
}

/** `mines`: whether blocks are mined and read while an answer waits. */
export async function openPrograms(network: object = {}, parts: TestParts & { readonly mines?: boolean } = {}) {
  let during: () => Promise<unknown> = async () => {}
  const relaying = await openRelaying(network, { ...parts, pause: async () => void (await during()) })
  const { shop, send, payer } = relaying
  const usdc: ScriptedUsdc = relaying.usdc
  const mineOne = async () => {
    await send()
    shop.mine()
    await shop.watch()
  }
  if (parts.mines ?? true) during = mineOne
  const address = ({ id }: Id) => `/pay/${id.slice(4)}`
  const get = async (payment: Id, headers: Record<string, string> = {}, method = 'GET') =>
    readAnswer(await shop.request(method, address(payment), { key: null, headers }))
  /** The typed data that the stock client signs. */
  async function sign(terms: Requirements, changes: Changes = {}): Promise<object> {
    const wallet = changes.wallet ?? payer
    const now = Math.floor(shop.clock.now() / 1_000)
    const authorization: Authorized = {
      ...{ from: wallet.address, to: terms.payTo, value: terms.amount, validAfter: '0' },
      validBefore: String(now + terms.maxTimeoutSeconds),
      nonce: `0x${randomBytes(32).toString('hex')}`,
      ...changes.authorization,
    }
    const { name, version } = terms.extra as EvmExtra
    const chainId = Number(terms.network.split(':')[1])
    const domain = { name, version, chainId, verifyingContract: terms.asset }
    const signature = await wallet.signTypedData(domain, TRANSFER_TYPES, authorization)
    return {
      ...{ x402Version: 2, accepted: { ...terms, ...changes.accepted } },
      payload: { signature, authorization, ...changes.payload },
      ...(changes.extensions ? { extensions: changes.extensions } : {}),
    }
  }
  return {
    ...relaying,
    usdc,
    mineOne,
    address,
    get,
    sign,
    /** Runs something while an answer waits. */
    whileWaiting: (what: () => Promise<unknown>) => {
      during = what
    },
    /** The first way to pay of a payment. */
    async terms(payment: Id): Promise<Requirements> {
      const [first] = (await get(payment)).required?.accepts ?? []
      if (!first) throw new Error(`${payment.id} cannot be paid by a program`)
      return first
    },
    give: (payment: Id, payload: unknown, method = 'GET') =>
      get(payment, { 'payment-signature': typeof payload === 'string' ? payload : encode(payload) }, method),
    /** Does what a program does: asks, signs, and asks again with what it signed. */
    async pay(payment: Id, changes: Changes = {}) {
      const [first] = (await get(payment)).required?.accepts ?? []
      if (!first) throw new Error(`${payment.id} cannot be paid by a program`)
      return get(payment, { 'payment-signature': encode(await sign(first, changes)) })
    },
    /** Tells whether anything was stored or sent. */
    async traces() {
      return { stored: (await relaying.stored()).length, relays: (await relaying.relays()).length }
    },
  }
}
