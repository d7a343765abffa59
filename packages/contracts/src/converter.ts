/** Conversion by CCTP v2: the addresses where money waits for it, and the calls that move it on. */
import { keccak256 } from 'ethers/crypto'
import { CCTP_DOMAINS, type CctpNetwork, CONVERTER_ADDRESS } from './conversion.ts'
import {
  encodeAddress,
  encodeAmount,
  encodeChecked,
  encodeNumber,
  encodeShare,
  findAccount,
  type Log,
  requireWallets,
} from './encode.ts'
import { NATIVE_COIN } from './factory.ts'
import { decodeOutcome, RELEASE_TOPICS, type ReleaseOutcome } from './release.ts'

/** Keccak-256 of the creation code of its accounts, which is that of deposits but for the contract's address */
export const CONVERTER_ACCOUNT_HASH = '0x6a3cf035d3ca91187d62d262ddbc38a6e3632f5f408e26628af9ef3e6a461702'

/** The first topics of its events */
export const CONVERTER_TOPICS = {
  converted: '0xe6a45eea08a42f7c3f90f290e8ecf15e16174981943adf509fc9ea49808a64c6',
  ...RELEASE_TOPICS,
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
  const { wallet, token, messenger, recipient, minimum, leastMillionths, maxFee, finality } = terms
  requireWallets([wallet, recipient], [NATIVE_COIN, CONVERTER_ADDRESS, token, messenger])
  return [
    encodeChecked(wallet),
    encodeChecked(token),
    encodeChecked(messenger),
    encodeNumber(CCTP_DOMAINS[terms.destination]),
    encodeChecked(recipient),
    encodeAmount(minimum),
    encodeShare(leastMillionths),
    encodeAmount(maxFee),
    encodeNumber(FINALITY[finality]),
  ].join('')
}

/** Addresses have their checksums; amounts are in the token's smallest unit. */
export type ConverterOutcome =
  /** `amount` was burned. At most `maxFee` less arrives. */
  | { readonly kind: 'converted'; readonly account: string; readonly amount: bigint; readonly maxFee: bigint }
  | ReleaseOutcome

/**
 * The converter's results in these logs, in order. Other contracts' logs are ignored.
 * @throws MalformedBytes if a log of one of its events has other parts than the event
 */
export function decodeConverterLogs(logs: readonly Log[]): ConverterOutcome[] {
  return logs.flatMap((log): ConverterOutcome[] => {
    const outcome = decodeOutcome(log, { converter: CONVERTER_ADDRESS, converted: CONVERTER_TOPICS.converted })
    if (outcome?.kind !== 'converted') return outcome ? [outcome] : []
    const { account, numbers } = outcome
    return [{ kind: 'converted', account, amount: numbers[0], maxFee: numbers[1] }]
  })
}
