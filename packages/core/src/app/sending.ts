import type { GaslessBudget } from '../chains/network.ts'
import type { Refunder, Sending, Signer } from '../chains/transactor.ts'
import type { EvmFacts } from '../domain/catalog/networks.ts'
import { ONE_COIN } from '../domain/money.ts'
import { openSigner } from '../transactions/open-signer.ts'
import { KeyError } from '../transactions/read-secret.ts'
import { ConfigError } from './config.ts'
import type { EvmNetworkConfig } from './network-config.ts'

const WEI_PER_GWEI = 1e9
const GWEI_PER_COIN = 1e9

/**
 * The keys and limits for sending a network's transactions; null without a key. Throws ConfigError, which never shows a
 * key.
 */
export function resolveSending(where: string, config: EvmNetworkConfig, { gas: limits }: EvmFacts): Sending | null {
  const { gasKey, refundKey } = config
  const gas = gasKey && convertKeyErrors(() => openSigner(gasKey, `${where}.gasKey`))
  const refund = refundKey && convertKeyErrors(() => openSigner(placeOf(refundKey), `${where}.refundKey`))
  const opened = [gas, refund].filter((one) => one !== undefined)
  if (opened.length === 0) return null
  if (gas && gas.signer.address === refund?.signer.address) {
    throw new ConfigError(`${where}.refundKey: must be another key than gasKey, which should have no coins`)
  }
  requireOtherWallets(
    where,
    refundKey?.wallets ?? [],
    opened.map(({ signer }) => signer),
  )
  return {
    gas: gas?.signer ?? null,
    refunds: refundKey && refund ? refunderOf(refundKey, refund.signer) : null,
    signers: opened.map(({ signer }) => signer),
    maxFeePerGas: toWei(config.maxFeePerGasGwei ?? limits.maxFeePerGasGwei),
    maxPriorityFee: toWei(config.maxPriorityFeePerGasGwei ?? limits.maxPriorityFeeGwei),
    minPriorityFee: toWei(limits.minPriorityFeeGwei),
    feesAboveValue: config.feesAboveValue ?? false,
    minSweep: BigInt(Math.round((config.minSweep ?? limits.minSweep) * Number(ONE_COIN))),
    warnings: opened.flatMap(({ warning }) => warning ?? []),
  }
}

/** The merchant's own transactions would use the key's nonces. */
function requireOtherWallets(where: string, wallets: readonly string[], signers: readonly Signer[]): void {
  const accounts = new Set(signers.map(({ address }) => address.toLowerCase()))
  const wrong = wallets.find((wallet) => accounts.has(wallet.toLowerCase()))
  if (wrong === undefined) return
  throw new ConfigError(
    `${where}.refundKey.wallets: ${wrong} is the account of gasKey or refundKey: make a key of its own, whose account is no merchant's wallet`,
  )
}

type RefundKey = NonNullable<EvmNetworkConfig['refundKey']>

function placeOf(key: RefundKey) {
  return 'env' in key ? { env: key.env } : { file: key.file }
}

function refunderOf({ merchant, wallets, maxPerDay }: RefundKey, signer: Signer): Refunder {
  const addresses = wallets.map((wallet) => wallet.toLowerCase())
  return { signer, merchantId: merchant, wallets: addresses, maxPerDay: BigInt(Math.round(maxPerDay * 1e6)) }
}

/** The budget for relays; null if payers pay for gas themselves. Throws ConfigError. */
export function resolveGaslessBudget(where: string, { gasless, gasKey }: EvmNetworkConfig): GaslessBudget | null {
  if (!gasless) return null
  if (!gasKey) throw new ConfigError(`${where}.gasKey: needed, because somebody has to pay for gasless payments`)
  return {
    maxFeePerPayment: toWei(gasless.maxFeePerPayment * GWEI_PER_COIN),
    maxFeePerDay: toWei(gasless.maxFeePerDay * GWEI_PER_COIN),
  }
}

/** Turns a problem with a key into a mistake in the configuration. */
export function convertKeyErrors<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof KeyError) throw new ConfigError(error.message)
    throw error
  }
}

function toWei(gwei: number): bigint {
  return BigInt(Math.round(gwei * WEI_PER_GWEI))
}
