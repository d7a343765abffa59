import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

type Asked = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}
type Answer = { readonly status: number; readonly body: string }

/** More connections than a server's process may have open files would be cut off. */
const MAX_CONNECTIONS = 256

/** Sends requests over keep-alive connections. A request waits if no connection is free. */
export function openClient(base: string, common: Readonly<Record<string, string>>) {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })

  function ask(wanted: Asked): Promise<Answer> {
    const { method, path, body = '', headers = {} } = wanted
    return new Promise((resolve, reject) => {
      const sent = request(`${base}${path}`, { method, agent, headers: { ...common, ...headers } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
        })
      })
      // The server closed an idle connection just as it was reused.
      sent.on('error', (error) => (sent.reusedSocket ? resolve(ask(wanted)) : reject(error)))
      sent.end(body)
    })
  }

  return { ask, close: () => agent.destroy() }
}

/** A request: the time when it was due, as `performance.now()` gives it, and how long it took. */
export type Timed = { readonly due: number; readonly ms: number }

type OpenLoad = {
  readonly perSecond: number
  readonly seconds: number
  /** Sends the n-th request. Returns a callback to run once its time is measured. */
  ask(n: number): Promise<() => void>
}

/**
 * Open load: requests are sent whether or not earlier ones were answered, as from independent users. Each time counts
 * from when the request was due, so waiting to be sent counts as well.
 */
export async function runOpenLoad({ perSecond, seconds, ask }: OpenLoad): Promise<Timed[]> {
  const times = Float64Array.from({ length: perSecond * seconds }, () => Math.random() * seconds * 1_000).sort()
  const startedAt = performance.now()
  const took: Promise<Timed>[] = []
  for (const [n, time] of times.entries()) {
    const due = startedAt + time
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    took.push(
      ask(n).then((use) => {
        const ms = performance.now() - due
        use()
        return { due, ms }
      }),
    )
  }
  return Promise.all(took)
}
