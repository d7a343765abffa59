import { createQueue, lockDataDir, repeat } from '@crypto-checkout/stellar-devnet/runtime'
import { type Anvil, startAnvil } from './anvil.ts'
import { deploy } from './deploy.ts'
import { type AnvilHolder, endLeftoverAnvil } from './leftover-anvil.ts'
import { createMaintenance } from './maintenance.ts'
import { mineWaiting } from './mining.ts'
import { restoreState } from './restore.ts'
import { saveState } from './state.ts'
import type { ChainMessage, ChainOptions, ChainRequest } from './supervisor-options.ts'

/** The supervisor's end of one chain's messages and requests */
export type ChainPipe = {
  send(message: ChainMessage): void
  /** Passes every request to `handle` from now on. */
  receive(handle: (request: ChainRequest) => void): void
}

/**
 * Runs one chain, from the lock of its folder until it is released. Then the chain is saved and its anvil ended. Never
 * throws: if the chain cannot be kept running, `failed` says why, once its anvil has ended and its folder is unlocked.
 */
export async function superviseChain(options: ChainOptions, pipe: ChainPipe, released: AbortSignal): Promise<void> {
  try {
    await runLocked(options, pipe, released)
  } catch (error) {
    pipe.send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
}

async function runLocked(options: ChainOptions, pipe: ChainPipe, released: AbortSignal): Promise<void> {
  const { dir } = options
  const folder = dir === undefined ? undefined : await lockDataDir<AnvilHolder>(dir, options.lockTimeoutMs, released)
  try {
    if (folder?.last) await endLeftoverAnvil(folder.last)
    const opened = await openChain(options, options.port ?? folder?.last?.port ?? 0, createLog(pipe))
    const { anvil } = opened
    try {
      await folder?.record({ pid: process.pid, anvilPid: anvil.pid, anvilFolder: anvil.folder, port: anvil.port })
      await runChain(options, opened, pipe, released)
    } finally {
      await anvil.stop()
    }
  } finally {
    folder?.unlock()
  }
}

/** Resolves when the chain is released and saved. Nothing of it runs any more then, or when it throws. */
async function runChain(
  options: ChainOptions,
  { anvil, fresh }: OpenedChain,
  pipe: ChainPipe,
  released: AbortSignal,
): Promise<void> {
  const { dir, pace } = options
  const { rpcUrl, pid, ended } = anvil
  const exclusive = createQueue()
  const end = new AbortController()
  const over = AbortSignal.any([released, end.signal])
  const step = await createMaintenance(rpcUrl, options)
  pipe.receive(createHoldHandler(exclusive, pipe, over))
  pipe.send({ type: 'ready', rpcUrl, anvilPid: pid, fresh })
  const maintained = repeat(() => exclusive(step), pace.blockTimeMs, over, createLog(pipe))
  try {
    const reason = await Promise.race([ended, maintained])
    if (reason !== undefined) throw new Error(reason)
    if (dir !== undefined) await exclusive(() => saveLast(dir, rpcUrl, options))
  } finally {
    end.abort()
    // A step that still saves must not write to a folder that another process may lock by then.
    await maintained.catch(() => undefined)
  }
}

async function saveLast(dir: string, rpcUrl: string, { pace }: ChainOptions): Promise<void> {
  if (pace.blockTimeMs > 0) await mineWaiting(rpcUrl)
  await saveState(dir, rpcUrl)
}

type OpenedChain = { anvil: Anvil; fresh: boolean }

async function openChain(options: ChainOptions, port: number, log: (line: string) => void): Promise<OpenedChain> {
  const { dir } = options
  const restored = dir === undefined ? undefined : await restoreState(dir, options, port, log)
  if (restored) return { anvil: restored, fresh: false }
  const anvil = await startAnvil(options, port)
  try {
    await deploy(anvil.rpcUrl, options.name)
    if (dir !== undefined) await saveState(dir, anvil.rpcUrl)
    return { anvil, fresh: true }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

/** Pauses while the server changes the chain. Nothing holds a chain that is over. */
function createHoldHandler(
  exclusive: ReturnType<typeof createQueue>,
  pipe: ChainPipe,
  over: AbortSignal,
): (request: ChainRequest) => void {
  const holds = new Map<number, PromiseWithResolvers<void>>()
  over.addEventListener('abort', () => holds.forEach((hold) => void hold.resolve()))
  return ({ type, id }) => {
    const hold = holds.get(id) ?? Promise.withResolvers<void>()
    if (type === 'release' || over.aborted) return hold.resolve()
    holds.set(id, hold)
    exclusive(async () => {
      if (over.aborted) return
      pipe.send({ type: 'held', id })
      await hold.promise
      holds.delete(id)
    })
  }
}

function createLog(pipe: ChainPipe): (line: string) => void {
  return (line) => pipe.send({ type: 'log', line })
}
