/**
 * A separate process that owns anvil, so that anvil never outlives the server. Its standard input is a pipe from the
 * server. When the pipe closes, because the server stopped, crashed or was killed, the supervisor saves the chain, ends
 * anvil and exits. It exits with 1 and a last message if anvil could not be kept running.
 */
import { createInterface } from 'node:readline'
import { createQueue, lockDataDir, repeat } from '@crypto-checkout/stellar-devnet/runtime'
import { type Anvil, startAnvil } from './anvil.ts'
import { deploy } from './deploy.ts'
import { type AnvilHolder, endLeftoverAnvil } from './leftover-anvil.ts'
import { createMaintenance } from './maintenance.ts'
import { mineWaiting } from './mining.ts'
import { restoreState } from './restore.ts'
import { saveState } from './state.ts'
import type { SupervisorMessage, SupervisorOptions, SupervisorRequest } from './supervisor-options.ts'

const requests = createInterface({ input: process.stdin })
const release = new AbortController()
requests.on('close', () => release.abort())
process.stdin.on('error', () => release.abort())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => release.abort())
// Nobody is listening once the server is gone.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

try {
  await superviseAnvil(JSON.parse(process.argv[2] ?? '{}') as SupervisorOptions, release.signal)
  process.exit(0)
} catch (error) {
  send({ type: 'failed', reason: describeError(error) })
  process.exit(1)
}

async function superviseAnvil(options: SupervisorOptions, released: AbortSignal): Promise<void> {
  const { dir } = options
  const folder = dir === undefined ? undefined : await lockDataDir<AnvilHolder>(dir, options.lockTimeoutMs, released)
  if (folder?.last) await endLeftoverAnvil(folder.last)
  const { anvil, fresh } = await openChain(options, folder?.last?.port ?? 0)
  const { rpcUrl, pid, ended } = anvil
  const exclusive = createQueue()
  try {
    await folder?.record({ pid: process.pid, anvilPid: pid, anvilFolder: anvil.folder, port: anvil.port })
    const step = await createMaintenance(rpcUrl, options)
    const handle = createHoldHandler(exclusive, released)
    requests.on('line', (line) => handle(JSON.parse(line) as SupervisorRequest))
    send({ type: 'ready', rpcUrl, anvilPid: pid, fresh })
    const maintained = repeat(() => exclusive(step), options.pace.blockTimeMs, released, log)
    const reason = await Promise.race([ended, maintained])
    if (reason !== undefined) throw new Error(reason)
    if (dir !== undefined) await exclusive(() => saveLast(dir, rpcUrl, options))
  } finally {
    await anvil.stop()
    folder?.unlock()
  }
}

async function saveLast(dir: string, rpcUrl: string, { pace }: SupervisorOptions): Promise<void> {
  if (pace.blockTimeMs > 0) await mineWaiting(rpcUrl)
  await saveState(dir, rpcUrl)
}

async function openChain(options: SupervisorOptions, port: number): Promise<{ anvil: Anvil; fresh: boolean }> {
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
function createHoldHandler(
  exclusive: ReturnType<typeof createQueue>,
  released: AbortSignal,
): (request: SupervisorRequest) => void {
  const holds = new Map<number, PromiseWithResolvers<void>>()
  released.addEventListener('abort', () => holds.forEach((hold) => void hold.resolve()))
  return ({ type, id }) => {
    const hold = holds.get(id) ?? Promise.withResolvers<void>()
    if (type === 'release' || released.aborted) return hold.resolve()
    holds.set(id, hold)
    exclusive(async () => {
      send({ type: 'held', id })
      await hold.promise
      holds.delete(id)
    })
  }
}

function send(message: SupervisorMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

function log(line: string): void {
  send({ type: 'log', line })
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
