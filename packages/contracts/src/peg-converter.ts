/** Conversion by a peg-stability module: the addresses where money waits for it, and the calls that move it on. */
import { keccak256 } from 'ethers/crypto'
import { PEG_CONVERTER_ADDRESS } from './conversion.ts'
import {
  encodeAddress,
  encodeAmount,
  encodeChecked,
  encodeShare,
  findAccount,
  type Log,
  requireWallets,
} from './encode.ts'
import { NATIVE_COIN } from './factory.ts'
import { decodeOutcome, RELEASE_TOPICS, type ReleaseOutcome } from './release.ts'

/** Keccak-256 of the creation code of its accounts, which is that of deposits but for the contract's address */
export const PEG_ACCOUNT_HASH = '0xb972ff5dfbd9ca79dc35732a4e4f4d47babcb541197cd07a79a03d0b1dcc5247'

/** The first topics of its events */
export const PEG_TOPICS = {
  swapped: '0x3a9a9f34f5831e9c8ecb66ab3aa308b2ff31eaca434615f6c9cadc656a9af71c',
  ...RELEASE_TOPICS,
} as const

/** The address of an account commits to all of it. */
export type PegTerms = {
  /** The merchant's wallet, where released money goes */
  readonly wallet: string
  /** DAI on this network */
  readonly token: string
  /** Sky's peg-stability module (DssLitePsm) on this network */
  readonly module: string
  /** USDC on this network */
  readonly bought: string
  /** The wallet, or an account that moves USDC on, such as `converterAccount` */
  readonly recipient: string
  /** So many of the token's smallest units are one of the bought token: 10^12 for DAI and USDC */
  readonly unit: bigint
  /** At least so many millionths of what is paid are bought, 1 to 1,000,000. */
  readonly leastMillionths: number
}

/**
 * The address of the account of these terms, with its checksum (ERC-55). It is the recipient of deposits whose money is
 * to be converted. It follows from the terms (ERC-1014), and is the same on every chain.
 * @throws if an address or a number is invalid
 */
export function pegAccount(terms: PegTerms): string {
  return findAccount(PEG_CONVERTER_ADDRESS, keccak256(`0x${encodeTerms(terms)}`), PEG_ACCOUNT_HASH)
}

/**
 * The calldata that swaps what is at the account. Send it to PEG_CONVERTER_ADDRESS, without value, from any account.
 * @throws if an address or a number is invalid
 */
export function pegConvertCalldata(terms: PegTerms): string {
  return CONVERT_SELECTOR + encodeTerms(terms)
}

/**
 * The calldata that pays the wallet what is at the account: of `token`, or NATIVE_COIN. It follows the rules of
 * `releaseCalldata`.
 * @throws if an address or a number is invalid
 */
export function pegReleaseCalldata(terms: PegTerms, token = terms.token): string {
  return RELEASE_SELECTOR + encodeTerms(terms) + encodeAddress(token)
}

const CONVERT_SELECTOR = '0xd0af9bc5'
const RELEASE_SELECTOR = '0xfbf4bdcd'

function encodeTerms({ wallet, token, module, bought, recipient, unit, leastMillionths }: PegTerms): string {
  requireWallets([wallet, recipient], [NATIVE_COIN, PEG_CONVERTER_ADDRESS, token, module, bought])
  if (token.toLowerCase() === bought.toLowerCase()) throw new Error(`It is the bought token already: ${token}`)
  if (unit < 1n) throw new Error(`Not a unit: ${unit}`)
  const addresses = [wallet, token, module, bought, recipient].map(encodeChecked)
  return [...addresses, encodeAmount(unit), encodeShare(leastMillionths)].join('')
}

/** Addresses have their checksums. `paid` is in the token's smallest unit, `bought` in that of the bought one. */
export type PegOutcome =
  /** The account paid `paid`, and its recipient received `bought`. */
  | { readonly kind: 'swapped'; readonly account: string; readonly paid: bigint; readonly bought: bigint }
  | ReleaseOutcome

/**
 * The converter's results in these logs, in order. Other contracts' logs are ignored.
 * @throws MalformedBytes if a log of one of its events has other parts than the event
 */
export function decodePegLogs(logs: readonly Log[]): PegOutcome[] {
  return logs.flatMap((log): PegOutcome[] => {
    const outcome = decodeOutcome(log, { converter: PEG_CONVERTER_ADDRESS, converted: PEG_TOPICS.swapped })
    if (outcome?.kind !== 'converted') return outcome ? [outcome] : []
    const { account, numbers } = outcome
    return [{ kind: 'swapped', account, paid: numbers[0], bought: numbers[1] }]
  })
}
