import { type ChildProcess, fork } from 'node:child_process'
import type { Task, WorkerMessage } from './worker.ts'

type Options = {
  /** Per seed. */
  readonly steps: number
  readonly workers: number
  /** The name of a planted bug. Default: none. */
  readonly bug?: string
}

/** Simulates seeds in separate processes. `hear` receives each outcome, and returns whether to go on. */
export async function runSeeds(
  seeds: readonly number[],
  { steps, workers, bug }: Options,
  onMessage: (message: WorkerMessage) => boolean,
): Promise<WorkerMessage[]> {
  const left = [...seeds]
  const outcomes: WorkerMessage[] = []

  function runOne(): Promise<void> {
    const env = { ...process.env, ...(bug ? { SIMULATION_BUG: bug } : {}) }
    const worker = fork(new URL('./worker.ts', import.meta.url), { env, serialization: 'advanced' })
    return new Promise((resolve, reject) => {
      worker.on('message', (message: WorkerMessage | 'ready') => {
        if (message !== 'ready') {
          outcomes.push(message)
          if (!onMessage(message)) left.length = 0
        }
        next(worker)
      })
      worker.on('error', reject)
      worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))))
    })
  }

  function next(worker: ChildProcess): void {
    const seed = left.shift()
    if (seed === undefined) worker.disconnect()
    else worker.send({ seed, steps } satisfies Task)
  }

  await Promise.all(Array.from({ length: Math.min(workers, seeds.length) }, runOne))
  return outcomes
}
