import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { CheckoutConfig } from '@crypto-checkout/core'
import type { Probed } from './server-probe.ts'

/** BENCH_SERVER replaces the sources: as installed, the server is compiled, so Node does not strip types. */
const MAIN = process.env.BENCH_SERVER ?? join(import.meta.dirname, '../../packages/server/src/main.ts')
const PROBE = join(import.meta.dirname, 'server-probe.ts')
/** Only ends with its parent. A file in TypeScript would add 11 MB to the server, for Node's stripping of types. */
const NO_PROBE = `data:text/javascript,process.on('disconnect',()=>process.exit());process.channel.unref()`

/** Runs the standalone server in its own process; resolves once it listens. `probe` needs a server that is probed. */
export async function startServer(folder: string, config: CheckoutConfig, { probed = true } = {}) {
  const file = join(folder, 'bench.config.json')
  writeFileSync(file, JSON.stringify(config))
  const args = ['--import', probed ? PROBE : NO_PROBE, MAIN, 'start', '--port', '0', '--config', file, '--data', folder]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  if (!child.stdout) throw new Error('the server says nothing')
  const lines = createInterface({ input: child.stdout })
  const said: string[] = []
  lines.on('line', (line) => said.push(line))
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => line.startsWith('listening on ') && resolve(line.slice('listening on '.length)))
    void ended.then(() => reject(new Error('the server ended')))
  })
  return {
    url,
    /** Returns the text that the pattern's group matches in a line that the server has printed before it listened. */
    readLine(pattern: RegExp): string {
      const found = said.map((line) => pattern.exec(line)?.[1]).find((group) => group !== undefined)
      if (found === undefined) throw new Error(`the server has not said ${pattern}`)
      return found
    },
    /** Memory held now (RSS), in bytes, as the system tells it. */
    readRss: () => 1_024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])),
    /** CPU time used so far and memory held now; `collect`: after a garbage collection. */
    async probe(wish: 'look' | 'collect' = 'look'): Promise<Probed> {
      child.send(wish)
      const [probed] = await once(child, 'message')
      return probed as Probed
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await ended
    },
  }
}
