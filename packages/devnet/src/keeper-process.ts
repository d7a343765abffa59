import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { KeeperMessage, KeeperOptions } from './keeper-options.ts'

export type Keeper = {
  rpcUrl: string
  fresh: boolean
  /** The process of the keeper, and that of anvil */
  pids: { keeper: number; anvil: number }
  /** Saves the chain and ends both processes; resolves when they are gone. */
  stop(): Promise<void>
}

type Ready = Extract<KeeperMessage, { type: 'ready' }>

/** Longer than the keeper's slowest save */
const STOP_TIMEOUT_MS = 60_000

/** The sources run as they are; what was built has the ending of JavaScript. */
const SCRIPT = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './keeper.ts' : './keeper.js', import.meta.url))

/**
 * Starts a keeper and resolves when its chain answers. `log` hears what goes wrong afterwards.
 * @throws with the keeper's reason where there is no chain
 */
export async function startKeeper(options: KeeperOptions, log: (line: string) => void): Promise<Keeper> {
  // Its own process group: Ctrl-C in a terminal reaches the server only, which then ends the keeper in order.
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(options)], { detached: true })
  // A keeper that is gone already cannot be told to go.
  child.stdin.on('error', () => undefined)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000)
  })
  let stopping = false
  let ready: Ready | undefined
  let reason = ''
  const answered = Promise.withResolvers<Ready>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as KeeperMessage
    if (message.type === 'log') log(message.line)
    if (message.type === 'failed') reason = message.reason
    if (message.type === 'ready') {
      ready = message
      answered.resolve(message)
    }
  })
  const ended = endOf(child).then((how) => {
    if (ready && how.killed) endAnvil(ready.anvilPid)
    const why = reason || `The process that keeps the local network ended (${how.text}). ${errors}`.trim()
    answered.reject(new Error(why))
    if (ready && (!stopping || how.failed)) log(`The local network has stopped: ${why}`)
  })
  const { rpcUrl, fresh, anvilPid } = await answered.promise
  const stop = async (): Promise<void> => {
    stopping = true
    child.stdin.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended.finally(() => clearTimeout(timer))
  }
  return { rpcUrl, fresh, pids: { keeper: child.pid ?? 0, anvil: anvilPid }, stop }
}

type End = { text: string; failed: boolean; killed: boolean }

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ text: error.message, failed: true, killed: false }))
    child.on('close', (code, signal) =>
      resolve({ text: signal ?? `exit code ${code}`, failed: code !== 0, killed: signal !== null }),
    )
  })
}

/** A keeper that was killed could not end its anvil. */
function endAnvil(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
