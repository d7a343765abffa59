/** A server as its operators see it, with metrics on a separate port. Other servers may share its database. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Payment } from '@crypto-checkout/core'
import { mine } from '@crypto-checkout/devnet/testing'
import { createTemporaryFolder, createWallet, type Ethereum, pay, pollUntil, runToEnd, startServer } from './harness.ts'

/** The time between two requests of a test to a server, which limits them. */
const POLL_MS = 250

type Site = {
  readonly devnet: Ethereum
  /** The nodes through which the chain is read. */
  readonly rpcUrls: readonly string[]
  /** 64 hexadecimal digits. */
  readonly gasKey: string
  readonly config?: object
  readonly network?: object
  readonly env?: NodeJS.ProcessEnv
}

export type Operated = Awaited<ReturnType<typeof openOperated>>

/** A server with a gas key, and a pair of API keys for it. */
export async function openOperated({ devnet, rpcUrls, gasKey, config = {}, network = {}, env = {} }: Site) {
  const cwd = createTemporaryFolder()
  writeFileSync(join(cwd, 'gas-key'), gasKey, { mode: 0o600 })
  const { chainId, coins } = devnet.networks.ethereum
  const gasless = { maxFeePerPayment: 0.01, maxFeePerDay: 0.1 }
  const own = { gasKey: { file: join(cwd, 'gas-key') }, gasless, ...network }
  const ethereum = { rpcUrls, chainId, coins, pollMs: 50, ...own }
  const file = { metrics: { port: 0 }, sandbox: { networks: { ethereum } }, plans: { sandbox: 40 }, ...config }
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(file))
  const server = await startServer(['--port', '0'], { cwd, env })
  const made = await runToEnd(['keys', 'create', '--environment', 'sandbox', '--json'], { cwd, env })
  const keys = JSON.parse(made.stdout) as { publicKey: string; secretKey: string }
  const [, metricsUrl = ''] = /metrics on (http[^\s"]+)/.exec(server.stdout) ?? []
  const headers = { authorization: `Bearer ${keys.publicKey}`, 'x-api-secret': keys.secretKey }
  async function request<T>(method: string, path: string, body?: object, more: object = {}): Promise<T> {
    const sent = body ? { body: JSON.stringify(body) } : {}
    const all = { 'content-type': 'application/json', ...headers, ...more }
    const answer = await fetch(`${server.url}${path}`, { method, headers: all, ...sent })
    return (await answer.json()) as T
  }
  const wallet = createWallet()
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: wallet }
  const create = (more: object = {}) => request<Payment>('POST', '/sandbox/v1/payments', order, more)
  /** The value of a series; null if it does not exist. */
  async function metric(series: string): Promise<number | null> {
    const lines = (await (await fetch(metricsUrl)).text()).split('\n')
    const line = lines.find((one) => one.startsWith(`${series} `))
    return line === undefined ? null : Number(line.slice(series.length + 1))
  }
  return {
    ...{ server, keys, metricsUrl, request, create, metric },
    /** Pays in the next block, and mines until that is final. */
    async complete(payment: Payment): Promise<void> {
      await pay(devnet, payment)
      await mine(devnet.networks.ethereum, 5)
      const path = `/pay/${payment.id.slice(4)}/status`
      await pollUntil(
        () => request<Payment>('GET', path),
        ({ status }) => status === 'completed',
        POLL_MS,
      )
    },
    /** Waits until a series has the wanted value. */
    until: (series: string, wanted: (value: number | null) => boolean): Promise<number | null> =>
      pollUntil(() => metric(series), wanted, POLL_MS),
  }
}
