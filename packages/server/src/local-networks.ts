import type { CheckoutConfig } from '@crypto-checkout/core'
import type { Devnet, LocalNetwork } from '@crypto-checkout/devnet'
import { OperatorError } from './usage.ts'

const POLL_MS = 250

/** Starts the development networks that stand for the public ones in the sandbox. */
export async function startLocalNetworks(dataDir: string, log: (line: string) => void): Promise<Devnet> {
  const { startDevnet } = await loadDevnet()
  return startDevnet({ dataDir, log })
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

export function localConfig({ ethereum, polygon }: Devnet['networks']): Pick<CheckoutConfig, 'sandbox'> {
  return { sandbox: { networks: { ethereum: configOf(ethereum), polygon: configOf(polygon) } } }
}

function configOf({ rpcUrl, chainId, coins, feeds }: LocalNetwork) {
  return { rpcUrls: [rpcUrl], chainId, coins, feeds, finality: 'finalized' as const, pollMs: POLL_MS }
}
