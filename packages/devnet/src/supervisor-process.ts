import { type ChildProcess, spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Chain, type ChainHandle, createChainHandle } from './chain-handle.ts'
import type { NetworkName } from './networks.ts'
import type { SupervisorMessage, SupervisorOptions, SupervisorRequest } from './supervisor-options.ts'

export type Supervisor = {
  pid: number
  /** In the order of the options */
  chains: readonly Chain[]
  /** Saves the chains and ends all processes. Resolves when they have ended. */
  stop(): Promise<void>
}

/** Longer than the supervisor's slowest save */
const STOP_TIMEOUT_MS = 60_000

/** The sources run unbuilt; built files end in .js. */
const SCRIPT = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './anvil-supervisor.ts' : './anvil-supervisor.js', import.meta.url),
)

/**
 * Starts one supervisor for these chains and resolves when each answers. `log` receives later problems of a chain and
 * the reason if it ends, which leaves the others running.
 * @throws with the reason if a chain does not start; none is left running then
 */
export async function startSupervisor(
  options: SupervisorOptions,
  log: (chain: NetworkName, line: string) => void,
): Promise<Supervisor> {
  // Its own process group: Ctrl-C in a terminal reaches only the server, which then ends the supervisor in order.
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(options)], { detached: true, env: createEnvironment() })
  // A supervisor that has already ended cannot receive anything.
  child.stdin.on('error', () => undefined)
  const createHandle = (chain: NetworkName): ChainHandle =>
    createChainHandle(
      chain,
      (request) => child.stdin.write(`${JSON.stringify({ ...request, chain } satisfies SupervisorRequest)}\n`),
      (line) => log(chain, line),
    )
  const handles = new Map(options.map(({ name }) => [name, createHandle(name)]))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as SupervisorMessage
    handles.get(message.chain)?.receive(message)
  })
  let stopping = false
  const ended = watchEnd(child).then(({ text, failed }) => {
    for (const [chain, handle] of handles) {
      const reason = `The process that keeps the local networks ended: ${text}`
      const anvilPid = handle.end(reason)
      if (anvilPid === undefined) continue
      if (failed) endAnvil(anvilPid)
      if (failed || !stopping) log(chain, `The local network has stopped: ${reason}`)
    }
  })
  const stop = async (): Promise<void> => {
    stopping = true
    child.stdin.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended.finally(() => clearTimeout(timer))
  }
  try {
    const chains = await Promise.all([...handles.values()].map(({ started }) => started))
    return { pid: child.pid ?? 0, chains, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** With the compile cache of this process, the supervisor starts faster, and needs no memory to compile its sources. */
function createEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir()
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) }
}

/** `failed`: it may not have ended its anvils. */
type End = { text: string; failed: boolean }

function watchEnd(child: ChildProcess): Promise<End> {
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ text: error.message, failed: true }))
    child.on('close', (code, signal) => {
      resolve({ text: `${signal ?? `exit code ${code}`} ${errors}`.trim(), failed: code !== 0 })
    })
  })
}

/** A supervisor that was killed could not end its anvils. */
function endAnvil(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
