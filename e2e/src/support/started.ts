/** Servers as their operators start them: their configuration, keys and answers. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder, type startServer } from './harness.ts'

export type Started = Awaited<ReturnType<typeof startServer>>

/** Makes a folder with a configuration whose node does not answer. */
export function configure(changes: object = {}): { cwd: string } {
  const cwd = createTemporaryFolder()
  const coins = { USDC: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 } }
  const ethereum = { rpcUrls: ['http://127.0.0.1:2'], chainId: 31_337, coins }
  const config = { sandbox: { networks: { ethereum } }, ...changes }
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(config))
  return { cwd }
}

/** The headers of a request with the sandbox keys that the server has printed. */
export function readKeys(server: Started): Record<string, string> {
  const [publicKey = ''] = /pk_test_\S+/.exec(server.stdout) ?? []
  const [secretKey = ''] = /sk_test_\S+/.exec(server.stdout) ?? []
  return { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey, 'content-type': 'application/json' }
}

/** Reads a URL. The body is parsed if it is JSON. */
export async function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  const json = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: json ? JSON.parse(text) : text }
}
