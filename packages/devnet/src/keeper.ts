/**
 * A process of its own that owns anvil, so that anvil never outlives the server: standard input is a pipe from the
 * server, and when that closes, because the server stopped, crashed or was killed, the keeper saves the chain, ends
 * anvil and exits. Exits with 1 and a last message where anvil could not be kept.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Anvil, startAnvil } from './anvil.ts'
import { deploy } from './deploy.ts'
import { occupyFolder, recordOccupant } from './folder.ts'
import type { KeeperMessage, KeeperOptions } from './keeper-options.ts'
import { type Chain, mineWhenDue } from './mining.ts'
import { restoreState } from './restore.ts'
import { headOf, newsSince, saveState } from './state.ts'

/** How often a keeper that does not mine looks after the chain */
const REST_MS = 1_000
/** So many failures in a row are taken for the end */
const FAILURES_ALLOWED = 5

function say(message: KeeperMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

function log(line: string): void {
  say({ type: 'log', line })
}

async function keep(options: KeeperOptions, released: AbortSignal): Promise<void> {
  const { dir } = options
  const folder = dir === undefined ? undefined : await occupyFolder(dir, options.lockTimeoutMs, released)
  const { anvil, fresh } = await openChain(dir, folder?.port ?? 0)
  try {
    if (dir !== undefined) await recordOccupant(dir, anvil)
    say({ type: 'ready', rpcUrl: anvil.rpcUrl, anvilPid: anvil.pid, fresh })
    const reason = await Promise.race([anvil.ended, lookAfter(anvil, options, released)])
    if (reason !== undefined) throw new Error(reason)
    if (dir !== undefined) await saveState(dir, anvil.rpcUrl)
  } finally {
    await anvil.stop()
    folder?.leave()
  }
}

async function openChain(dir: string | undefined, port: number): Promise<{ anvil: Anvil; fresh: boolean }> {
  const restored = dir === undefined ? undefined : await restoreState(dir, port, log)
  if (restored) return { anvil: restored, fresh: false }
  const anvil = await startAnvil(port)
  try {
    await deploy(anvil.rpcUrl)
    if (dir !== undefined) await saveState(dir, anvil.rpcUrl)
    return { anvil, fresh: true }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

/** Mines and saves until the server is gone. */
async function lookAfter(anvil: Anvil, options: KeeperOptions, released: AbortSignal): Promise<undefined> {
  const stepMs = options.pace.blockTimeMs || REST_MS
  const save = await saver(anvil.rpcUrl, options)
  let chain: Chain = { lastBlockAt: performance.now(), lastTransactionAt: performance.now(), waiting: false }
  let failures = 0
  for (let next = performance.now() + stepMs; !released.aborted; next = Math.max(next + stepMs, performance.now())) {
    await sleep(next - performance.now(), undefined, { signal: released }).catch(() => undefined)
    if (released.aborted) break
    try {
      if (options.pace.blockTimeMs > 0) chain = await mineWhenDue(anvil.rpcUrl, chain, options.pace)
      await save()
      failures = 0
    } catch (error) {
      // A full disk or a machine that slept must not end the chain.
      if (++failures > FAILURES_ALLOWED) throw error
      log(`The local network could not be looked after: ${reasonOf(error)}`)
    }
  }
  return undefined
}

/** Answers what saves the chain when it is time and there is something new. */
async function saver(rpcUrl: string, { dir, saveEveryMs }: KeeperOptions): Promise<() => Promise<void>> {
  if (dir === undefined) return async () => undefined
  let seen = await headOf(rpcUrl)
  let dueAt = performance.now() + saveEveryMs
  return async () => {
    if (performance.now() < dueAt) return
    dueAt = performance.now() + saveEveryMs
    const { news, head } = await newsSince(rpcUrl, seen)
    seen = news ? await saveState(dir, rpcUrl) : head
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const release = new AbortController()
for (const event of ['end', 'close', 'error']) process.stdin.on(event, () => release.abort())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => release.abort())
// Nobody listens any more when the server is gone.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
process.stdin.resume()

try {
  await keep(JSON.parse(process.argv[2] ?? '{}') as KeeperOptions, release.signal)
  process.exit(0)
} catch (error) {
  say({ type: 'failed', reason: reasonOf(error) })
  process.exit(1)
}
