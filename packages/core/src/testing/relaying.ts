import type { Payment, TypedData } from '@crypto-checkout/api-types'
import { TypedDataEncoder } from 'ethers/hash'
import { recoverAddress } from 'ethers/transaction'
import { Wallet } from 'ethers/wallet'
import { AUTHORIZATION_USED_TOPIC } from '../chains/evm/authorizations.ts'
import { type ApiAnswer, TEST_CHAIN_ID, TEST_TOKEN, type TestParts } from './index.ts'
import { encodeText, type ScriptedNode } from './scripted-node.ts'
import type { ScriptedEffect } from './scripted-pool.ts'
import { openSending } from './sending.ts'

const DOMAIN = { name: 'USD Coin', version: '2', chainId: TEST_CHAIN_ID, verifyingContract: TEST_TOKEN }
const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
}
const RICH = 10n ** 12n

/** The coin's contract on a scripted chain, with Circle's rules for authorizations. */
class ScriptedUsdc {
  /** The balances of token holders, by address in lower case. All other accounts are rich. */
  readonly balances = new Map<string, bigint>()
  /** Authorizations that another sender used before: account and nonce. */
  readonly usedBefore = new Set<string>()
  /** Whether it supports EIP-3009. */
  knows = true
  #node: ScriptedNode

  constructor(node: ScriptedNode) {
    this.#node = node
    node.contracts.set(TEST_TOKEN.toLowerCase(), (data) => this.#answer(data))
    node.pool.effect = ({ to, data }) => (to.toLowerCase() === TEST_TOKEN.toLowerCase() ? this.#do(data) : null)
  }

  #answer(data: string): string | null {
    const [first = '', second = ''] = wordsOf(data)
    const selector = data.slice(0, 10)
    if (selector === '0x06fdde03') return encodeText(DOMAIN.name)
    if (selector === '0x54fd4d50') return encodeText(DOMAIN.version)
    if (selector === '0x3644e515') return TypedDataEncoder.hashDomain(DOMAIN)
    if (selector === '0x70a08231') return toWord(this.#balanceOf(addressIn(first)))
    if (selector === '0xe94a0102' && this.knows) return toWord(this.isUsed(addressIn(first), `0x${second}`) ? 1n : 0n)
    return null
  }

  #balanceOf(account: string): bigint {
    return this.balances.get(account) ?? RICH
  }

  isUsed(from: string, nonce: string): boolean {
    const logs = this.#node.transactions().flatMap((one) => one.logs)
    const isIt = ({ topics }: (typeof logs)[number]) =>
      topics[0] === AUTHORIZATION_USED_TOPIC && topics[1]?.endsWith(from.slice(2)) && topics[2] === nonce
    return this.usedBefore.has(`${from} ${nonce}`) || logs.some(isIt)
  }

  #do(data: string): ScriptedEffect | null {
    const selector = data.slice(0, 10)
    if (!this.knows || !['0xe3ee160e', '0xcf092995'].includes(selector)) return null
    const [from = '', to = '', value = '', after = '', before = '', nonce = '', v = '', r = '', s = ''] = wordsOf(data)
    const moved = { from: addressIn(from), to: addressIn(to), rawAmount: BigInt(`0x${value}`) }
    const [validAfter, validBefore] = [BigInt(`0x${after}`), BigInt(`0x${before}`)]
    const message = { ...moved, value: moved.rawAmount, validAfter, validBefore, nonce: `0x${nonce}` }
    const digest = TypedDataEncoder.hash(DOMAIN, TYPES, message)
    const signed =
      selector === '0xcf092995' ? this.#node.contracts.has(moved.from) : isSigned(moved.from, digest, { v, r, s })
    const time = BigInt(this.#node.head.timestamp)
    const valid = signed && time > validAfter && time < validBefore
    if (!valid || this.isUsed(moved.from, `0x${nonce}`) || this.#balanceOf(moved.from) < moved.rawAmount) return null
    const topics = [AUTHORIZATION_USED_TOPIC, `0x${from}`, `0x${nonce}`]
    return {
      gasUsed: 80_000n,
      transfers: [{ token: TEST_TOKEN, ...moved }],
      logs: [{ address: TEST_TOKEN, topics, data: '0x' }],
    }
  }
}

/** The shop's gas that a payment's payer may spend: a relay takes 100,000 gas at 3 gwei. */
const BUDGET = { maxFeePerPayment: 0.001, maxFeePerDay: 0.01 }

/** A shop that pays for gas, and a payer with coins and without gas. */
export async function openRelaying(network: object = {}, parts: TestParts = {}) {
  const sending = await openSending({ gasless: BUDGET, ...network }, parts)
  const { shop } = sending
  const usdc = new ScriptedUsdc(shop.node)
  const payer = new Wallet(`0x${'7a'.repeat(32)}`)
  const pathOf = ({ id }: Pick<Payment, 'id'>, end: string) => `/pay/${id.slice(4)}/${end}`
  const ask = (payment: Pick<Payment, 'id'>, from = payer.address) =>
    shop.request('GET', pathOf(payment, `authorization?from=${from}`), { key: null })
  const sign = (data: TypedData, wallet = payer) => wallet.signTypedData(data.domain, TYPES, data.message)
  const post = (payment: Pick<Payment, 'id'>, body: object): Promise<ApiAnswer> =>
    shop.request('POST', pathOf(payment, 'authorizations'), { key: null, body })
  return {
    ...sending,
    usdc,
    payer,
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
    stored: () => shop.storage.db.selectFrom('authorizations').selectAll().execute(),
    relays: () => shop.storage.db.selectFrom('sends').selectAll().where('purpose', '=', 'relay').execute(),
  }
}

function isSigned(from: string, digest: string, { v, r, s }: { v: string; r: string; s: string }): boolean {
  return recoverAddress(digest, { r: `0x${r}`, s: `0x${s}`, v: Number(`0x${v}`) }).toLowerCase() === from
}

function wordsOf(data: string): string[] {
  return data.slice(10).match(/.{64}/g) ?? []
}

function addressIn(word: string): string {
  return `0x${word.slice(24)}`
}

function toWord(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}
