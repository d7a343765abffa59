/** The constants of the local Stellar network: its name, its rules and its initial accounts. */
import { Asset } from '@stellar/stellar-sdk'
import { deriveKey } from './keys.ts'

export { PASSPHRASE } from '../description.ts'

export const PROTOCOL_VERSION = 23
/** The version string, where real nodes report theirs */
export const SOFTWARE = 'crypto-checkout-stellar-devnet'
/** In stroops, the ten-millionths of an XLM, like all amounts */
export const BASE_FEE = 100n
/** The cost of a contract call beside the base fee: here the same for each */
export const RESOURCE_FEE = 50_000n
export const BASE_RESERVE = 5_000_000n
export const TOTAL_COINS = 1_000_000_000_000_000_000n
export const MAX_INT64 = 2n ** 63n - 1n
export const MAX_OPERATIONS_PER_LEDGER = 1_000

/**
 * The accounts of the mnemonic "test test test test test test test test test test test junk" (SEP-5), which every
 * developer knows: a wallet with it holds the payer's coins. Never send anything of value to them on a public network.
 */
export const KEYS = {
  merchant: deriveKey(0),
  payer: deriveKey(1),
  friendbot: deriveKey(2),
  /** Issues USDC */
  issuer: deriveKey(3),
  /** Issues USDT */
  secondIssuer: deriveKey(4),
  /** Issues a worthless USDC */
  counterfeiter: deriveKey(5),
  /** Offers each coin for XLM and XLM for each coin */
  maker: deriveKey(6),
} as const

export const COINS = {
  USDC: { code: 'USDC', issuer: KEYS.issuer.publicKey() },
  USDT: { code: 'USDT', issuer: KEYS.secondIssuer.publicKey() },
} as const

export const ASSETS = {
  USDC: new Asset(COINS.USDC.code, COINS.USDC.issuer),
  USDT: new Asset(COINS.USDT.code, COINS.USDT.issuer),
  counterfeit: new Asset('USDC', KEYS.counterfeiter.publicKey()),
} as const
