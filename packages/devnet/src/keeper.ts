/**
 * A separate process that owns anvil, so that anvil never outlives the server. Its standard input is a pipe from the
 * server. When the pipe closes, because the server stopped, crashed or was killed, the keeper saves the chain, ends
 * anvil and exits. It exits with 1 and a last message if anvil could not be kept running.
 */
import { createInterface } from 'node:readline'
import { createQueue, repeat } from '@crypto-checkout/stellar-devnet/runtime'
import { type Anvil, startAnvil } from './anvil.ts'
import { caretaking } from './caretaker.ts'
import { deploy } from './deploy.ts'
import { occupyFolder, recordOccupant } from './folder.ts'
import type { KeeperMessage, KeeperOptions, KeeperRequest } from './keeper-options.ts'
import { mineWaiting } from './mining.ts'
import { restoreState } from './restore.ts'
import { saveState } from './state.ts'

const requests = createInterface({ input: process.stdin })
const release = new AbortController()
requests.on('close', () => release.abort())
process.stdin.on('error', () => release.abort())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => release.abort())
// Nobody is listening once the server is gone.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

try {
  await keep(JSON.parse(process.argv[2] ?? '{}') as KeeperOptions, release.signal)
  process.exit(0)
} catch (error) {
  say({ type: 'failed', reason: reasonOf(error) })
  process.exit(1)
}

async function keep(options: KeeperOptions, released: AbortSignal): Promise<void> {
  const { dir } = options
  const folder = dir === undefined ? undefined : await occupyFolder(dir, options.lockTimeoutMs, released)
  const { anvil, fresh } = await openChain(options, folder?.port ?? 0)
  const { rpcUrl, pid, ended } = anvil
  const exclusive = createQueue()
  try {
    if (dir !== undefined) await recordOccupant(dir, anvil)
    const step = await caretaking(rpcUrl, options)
    const obey = holding(exclusive, released)
    requests.on('line', (line) => obey(JSON.parse(line) as KeeperRequest))
    say({ type: 'ready', rpcUrl, anvilPid: pid, fresh })
    const care = repeat(() => exclusive(step), options.pace.blockTimeMs, released, log)
    const reason = await Promise.race([ended, care])
    if (reason !== undefined) throw new Error(reason)
    if (dir !== undefined) await exclusive(() => saveLast(dir, rpcUrl, options))
  } finally {
    await anvil.stop()
    folder?.leave()
  }
}

async function saveLast(dir: string, rpcUrl: string, { pace }: KeeperOptions): Promise<void> {
  if (pace.blockTimeMs > 0) await mineWaiting(rpcUrl)
  await saveState(dir, rpcUrl)
}

async function openChain(options: KeeperOptions, port: number): Promise<{ anvil: Anvil; fresh: boolean }> {
  const { dir } = options
  const restored = dir === undefined ? undefined : await restoreState(dir, options, port, log)
  if (restored) return { anvil: restored, fresh: false }
  const anvil = await startAnvil(options, port)
  try {
    await deploy(anvil.rpcUrl)
    if (dir !== undefined) await saveState(dir, anvil.rpcUrl)
    return { anvil, fresh: true }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

/** Pauses while the server changes the chain. A server that has ended holds nothing. */
function holding(exclusive: ReturnType<typeof createQueue>, released: AbortSignal): (request: KeeperRequest) => void {
  const holds = new Map<number, PromiseWithResolvers<void>>()
  released.addEventListener('abort', () => holds.forEach((hold) => void hold.resolve()))
  return ({ type, id }) => {
    const hold = holds.get(id) ?? Promise.withResolvers<void>()
    if (type === 'release' || released.aborted) return hold.resolve()
    holds.set(id, hold)
    exclusive(async () => {
      say({ type: 'held', id })
      await hold.promise
      holds.delete(id)
    })
  }
}

function say(message: KeeperMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

function log(line: string): void {
  say({ type: 'log', line })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
