/** A process that simulates the seeds that it receives, one after another. */
import type { Outcome } from './simulate.ts'

export type Task = { readonly seed: number; readonly steps: number }
/** An outcome in the form that processes exchange. */
export type WorkerMessage = Omit<Outcome, 'violation'> & {
  readonly violation: { readonly invariant: string; readonly message: string } | null
}

const bug = process.env.SIMULATION_BUG
if (bug) {
  const { plant } = await import('./plant.ts')
  plant(bug)
}
// Loaded after the bug is planted.
const { simulate } = await import('./simulate.ts')

process.on('message', ({ seed, steps }: Task) => {
  void simulate(seed, steps).then(({ violation, ...outcome }) => {
    const message = violation && { invariant: violation.invariant, message: violation.message }
    process.send?.({ ...outcome, violation: message } satisfies WorkerMessage)
  })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
