/** What the standalone server holds while nothing happens, with a thousand and with a million open payments. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { RawNode } from './raw-node.ts'
import { benchOptions } from './setup.ts'

const IDLE_MS = 10_000
const MAIN = join(import.meta.dirname, '../../packages/server/src/main.ts')

export async function benchMemory(databases: readonly (readonly [payments: number, path: string])[]): Promise<void> {
  const { url, close } = await emptyChain()
  console.log('\n| idle memory of the server (RSS) | MB |\n|---|---|')
  for (const [payments, path] of databases) {
    const child = await startServer(path, url)
    const ended = once(child, 'exit')
    try {
      await sleep(IDLE_MS)
      console.log(`| ${payments} open payments | ${residentMb(child)} |`)
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  }
  await close()
}

/** The real server in a process of its own; resolves once it listens. */
async function startServer(path: string, rpcUrl: string): Promise<ChildProcess> {
  const folder = dirname(path)
  const file = `${path}.config.json`
  writeFileSync(file, JSON.stringify({ ...benchOptions(path, rpcUrl) }))
  const args = [MAIN, 'start', '--port', '0', '--config', file, '--data', folder]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('listening')) return child
  throw new Error('the server ended')
}

function residentMb(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
}

/** A node over HTTP whose chain has a block every two seconds and no transfers. */
async function emptyChain() {
  const node = new RawNode(Date.now() - 40 * 86_400_000)
  const timer = setInterval(() => node.mine(Date.now(), []), 2_000)
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const asked = JSON.parse(text) as { id: number; method: string; params: unknown[] }
    const answer = await node.rpc(asked.method, asked.params).then(
      (result) => ({ result }),
      () => ({ error: { code: -32_601, message: `there is no ${asked.method}` } }),
    )
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...answer }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}
