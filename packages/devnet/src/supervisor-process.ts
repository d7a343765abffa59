import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SupervisorMessage, SupervisorOptions, SupervisorRequest } from './supervisor-options.ts'

export type Supervisor = {
  rpcUrl: string
  fresh: boolean
  pids: { supervisor: number; anvil: number }
  /**
   * Runs `work` between two blocks of the supervisor, which neither mines nor saves meanwhile.
   * @throws errors of `work`, and if the supervisor has ended
   */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** Saves the chain and ends both processes. Resolves when they have ended. */
  stop(): Promise<void>
}

type Ready = Extract<SupervisorMessage, { type: 'ready' }>

/** Longer than the supervisor's slowest save */
const STOP_TIMEOUT_MS = 60_000

/** The sources run unbuilt; built files end in .js. */
const SCRIPT = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './anvil-supervisor.ts' : './anvil-supervisor.js', import.meta.url),
)

/**
 * Starts a supervisor and resolves when its chain answers. `log` receives later problems.
 * @throws with the supervisor's reason if there is no chain
 */
export async function startSupervisor(options: SupervisorOptions, log: (line: string) => void): Promise<Supervisor> {
  // Its own process group: Ctrl-C in a terminal reaches only the server, which then ends the supervisor in order.
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(options)], { detached: true })
  // A supervisor that has already ended cannot receive anything.
  child.stdin.on('error', () => undefined)
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  const started = Promise.withResolvers<Ready>()
  let ready: Ready | undefined
  let failure = ''
  let stopping = false
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as SupervisorMessage
    if (message.type === 'log') log(message.line)
    if (message.type === 'failed') failure = message.reason
    if (message.type === 'held') waiting.get(message.id)?.resolve()
    if (message.type === 'ready') {
      ready = message
      started.resolve(message)
    }
  })
  const ended = watchEnd(child).then((end) => {
    if (ready && end.killed) endAnvil(ready.anvilPid)
    const error = new Error(failure || `The process that keeps the local network ended: ${end.text}`)
    started.reject(error)
    for (const { reject } of waiting.values()) reject(error)
    if (ready && (!stopping || end.failed)) log(`The local network has stopped: ${error.message}`)
  })
  const { rpcUrl, fresh, anvilPid } = await started.promise
  const send = (request: SupervisorRequest) => child.stdin.write(`${JSON.stringify(request)}\n`)
  const hold = async <T>(work: () => Promise<T>): Promise<T> => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The local network has stopped.')
    const id = nextId++
    const held = Promise.withResolvers<void>()
    waiting.set(id, held)
    send({ type: 'hold', id })
    try {
      await held.promise
      return await work()
    } finally {
      waiting.delete(id)
      send({ type: 'release', id })
    }
  }
  const stop = async (): Promise<void> => {
    stopping = true
    child.stdin.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended.finally(() => clearTimeout(timer))
  }
  return { rpcUrl, fresh, pids: { supervisor: child.pid ?? 0, anvil: anvilPid }, hold, stop }
}

let nextId = 1

type End = { text: string; failed: boolean; killed: boolean }

function watchEnd(child: ChildProcess): Promise<End> {
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2_000)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ text: error.message, failed: true, killed: false }))
    child.on('close', (code, signal) => {
      const text = `${signal ?? `exit code ${code}`} ${errors}`.trim()
      resolve({ text, failed: code !== 0, killed: signal !== null })
    })
  })
}

/** A supervisor that was killed could not end its anvil. */
function endAnvil(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
