import type { EvmFacts } from '../catalog/networks.ts'
import type { Sending } from '../chains/transactor.ts'
import { openSigner } from '../signing/open-signer.ts'
import { KeyError } from '../signing/read-secret.ts'
import { ConfigError, type EvmNetworkConfig } from './config.ts'

const WEI_PER_GWEI = 1e9

/** With what a network's transactions are sent; null without a key. Throws ConfigError, which never shows a key. */
export function sendingOf(where: string, given: EvmNetworkConfig, { gas }: EvmFacts): Sending | null {
  const { gasKey } = given
  if (!gasKey) return null
  const { signer, warning } = keyOrMistake(() => openSigner(gasKey, `${where}.gasKey`))
  return {
    gas: signer,
    signers: [signer],
    maxFeePerGas: toWei(given.maxFeePerGasGwei ?? gas.maxFeePerGasGwei),
    minPriorityFee: toWei(gas.minPriorityFeeGwei),
    warnings: warning === null ? [] : [warning],
  }
}

/** What is wrong with a key is a mistake in the configuration. */
export function keyOrMistake<T>(read: () => T): T {
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
