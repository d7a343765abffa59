/** Conversion by CCTP v2: the addresses where money waits for it, and the calls that move it on. */
import { getAddress } from 'ethers/address'
import { keccak256 } from 'ethers/crypto'
import { CCTP_DOMAINS, type CctpNetwork, CONVERTER_ADDRESS } from './conversion.ts'
import { encodeAddress, encodeNumber, findAccount, type Log, readAddress, readWords } from './encode.ts'
import { NATIVE_COIN } from './factory.ts'

/** Keccak-256 of the creation code of its accounts, which is that of deposits but for the contract's address */
export const CONVERTER_ACCOUNT_HASH = '0x02865551fedc2809520c3fce4eb91534c642712cf94cebecaa5b63b8309ca29c'

/** The first topics of its events */
export const CONVERTER_TOPICS = {
  converted: '0xe6a45eea08a42f7c3f90f290e8ecf15e16174981943adf509fc9ea49808a64c6',
  released: '0x2d87480f50083e2b2759522a8fdda59802650a8055e609a7772cf70c07748f52',
  announced: '0x599d0975e7677f719c4f0776ac294afe929f3b0fe6b40e5bd479d71222a9a04a',
} as const

/** Fast burns are attested within seconds, for a fee. */
export type BurnFinality = 'standard' | 'fast'

/** The address of a converter's account commits to all of it. Amounts are in the token's smallest unit. */
export type ConversionTerms = {
  /** The merchant's wallet on this network, where released money goes */
  readonly wallet: string
  /** USDC on this network */
  readonly token: string
  /** Circle's TokenMessengerV2 on this network */
  readonly messenger: string
  /** The network of the destination */
  readonly destination: CctpNetwork
  /** The wallet there */
  readonly recipient: string
  /** The smallest burn. Each burn has to be delivered, so nobody may make many small ones. */
  readonly minimum: bigint
  /** At least so many millionths of what is burned arrive, 1 to 1,000,000. */
  readonly leastMillionths: number
  /** The most that may be taken from one burn */
  readonly maxFee: bigint
  readonly finality: BurnFinality
}

/** Circle's thresholds for the attestation of a burn */
const FINALITY: Readonly<Record<BurnFinality, number>> = { standard: 2000, fast: 1000 }
const MILLION = 1_000_000

/**
 * The address of the account of these terms, with its checksum (ERC-55). It is the recipient of deposits whose money is
 * to be converted. It follows from the terms (ERC-1014), and is the same on every chain.
 * @throws if an address or a number is invalid
 */
export function converterAccount(terms: ConversionTerms): string {
  return findAccount(CONVERTER_ADDRESS, keccak256(`0x${encodeTerms(terms)}`), CONVERTER_ACCOUNT_HASH)
}

/**
 * The calldata that burns what is at the account. Send it to CONVERTER_ADDRESS, without value, from any account.
 * @throws if an address or a number is invalid
 */
export function convertCalldata(terms: ConversionTerms): string {
  return CONVERT_SELECTOR + encodeTerms(terms)
}

/**
 * The calldata that pays the wallet on this network what is at the account: of `token`, or NATIVE_COIN. For the token of
 * the terms, only the wallet itself is paid at once. From others the first call announces it, and one three days later pays.
 * @throws if an address or a number is invalid
 */
export function releaseCalldata(terms: ConversionTerms, token = terms.token): string {
  return RELEASE_SELECTOR + encodeTerms(terms) + encodeAddress(token)
}

const CONVERT_SELECTOR = '0x3f6ca01e'
const RELEASE_SELECTOR = '0xd18fd7ab'

function encodeTerms(terms: ConversionTerms): string {
  const { wallet, token, messenger, recipient, minimum, leastMillionths: least, maxFee, finality } = terms
  for (const one of [wallet, recipient])
    if ([NATIVE_COIN, CONVERTER_ADDRESS, token, messenger].some((other) => isSame(one, other)))
      throw new Error(`No wallet has this address: ${one}`)
  if (!Number.isInteger(least) || least < 1 || least > MILLION) throw new Error(`Not a share in millionths: ${least}`)
  return [
    encodeChecked(wallet),
    encodeChecked(token),
    encodeChecked(messenger),
    encodeNumber(CCTP_DOMAINS[terms.destination]),
    encodeChecked(recipient),
    encodeAmount(minimum),
    encodeNumber(least),
    encodeAmount(maxFee),
    encodeNumber(FINALITY[finality]),
  ].join('')
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** @throws if a mixed-case address has a wrong checksum (ERC-55) */
function encodeChecked(address: string): string {
  return encodeAddress(getAddress(address))
}

/** @throws if it has more than 128 bits */
function encodeAmount(amount: bigint): string {
  if (amount >= 2n ** 128n) throw new Error(`Not an amount: ${amount}`)
  return encodeNumber(amount)
}

/** Addresses have their checksums; amounts are in the token's smallest unit. */
export type ConverterOutcome =
  /** `amount` was burned. At most `maxFee` less arrives. */
  | { readonly kind: 'converted'; readonly account: string; readonly amount: bigint; readonly maxFee: bigint }
  /** The wallet on this network received `amount`. A token can lie about it: check `token`. */
  | { readonly kind: 'released'; readonly account: string; readonly token: string; readonly amount: bigint }
  /** Anybody may release `amount` from a time on, in milliseconds. */
  | { readonly kind: 'announced'; readonly account: string; readonly amount: bigint; readonly from: number }

/**
 * The converter's results in these logs, in order. Other contracts' logs are ignored.
 * @throws MalformedBytes if a log of one of its events has other parts than the event
 */
export function decodeConverterLogs(logs: readonly Log[]): ConverterOutcome[] {
  return logs.flatMap((log): ConverterOutcome[] => {
    const { address, topics, data } = log
    const [event = '', topic = ''] = topics
    if (address.toLowerCase() !== CONVERTER_ADDRESS.toLowerCase() || !EVENTS.includes(event)) return []
    const [first = 0n, second = 0n] = readWords(log, { topics: 2, words: 2 })
    const account = readAddress(topic)
    switch (event) {
      case CONVERTER_TOPICS.converted:
        return [{ kind: 'converted', account, amount: first, maxFee: second }]
      case CONVERTER_TOPICS.released:
        return [{ kind: 'released', account, token: readAddress(data.slice(0, 66)), amount: second }]
      default:
        return [{ kind: 'announced', account, amount: first, from: Number(second) * 1_000 }]
    }
  })
}

const EVENTS: readonly string[] = Object.values(CONVERTER_TOPICS)
