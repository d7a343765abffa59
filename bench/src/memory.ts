/** Memory of an idle standalone server, with a thousand and with a million open payments. */
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
    const server = await startServer(dirname(path), benchOptions(path, url))
    try {
      await sleep(IDLE_MS)
      const { rss } = await server.probe()
      console.log(`| ${payments} open payments | ${Math.round(rss / 2 ** 20)} |`)
    } finally {
      await server.stop()
    }
  }
  clearInterval(timer)
  close()
}
