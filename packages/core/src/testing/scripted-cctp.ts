import { hash } from 'node:crypto'
import {
  CCTP_DOMAINS,
  CCTP_TOPICS,
  CONVERTER_ADDRESS,
  CONVERTER_CODE,
  CONVERTER_DEPLOYMENT,
  CONVERTER_TOPICS,
  type ConversionTerms,
  convertCalldata,
  converterAccount,
  DETERMINISTIC_DEPLOYER,
  deliverCalldata,
  NATIVE_COIN,
  releaseCalldata,
  type SignedMessage,
} from '@crypto-checkout/contracts'
import { Transaction } from 'ethers/transaction'
import { Wallet } from 'ethers/wallet'
import { min } from '../domain/money.ts'
import type { ScriptedBlock, ScriptedNode, ScriptedTransfer } from './scripted-node.ts'
import type { MinedTransaction, ScriptedEffect } from './scripted-pool.ts'

/** The addresses of Circle's contracts, the same on both chains. */
export const MESSENGER = '0x28b5a0e9c621a5badaa536219b3a228c8168cf5d'
export const TRANSMITTER = '0x81d40f21f12a8f0e3252bccb954d722d4c464b64'
/** The networks by their numbers in CCTP. */
export const DOMAINS = { ethereum: CCTP_DOMAINS.ethereum, polygon: CCTP_DOMAINS.polygon } as const
const MINTER = '0xfd78ee919681417d192449715b2594ab58f5d002'
const CONVERTER = CONVERTER_ADDRESS.toLowerCase()

/** The functions of the contracts. */
const CONVERT = '0x3f6ca01e'
const RELEASE = '0xd18fd7ab'
const RECEIVE = '0x57ecfd28'
const USED_NONCES = '0xfeb61724'
const LOCAL_MINTER = '0xcb75c11c'
const BURN_LIMIT = '0xa56ec632'
const MIN_FEE = '0x24ec7590'

const MILLION = 1_000_000n
/** The parts of an amount in which Circle counts its fee. */
const FEE_PARTS = 10_000_000n
/** The time after which others than the wallet may release what was announced. */
const RELEASE_WAIT_S = 72 * 3_600
/** The bytes of a message. */
const [HEAD, LENGTH] = [148, 376]

/** A burn or a release on the source. `index`: of its log in the transaction. Addresses in lower case. */
export type Exit = {
  readonly kind: 'burned' | 'released'
  readonly hash: string
  readonly block: ScriptedBlock
  readonly account: string
  readonly amount: bigint
  /** Of a burn: the message as it was sent. */
  readonly message: string
  readonly maxFee: bigint
}

/** A message that was received on the destination, and minted. */
export type Mint = {
  readonly hash: string
  readonly block: ScriptedBlock
  readonly nonce: string
  /** The account whose money was burned. */
  readonly account: string
  readonly recipient: string
  readonly amount: bigint
  readonly fee: bigint
}

/** A chain with all its nodes. No block up to `finalNumber` changes. */
type ScriptedChain = {
  readonly nodes: readonly ScriptedNode[]
  readonly node: ScriptedNode
  readonly blocks: readonly ScriptedBlock[]
  readonly finalNumber: number
}

type Call = Pick<MinedTransaction, 'from' | 'to' | 'data'>
type Mined = readonly Pick<MinedTransaction, 'transfers' | 'logs'>[]

/**
 * The converter on one chain, and Circle's contracts on two: coins are burned on the first, and minted on the other. Calls
 * are decoded from their bytes, and logs have the bytes of the real ones.
 */
export class ScriptedCctp {
  readonly source: ScriptedChain
  readonly destination: ScriptedChain
  /** The least fee that a burn must offer, in ten-millionths of it. */
  fee = 0n
  /** The most of one burn. */
  limit = 10n ** 12n
  readonly #token: string
  readonly #now: () => number
  #strangers = 0

  /** `now`: true time in milliseconds. */
  constructor(chains: { source: ScriptedChain; destination: ScriptedChain }, token: string, now: () => number) {
    this.source = chains.source
    this.destination = chains.destination
    this.#token = token.toLowerCase()
    this.#now = now
    this.#addConverter()
    this.#addMessenger()
    this.#addTransmitter()
  }

