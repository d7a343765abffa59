import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckoutConfig } from '@crypto-checkout/core'
import type { Devnet } from '@crypto-checkout/devnet'
import { OperatorError } from './usage.ts'

const POLL_MS = 250

/** Starts the development networks that stand for the public ones in the sandbox. */
export async function startLocalNetworks(dataDir: string, log: (line: string) => void): Promise<Devnet> {
  const { startDevnet } = await import('@crypto-checkout/devnet').catch(() => {
    throw new OperatorError(
      'There is no configuration file: write crypto-checkout.config.json, or install @crypto-checkout/devnet to try the sandbox on local networks.',
    )
  })
  const devnet = await startDevnet({ dataDir, log })
  writeFileSync(noteFile(dataDir), JSON.stringify(devnet.networks))
  return devnet
}

/** Stops them, and forgets where they were. */
export async function stopLocalNetworks(dataDir: string, devnet: Devnet): Promise<void> {
  rmSync(noteFile(dataDir), { force: true })
  await devnet.stop()
}

export function localConfig(devnet: Devnet): Pick<CheckoutConfig, 'sandbox'> {
  const { rpcUrl, chainId, coins } = devnet.networks.ethereum
  return {
    sandbox: { networks: { ethereum: { rpcUrls: [rpcUrl], chainId, coins, finality: 'finalized', pollMs: POLL_MS } } },
  }
}

/** Where a running server's local Ethereum answers. Throws where there is none. */
export function runningEthereum(dataDir: string): string {
  if (!existsSync(noteFile(dataDir)))
    throw new OperatorError(`No server with local networks runs on ${dataDir}: npm start.`)
  const networks = JSON.parse(readFileSync(noteFile(dataDir), 'utf8')) as Devnet['networks']
  return networks.ethereum.rpcUrl
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'local-networks.json')
}
