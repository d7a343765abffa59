/** Conversion by CCTP v2: the addresses where money waits for it, and the calls that move it on. */
import { getAddress } from 'ethers/address'
import { keccak256 } from 'ethers/crypto'
import contracts from './contracts.json' with { type: 'json' }
import { encodeAddress, encodeNumber, findAccount, type Log } from './encode.ts'
import { DETERMINISTIC_DEPLOYER } from './factory.ts'

/** The address of the contract BurnConverter, once it is deployed. It follows from the deployer and the bytecode. */
export const CONVERTER_ADDRESS = '0x8C2A30746541748F18b0178903b171D80230Fccd'

/** The code there, compiled from contracts/BurnConverter.sol */
export const CONVERTER_CODE: string = contracts.BurnConverter.deployedBytecode

export const CONVERTER_ABI: readonly object[] = contracts.BurnConverter.abi

/** The transaction that deploys it. Any account can send it; it uses CONVERTER_GAS at most. */
export const CONVERTER_DEPLOYMENT: Readonly<{ to: string; data: string }> = {
  to: DETERMINISTIC_DEPLOYER,
  data: `0x${'00'.repeat(32)}${contracts.BurnConverter.bytecode.slice(2)}`,
}

export const CONVERTER_GAS = 900_000

/** Keccak-256 of the creation code of its accounts, which is that of deposits but for the contract's address */
export const CONVERTER_ACCOUNT_HASH = '0x87a751fce60e226165dffa2da2adad1d849d1a3d3f76a02e046f0bcef0a444fe'

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
  /** The network of the destination, by its number in CCTP */
  readonly domain: number
  /** The wallet there; an EVM address */
  readonly recipient: string
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
 * the terms, only the wallet itself is paid at once. From others the first call announces it, and one a day later pays.
 * @throws if an address or a number is invalid
 */
export function releaseCalldata(terms: ConversionTerms, token = terms.token): string {
  return RELEASE_SELECTOR + encodeTerms(terms) + encodeAddress(token)
}

const CONVERT_SELECTOR = '0x9be5e14f'
const RELEASE_SELECTOR = '0x3e696bf2'

function encodeTerms(terms: ConversionTerms): string {
  const { wallet, token, messenger, domain, recipient, leastMillionths: least, maxFee, finality } = terms
  if (least < 1 || least > MILLION) throw new Error(`Not a share in millionths: ${least}`)
  const addresses = [wallet, token, messenger].map(encodeAddress)
  const numbers = [encodeNumber(least), encodeNumber(maxFee), encodeNumber(FINALITY[finality])]
  return [...addresses, encodeNumber(domain), encodeAddress(recipient), ...numbers].join('')
}

/** Addresses have their checksums; amounts are in the token's smallest unit. */
export type ConverterOutcome =
  /** `amount` was burned. At most `maxFee` less arrives. */
  | { readonly kind: 'converted'; readonly account: string; readonly amount: bigint; readonly maxFee: bigint }
  /** The wallet on this network received `amount`. */
  | { readonly kind: 'released'; readonly account: string; readonly token: string; readonly amount: bigint }
  /** Anybody may release `amount` from a time on, in milliseconds. */
  | { readonly kind: 'announced'; readonly account: string; readonly amount: bigint; readonly from: number }

/** What the converter did, by these logs, in order. Other contracts' logs are ignored. */
export function decodeConverterLogs(logs: readonly Log[]): ConverterOutcome[] {
  return logs.flatMap(({ address, topics: [event, topic = ''], data }): ConverterOutcome[] => {
    if (address.toLowerCase() !== CONVERTER_ADDRESS.toLowerCase()) return []
    const account = getAddress(`0x${topic.slice(26)}`)
    const [first, second] = [data.slice(2, 66), data.slice(66, 130)].map((word) => BigInt(`0x${word}`))
    if (first === undefined || second === undefined) return []
    switch (event) {
      case CONVERTER_TOPICS.converted:
        return [{ kind: 'converted', account, amount: first, maxFee: second }]
      case CONVERTER_TOPICS.released:
        return [{ kind: 'released', account, token: getAddress(`0x${data.slice(26, 66)}`), amount: second }]
      case CONVERTER_TOPICS.announced:
        return [{ kind: 'announced', account, amount: first, from: Number(second) * 1_000 }]
      default:
        return []
    }
  })
}
