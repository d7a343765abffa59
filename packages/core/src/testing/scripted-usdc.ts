/** Circle's USDC on a scripted chain, and what payers sign for it (EIP-3009). */
import { Interface } from 'ethers/abi'
import { TypedDataEncoder } from 'ethers/hash'
import { recoverAddress } from 'ethers/transaction'
import { Wallet } from 'ethers/wallet'
import { AUTHORIZATION_USED_TOPIC } from '../chains/evm/authorizations.ts'
import { encodeText, type ScriptedNode } from './scripted-node.ts'
import type { MinedTransaction, ScriptedEffect } from './scripted-pool.ts'

export const TRANSFER_TYPES = {
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
export class ScriptedUsdc {
  /** The balances of token holders, by address in lower case. All other accounts are rich. */
  readonly balances = new Map<string, bigint>()
  /** Authorizations that another sender used before: account and nonce. */
  readonly usedBefore = new Set<string>()
  /** True if it supports EIP-3009. */
  knows = true
  readonly #node: ScriptedNode
  readonly #token: string

  constructor(node: ScriptedNode, token: string) {
    this.#node = node
    this.#token = token
    node.contracts.set(token.toLowerCase(), (data) => this.#answer(data))
    node.pool.effect = ({ to, data }, earlier) =>
      to.toLowerCase() === token.toLowerCase() ? this.do(data, earlier) : null
  }

  get #domain() {
    return { name: 'USD Coin', version: '2', chainId: this.#node.chainId, verifyingContract: this.#token }
  }

  #answer(data: string): string | null {
    const [first = '', second = ''] = wordsOf(data)
    const selector = data.slice(0, 10)
    if (selector === '0x06fdde03') return encodeText(this.#domain.name)
    if (selector === '0x54fd4d50') return encodeText(this.#domain.version)
    if (selector === '0x3644e515') return TypedDataEncoder.hashDomain(this.#domain)
    if (selector === '0x70a08231') return toWord(this.#balanceOf(addressIn(first)))
    if (selector === '0xe94a0102' && this.knows) return toWord(this.isUsed(addressIn(first), `0x${second}`) ? 1n : 0n)
    return null
  }

  #balanceOf(account: string): bigint {
    return this.balances.get(account) ?? RICH
  }

  isUsed(from: string, nonce: string, earlier: readonly MinedTransaction[] = []): boolean {
    const logs = [...this.#node.transactions(), ...earlier].flatMap((one) => one.logs)
    const isIt = ({ topics }: (typeof logs)[number]) =>
      topics[0] === AUTHORIZATION_USED_TOPIC && topics[1]?.endsWith(from.slice(2)) && topics[2] === nonce
    return this.usedBefore.has(`${from} ${nonce}`) || logs.some(isIt)
  }

  /** Returns the effect of a call; null if the contract refuses it. */
  do(data: string, earlier: readonly MinedTransaction[] = []): ScriptedEffect | null {
    const selector = data.slice(0, 10)
    if (!this.knows || !['0xe3ee160e', '0xcf092995'].includes(selector)) return null
    const [from = '', to = '', value = '', after = '', before = '', nonce = '', v = '', r = '', s = ''] = wordsOf(data)
    const moved = { from: addressIn(from), to: addressIn(to), rawAmount: BigInt(`0x${value}`) }
    const [validAfter, validBefore] = [BigInt(`0x${after}`), BigInt(`0x${before}`)]
    const message = { ...moved, value: moved.rawAmount, validAfter, validBefore, nonce: `0x${nonce}` }
    const digest = TypedDataEncoder.hash(this.#domain, TRANSFER_TYPES, message)
    const signed =
      selector === '0xcf092995' ? this.#node.contracts.has(moved.from) : isSigned(moved.from, digest, { v, r, s })
    const time = BigInt(this.#node.head.timestamp)
    const valid = signed && time > validAfter && time < validBefore
    if (!valid || this.isUsed(moved.from, `0x${nonce}`, earlier) || this.#balanceOf(moved.from) < moved.rawAmount)
      return null
    const topics = [AUTHORIZATION_USED_TOPIC, `0x${from}`, `0x${nonce}`]
    return {
      gasUsed: 80_000n,
      transfers: [{ token: this.#token, ...moved }],
      logs: [{ address: this.#token, topics, data: '0x' }],
    }
  }
}

const SPLIT = 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)'
const contract = new Interface([`function ${SPLIT} external`])

/** Numbers are decimal strings, times in seconds. */
export type SignedTransfer = Readonly<Record<'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce', string>>

/** The signature of a key's account, and the call by which anybody uses it. `domain`: the token's (EIP-712). */
export async function signTransfer(
  key: string,
  message: Omit<SignedTransfer, 'from'>,
  domain: {
    readonly name: string
    readonly version: string
    readonly chainId: number
    readonly verifyingContract: string
  },
) {
  const wallet = new Wallet(key)
  const authorization: SignedTransfer = { from: wallet.address, ...message }
  const signature = await wallet.signTypedData(domain, TRANSFER_TYPES, authorization)
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const [r, s, v] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`, `0x${signature.slice(130)}`]
  const data = contract.encodeFunctionData(SPLIT, [from, to, value, validAfter, validBefore, nonce, v, r, s])
  return { authorization, signature, call: { to: domain.verifyingContract, data } }
}

const GWEI = 1_000_000_000n

/** A transaction that a wallet signs, at a fee that is always enough. */
export function signCall(
  wallet: Pick<Wallet, 'signTransaction'>,
  call: { readonly chainId: number; readonly nonce: number; readonly to: string; readonly data: string },
): Promise<string> {
  const fees = { gasLimit: 200_000, maxFeePerGas: 99n * GWEI, maxPriorityFeePerGas: 2n * GWEI }
  return wallet.signTransaction({ type: 2, ...call, ...fees })
}

/** The signed transaction of another stranger for each number: none of them has sent anything before. */
export function signAsStranger(number: number, call: Omit<Parameters<typeof signCall>[1], 'nonce'>): Promise<string> {
  const wallet = new Wallet(`0x${'57'.repeat(28)}${number.toString(16).padStart(8, '0')}`)
  return signCall(wallet, { ...call, nonce: 0 })
}

/** The account and the nonce of each authorization that a transaction used, as `<account> <nonce>` in lower case. */
export function listUsed({ logs }: { readonly logs: readonly { readonly topics: readonly string[] }[] }): string[] {
  return logs.flatMap(({ topics: [topic, account = '', nonce = ''] }) =>
    topic === AUTHORIZATION_USED_TOPIC ? [`0x${account.slice(26)} ${nonce}`.toLowerCase()] : [],
  )
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