  /** The burns and releases on the source, oldest first. */
  exits(onlyFinal = false): Exit[] {
    return blocksOf(this.source, onlyFinal).flatMap((block) => block.transactions.flatMap((one) => exitsIn(one, block)))
  }

  /** The deliveries on the destination, oldest first. */
  mints(onlyFinal = false): Mint[] {
    return blocksOf(this.destination, onlyFinal).flatMap((block) =>
      block.transactions.flatMap((one) => mintsIn(one, block)),
    )
  }

  /** The deliveries in any block that ever had a transaction. */
  mintsOf(txHash: string): Mint[] {
    return this.mints().filter((one) => one.hash === txHash)
  }

  /** The coins at an address of the source. */
  held(account: string): bigint {
    return sumHeld(this.#token, account.toLowerCase(), [this.source.node.transfers()])
  }

  /** A stranger burns what is at an account. */
  burn(terms: ConversionTerms): void {
    this.#sendByStranger(this.source, CONVERTER, convertCalldata(terms))
  }

  /** A stranger releases what is at an account, or its wallet does, by its key and the number of its transaction. */
  release(terms: ConversionTerms, wallet: { readonly key: string; readonly nonce: number } | null = null): void {
    const data = releaseCalldata(terms)
    if (wallet) this.#send(this.source, wallet, { to: CONVERTER, data })
    else this.#sendByStranger(this.source, CONVERTER, data)
  }

  /** A stranger delivers a message. */
  deliver(signed: SignedMessage): void {
    this.#sendByStranger(this.destination, TRANSMITTER, deliverCalldata(signed))
  }

  /** Each stranger is an account that nobody knows, and sends nothing else. */
  #sendByStranger(chain: ScriptedChain, to: string, data: string): void {
    this.#strangers += 1
    const key = `0x${hash('sha256', `stranger ${this.#strangers}`)}`
    this.#send(chain, { key, nonce: 0 }, { to, data })
  }

  #send(
    chain: ScriptedChain,
    { key, nonce }: { readonly key: string; readonly nonce: number },
    call: { readonly to: string; readonly data: string },
  ): void {
    const { node } = chain
    const unsigned = {
      ...{ type: 2, chainId: node.chainId, nonce, gasLimit: 500_000n, to: call.to.toLowerCase(), data: call.data },
      ...{ maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
    }
    const transaction = Transaction.from(unsigned)
    transaction.signature = new Wallet(key).signingKey.sign(transaction.unsignedHash)
    node.pool.offer(transaction.serialized, node.chainId, () => ({ nonce, gasCost: 0n }))
  }

  #addConverter(): void {
    const { node } = this.source
    const { codeOf } = node
    const deployer = DETERMINISTIC_DEPLOYER.toLowerCase()
    node.codeOf = (address, blocks) => {
      if (address.toLowerCase() !== CONVERTER) return codeOf(address, blocks)
      const isDeployed = blocks.some(({ transactions }) =>
        transactions.some(({ to, data }) => to === deployer && data === CONVERTER_DEPLOYMENT.data),
      )
      return isDeployed ? CONVERTER_CODE : '0x'
    }
    const { effect } = node.pool
    node.pool.effect = (call, earlier = []) => {
      if (call.to !== CONVERTER || node.codeOf(CONVERTER, node.blocks) === '0x') return effect(call, earlier)
      if (call.data.startsWith(CONVERT)) return this.#convert(call, earlier)
      return call.data.startsWith(RELEASE) ? this.#release(call, earlier) : null
    }
  }

