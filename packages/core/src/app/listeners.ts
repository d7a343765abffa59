import type { Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { deliverToListener, ensureCursor, type Handler, type Listener } from '../events/listen.ts'
import { createLeasedWork, type LeasedWork } from '../workers/leased.ts'
import { type Job, type RunningJobs, startJobs } from '../workers/runner.ts'

export type Registration = Pick<Listener, 'name' | 'merchantId' | 'livemode'> & { readonly handler: Handler }

const LISTEN_EVERY_MS = 200

export type Listeners = ReturnType<typeof createListeners>

/**
 * The registered handlers. Those with the same name, merchant and environment share a position and a job. So none moves
 * the position past an event that another has not handled.
 */
export function createListeners(ctx: Context, log: (text: string, error: unknown) => void) {
  const known = new Map<string, { readonly listener: Listener; readonly placed: Promise<unknown> }>()
  const registrations: Promise<void>[] = []
  const running: { readonly jobs: RunningJobs<Job>; readonly work: LeasedWork }[] = []
  const placed: Listener[] = []
  let started = false

  function run(listener: Listener): void {
    const name = `listener ${listener.name}`
    const work = createLeasedWork(ctx, {
      name: `${name} of ${listener.merchantId} ${toEnvironment(listener.livemode)}`,
    })
    const job = work.job({
      name,
      everyMs: LISTEN_EVERY_MS,
      run: () => deliverToListener(work.ctx, listener, (text) => log(name, text)),
    })
    const jobs = startJobs<Job>([...work.keepers, job], { failed: ({ name }, error) => log(name, error) })
    running.push({ jobs, work })
  }

  async function stop({ jobs, work }: (typeof running)[number]): Promise<void> {
    await jobs.stop()
    await work.release()
  }

  async function register({ name, merchantId, livemode, handler }: Registration): Promise<void> {
    const key = JSON.stringify([name, merchantId, livemode])
    const existing = known.get(key)
    if (existing) {
      existing.listener.handlers.push(handler)
      await existing.placed
      return
    }
    const listener: Listener = { name, merchantId, livemode, handlers: [handler], handled: new Set() }
    const placing = ensureCursor(ctx, listener)
    known.set(key, { listener, placed: placing })
    await placing
    placed.push(listener)
    if (started) run(listener)
  }

  return {
    add(registration: Promise<Registration>): void {
      const registered = registration.then(register)
      registrations.push(registered)
      registered.catch((error: unknown) => {
        if (started) log('a listener could not be registered', error)
      })
    },
    /** Throws when a handler could not be registered. */
    async start(): Promise<() => Promise<void>> {
      await Promise.all(registrations)
      started = true
      for (const listener of placed) run(listener)
      return async () => {
        started = false
        await Promise.all(running.splice(0).map(stop))
      }
    },
  }
}
