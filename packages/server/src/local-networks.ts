import type { CheckoutConfig } from '@crypto-checkout/core'
import type { Devnet, LocalNetwork, LocalNetworkName, LocalStellarNetwork } from '@crypto-checkout/devnet'
import { OperatorError } from './usage.ts'

const POLL_MS = 250

export type LocalDevnet = Devnet<LocalNetworkName>

/** Starts the development networks that stand for the public ones in the sandbox. */
export async function startLocalNetworks(dataDir: string, log: (line: string) => void): Promise<LocalDevnet> {
  const { startDevnet } = await loadDevnet()
  return startDevnet({ networks: ['stellar', 'ethereum', 'polygon'], dataDir, log })
}

/** The package is optional: a production server does without. */
export async function loadDevnet(): Promise<typeof import('@crypto-checkout/devnet')> {
  try {
    return await import('@crypto-checkout/devnet')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new OperatorError(
      'There is no configuration file: write crypto-checkout.config.json, or install @crypto-checkout/devnet to try the sandbox on local networks.',
    )
  }
}

export function localConfig({ stellar, ethereum, polygon }: LocalDevnet['networks']): Pick<CheckoutConfig, 'sandbox'> {
  return {
    sandbox: {
      networks: { stellar: stellarConfigOf(stellar), ethereum: configOf(ethereum), polygon: configOf(polygon) },
    },
  }
}

function configOf({ rpcUrl, chainId, coins, feeds }: LocalNetwork) {
  return { rpcUrls: [rpcUrl], chainId, coins, feeds, finality: 'finalized' as const, pollMs: POLL_MS }
}

function stellarConfigOf({ rpcUrl, horizonUrl, passphrase, coins }: LocalStellarNetwork) {
  return {
    rpcUrls: [rpcUrl],
    horizonUrls: [horizonUrl],
    networkPassphrase: passphrase,
    coins: { USDC: coins.USDC, USDT: coins.USDT },
    pollMs: POLL_MS,
  }
}