  #addMessenger(): void {
    for (const { contracts } of this.source.nodes) {
      contracts.set(MESSENGER, (data) => {
        if (data.startsWith(LOCAL_MINTER)) return `0x${encodeWord(MINTER)}`
        return data.startsWith(MIN_FEE) ? `0x${encodeNumber(this.fee)}` : null
      })
      contracts.set(MINTER, (data) => (data.startsWith(BURN_LIMIT) ? `0x${encodeNumber(this.limit)}` : null))
    }
  }

  #heldAfter(account: string, earlier: Mined): bigint {
    return sumHeld(this.#token, account, [this.source.node.transfers(), ...earlier.map(({ transfers }) => transfers)])
  }

  #convert(call: Call, earlier: Mined): ScriptedEffect | null {
    const { terms, account } = readTerms(call.data)
    const held = this.#heldAfter(account, earlier)
    const payable = this.fee > 0n ? (terms.maxFee * FEE_PARTS) / this.fee : held
    const amount = min(held, min(payable, this.limit))
    if (amount === 0n || amount < terms.minimum) return null
    const least = (amount * BigInt(terms.leastMillionths) + MILLION - 1n) / MILLION
    const maxFee = min(terms.maxFee, amount - least)
    // The messenger refuses a burn that offers less than its fee.
    const asked = (amount * this.fee) / FEE_PARTS
    if (this.fee > 0n && maxFee < (asked > 0n ? asked : 1n)) return null
    const message = writeMessage({ terms, account, amount, maxFee })
    return {
      gasUsed: 200_000n,
      transfers: [
        { token: this.#token, from: account, to: MINTER, rawAmount: amount },
        { token: this.#token, from: MINTER, to: NATIVE_COIN, rawAmount: amount },
      ],
      logs: [
        {
          address: TRANSMITTER,
          topics: [CCTP_TOPICS.messageSent],
          data: `0x${encodeNumber(32n)}${encodeText(message)}`,
        },
        ownLog(CONVERTER_TOPICS.converted, account, encodeNumber(amount) + encodeNumber(maxFee)),
      ],
    }
  }

  #release(call: Call, earlier: Mined): ScriptedEffect | null {
    const { terms, account, rest } = readTerms(call.data)
    if (readWord(rest, 0).slice(24) !== this.#token.slice(2)) return null
    let held = this.#heldAfter(account, earlier)
    if (held === 0n) return null
    if (call.from !== terms.wallet.toLowerCase()) {
      const notice = this.#findNotice(account, earlier)
      const now = BigInt(Math.max(this.source.node.head.timestamp, Math.floor(this.#now() / 1_000)))
      if (!notice) {
        const from = encodeNumber(now + BigInt(RELEASE_WAIT_S))
        return { logs: [ownLog(CONVERTER_TOPICS.announced, account, encodeNumber(held) + from)] }
      }
      if (now < notice.from) return null
      held = min(held, notice.amount)
    }
    const released = encodeWord(this.#token) + encodeNumber(held)
    return {
      transfers: [{ token: this.#token, from: account, to: terms.wallet.toLowerCase(), rawAmount: held }],
      logs: [ownLog(CONVERTER_TOPICS.released, account, released)],
    }
  }

  /** A conversion and a release take an announcement back. */
  #findNotice(account: string, earlier: Mined): { readonly amount: bigint; readonly from: bigint } | null {
    const logs = [...this.source.node.transactions(), ...earlier].flatMap((one) => one.logs)
    const own = logs.filter(({ address, topics }) => address === CONVERTER && topics[1] === `0x${encodeWord(account)}`)
    const last = own.at(-1)
    if (last?.topics[0] !== CONVERTER_TOPICS.announced) return null
    return { amount: BigInt(`0x${readWord(last.data, 0)}`), from: BigInt(`0x${readWord(last.data, 1)}`) }
  }

  #addTransmitter(): void {
    const { nodes, node } = this.destination
    for (const one of nodes)
      one.contracts.set(TRANSMITTER, (data, blocks) => {
        if (!data.startsWith(USED_NONCES)) return null
        return `0x${encodeNumber(
          isUsed(
            `0x${data.slice(10)}`,
            blocks.flatMap(({ transactions }) => transactions),
          )
            ? 1n
            : 0n,
        )}`
      })
    const { effect } = node.pool
    node.pool.effect = (call, earlier = []) =>
      call.to === TRANSMITTER ? this.#receive(call, earlier) : effect(call, earlier)
  }

  #receive(call: Call, earlier: Mined): ScriptedEffect | null {
    if (!call.data.startsWith(RECEIVE)) return null
    const [message, attestation] = [readBytes(call.data.slice(10), 0), readBytes(call.data.slice(10), 1)]
    const { node } = this.destination
    const { nonce, body, expiration, amount, fee, recipient } = readParts(message)
    const isExpired = expiration > 0n && expiration <= BigInt(node.head.number + 1)
    if (attestation !== sign(message) || isExpired) return null
    if (isUsed(nonce, [...node.transactions(), ...earlier])) return null
    const data = [encodeNumber(BigInt(CCTP_DOMAINS.polygon)), encodeWord(MESSENGER), encodeNumber(96n)].join('')
    return {
      gasUsed: 150_000n,
      transfers: [
        { token: this.#token, from: NATIVE_COIN, to: recipient, rawAmount: amount - fee },
        ...(fee > 0n ? [{ token: this.#token, from: NATIVE_COIN, to: MINTER, rawAmount: fee }] : []),
      ],
      logs: [
        {
          address: MESSENGER,
          topics: [CCTP_TOPICS.mintAndWithdraw, `0x${encodeWord(recipient)}`, `0x${encodeWord(this.#token)}`],
          data: `0x${encodeNumber(amount - fee)}${encodeNumber(fee)}`,
        },
        {
          address: TRANSMITTER,
          topics: [CCTP_TOPICS.messageReceived, `0x${encodeWord(call.from)}`, nonce, `0x${encodeNumber(2_000n)}`],
          data: `0x${data}${encodeText(body)}`,
        },
      ],
    }
  }
}

function blocksOf(chain: ScriptedChain, onlyFinal: boolean): readonly ScriptedBlock[] {
  return onlyFinal ? chain.blocks.slice(0, chain.finalNumber + 1) : chain.blocks
}

function sumHeld(
  token: string,
  account: string,
  all: readonly (readonly Omit<ScriptedTransfer, 'txHash'>[])[],
): bigint {
  let sum = 0n
  for (const one of all.flat()) {
    if (one.token.toLowerCase() !== token) continue
    if (one.to.toLowerCase() === account) sum += one.rawAmount
    if (one.from.toLowerCase() === account) sum -= one.rawAmount
  }
  return sum
}

/** The terms of a call to the converter, and the parameters behind them. */
function readTerms(data: string): { readonly terms: ConversionTerms; readonly account: string; readonly rest: string } {
  const text = data.slice(10)
  const [address, number] = [
    (at: number) => `0x${readWord(text, at).slice(24)}`,
    (at: number) => BigInt(`0x${readWord(text, at)}`),
  ]
  const [destination] = Object.entries(CCTP_DOMAINS).find(([, domain]) => BigInt(domain) === number(3)) ?? []
  const terms: ConversionTerms = {
    wallet: address(0),
    token: address(1),
    messenger: address(2),
    destination: destination as ConversionTerms['destination'],
    recipient: address(4),
    minimum: number(5),
    leastMillionths: Number(number(6)),
    maxFee: number(7),
    finality: number(8) === 1_000n ? 'fast' : 'standard',
  }
  return { terms, account: converterAccount(terms).toLowerCase(), rest: text.slice(9 * 64) }
}

function ownLog(event: string, account: string, words: string) {
  return { address: CONVERTER, topics: [event, `0x${encodeWord(account)}`], data: `0x${words}` }
}

/** Bytes behind their length, up to a whole word. */
function encodeText(hexadecimal: string): string {
  const text = hexadecimal.replace(/^0x/, '')
  return encodeNumber(BigInt(text.length / 2)) + text.padEnd(Math.ceil(text.length / 64) * 64, '0')
}

/** The bytes at which a parameter points. */
function readBytes(text: string, at: number): string {
  const start = Number(`0x${readWord(text, at)}`) * 2
  const length = Number(`0x${text.slice(start, start + 64)}`) * 2
  return `0x${text.slice(start + 64, start + 64 + length)}`
}

const encode4 = (value: number) => value.toString(16).padStart(8, '0')

type Written = {
  readonly terms: Pick<ConversionTerms, 'recipient' | 'token' | 'finality'>
  readonly account: string
  readonly amount: bigint
  readonly maxFee: bigint
}

/** A message from Polygon to Ethereum as the messenger sends it: without what the attester fills. */
function writeMessage({ terms, account, amount, maxFee }: Written): string {
  const none = encodeNumber(0n)
  const finality = terms.finality === 'fast' ? 1_000 : 2_000
  const head = [
    ...[encode4(1), encode4(CCTP_DOMAINS.polygon), encode4(CCTP_DOMAINS.ethereum), none],
    ...[encodeWord(MESSENGER), encodeWord(MESSENGER), none, encode4(finality), encode4(0)],
  ]
  const body = [
    ...[encode4(1), encodeWord(terms.token), encodeWord(terms.recipient), encodeNumber(amount)],
    ...[encodeWord(account), encodeNumber(maxFee), none, none],
  ]
  return `0x${[...head, ...body].join('')}`
}

type Filled = { readonly nonce: string; readonly fee: bigint; readonly expiration: bigint }

/** The message as the attester fills it. */
export function fillMessage(message: string, { nonce, fee, expiration }: Filled): string {
  const text = message.slice(2)
  const start = text.slice(0, 24) + nonce.slice(2) + text.slice(88, 288) + encode4(2_000)
  return `0x${start}${text.slice(HEAD * 2, (LENGTH - 64) * 2)}${encodeNumber(fee)}${encodeNumber(expiration)}`
}

/** Tells whether a message is the one that was sent, but for the fields that an attester fills. */
export function isMessageOf({ message: sent }: Pick<Exit, 'message'>, message: string): boolean {
  const nothing = { nonce: `0x${encodeNumber(0n)}`, fee: 0n, expiration: 0n }
  return fillMessage(sent, nothing) === fillMessage(message, nothing)
}

/** What an attester signs a message with: nobody can forge it in these worlds. */
export function sign(message: string): string {
  const digest = hash('sha256', `attester ${message}`)
  return `0x${(digest + digest).padEnd(130, '0')}`
}

function readParts(message: string) {
  const text = message.slice(2)
  const word = (byte: number) => text.slice(byte * 2, byte * 2 + 64)
  const number = (byte: number) => BigInt(`0x${word(byte)}`)
  return {
    nonce: `0x${word(12)}`,
    body: `0x${text.slice(HEAD * 2)}`,
    recipient: `0x${word(HEAD + 36).slice(24)}`,
    amount: number(HEAD + 68),
    account: `0x${word(HEAD + 100).slice(24)}`,
    maxFee: number(HEAD + 132),
    fee: number(HEAD + 164),
    expiration: number(HEAD + 196),
  }
}

function isUsed(nonce: string, transactions: Mined): boolean {
  return transactions.some(({ logs }) =>
    logs.some(({ topics }) => topics[0] === CCTP_TOPICS.messageReceived && topics[2] === nonce),
  )
}

/** Tells whether a delivery may be of this burn: another one of the same account and amount is as good. */
export function isAttestedOf(exit: Exit, mint: Mint): boolean {
  const { recipient, amount, account } = readParts(exit.message)
  return mint.recipient === recipient && mint.amount + mint.fee === amount && mint.account === account
}

function exitsIn({ hash: txHash, logs }: MinedTransaction, block: ScriptedBlock): Exit[] {
  const sent = logs.find(({ topics }) => topics[0] === CCTP_TOPICS.messageSent)
  return logs.flatMap(({ address, topics: [event, account = ''], data }): Exit[] => {
    if (address !== CONVERTER || event === CONVERTER_TOPICS.announced) return []
    const [first, second] = [BigInt(`0x${readWord(data, 0)}`), BigInt(`0x${readWord(data, 1)}`)]
    const common = { hash: txHash, block, account: `0x${account.slice(26)}` }
    if (event === CONVERTER_TOPICS.released)
      return [{ ...common, kind: 'released', amount: second, message: '', maxFee: 0n }]
    const message = readBytes(sent?.data.slice(2) ?? '', 0)
    return [{ ...common, kind: 'burned', amount: first, message, maxFee: second }]
  })
}

function mintsIn({ hash: txHash, logs }: MinedTransaction, block: ScriptedBlock): Mint[] {
  return logs.flatMap(({ topics, data }): Mint[] => {
    if (topics[0] !== CCTP_TOPICS.messageReceived) return []
    const body = readBytes(data.slice(2), 2)
    const { recipient, account, amount, fee } = readParts(`0x${'0'.repeat(HEAD * 2)}${body.slice(2)}`)
    return [{ hash: txHash, block, nonce: topics[2] ?? '', account, recipient, amount: amount - fee, fee }]
  })
}

/** A word of 32 bytes, as hexadecimal text without 0x. */
function encodeNumber(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

/** Of an address, in any case. */
function encodeWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

/** The word at a position of some bytes, with or without 0x in front. */
function readWord(data: string, at: number): string {
  const start = (data.startsWith('0x') ? 2 : 0) + at * 64
  return data.slice(start, start + 64)
}
