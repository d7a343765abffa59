/** Memory of an idle standalone server, with a thousand and with a million open payments, and with Stellar. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutConfig } from '@crypto-checkout/core'
import type { LocalStellarNetwork } from '@crypto-checkout/stellar-devnet'
import { RawNode } from './raw-node.ts'
import { serveNode } from './serve-node.ts'
import { startServer } from './server-process.ts'
import { benchOptions, NETWORK_MS } from './setup.ts'

const IDLE_MS = 10_000

export async function benchMemory(databases: readonly (readonly [payments: number, path: string])[]): Promise<void> {
  const node = new RawNode(Date.now() - 40 * 86_400_000)
  const timer = setInterval(() => node.mine(Date.now(), []), NETWORK_MS)
  const { url, close } = await serveNode(node)
  console.log('\n| idle memory of the server (RSS) | MB |\n|---|---|')
  for (const [payments, path] of databases) {
    console.log(`| ${payments} open payments | ${await measureIdle(path, benchOptions(path, url))} |`)
  }
  const [payments, path] = databases[0] ?? [0, '']
  const stellar = await startStellar()
  const options = benchOptions(path, url)
  const networks = { ...options.production.networks, stellar: stellar.config }
  console.log(`| ${payments}, with Stellar | ${await measureIdle(path, { ...options, production: { networks } })} |`)
  await stellar.stop()
  clearInterval(timer)
  close()
}

/** In megabytes of 2^20 bytes. */
async function measureIdle(path: string, config: CheckoutConfig): Promise<number> {
  const server = await startServer(dirname(path), config, { probed: false })
  try {
    await sleep(IDLE_MS)
    return Math.round(server.readRss() / 2 ** 20)
  } finally {
    await server.stop()
  }
}

/** A local Stellar network in its own process, behind both back ends. */
async function startStellar() {
  const child = fork(join(import.meta.dirname, 'stellar-network.ts'))
  const [{ network }] = (await once(child, 'message')) as [{ network: LocalStellarNetwork }]
  const { rpcUrl, horizonUrl, passphrase: networkPassphrase, coins } = network
  return {
    config: { networkPassphrase, rpcUrls: [rpcUrl], horizonUrls: [horizonUrl], coins: { USDC: coins.USDC } },
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
