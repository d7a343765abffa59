import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

type Asked = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}
type Answer = { readonly status: number; readonly body: string }

/** More than a server's process may have open files for at once would be cut off. */
const MAX_CONNECTIONS = 256

/** Asks over connections that are kept; who finds none free waits. */
export function openClient(base: string, common: Readonly<Record<string, string>>) {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS })

  function ask(asked: Asked): Promise<Answer> {
    const { method, path, body = '', headers = {} } = asked
    return new Promise((resolve, reject) => {
      const sent = request(`${base}${path}`, { method, agent, headers: { ...common, ...headers } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
        })
      })
      // The server has closed a connection that idled, in the moment in which it was used again.
      sent.on('error', (error) => (sent.reusedSocket ? resolve(ask(asked)) : reject(error)))
      sent.end(body)
    })
  }

  return { ask, close: () => agent.destroy() }
}

/** When a request was to be sent, as `performance.now()` gives it, and how long it took. */
export type Timed = { readonly due: number; readonly ms: number }

type OpenLoad = {
  readonly perSecond: number
  readonly seconds: number
  /** Sends the n-th request, and answers what is to be done once the time it took is known. */
  ask(n: number): Promise<() => void>
}

/**
 * Requests that come whether or not earlier ones were answered, as from people who know nothing of each other. Answers the
 * milliseconds that each took, from when it was to be sent: who had to wait to be sent has waited, too.
 */
export async function runOpenLoad({ perSecond, seconds, ask }: OpenLoad): Promise<Timed[]> {
  const times = Float64Array.from({ length: perSecond * seconds }, () => Math.random() * seconds * 1_000).sort()
  const begun = performance.now()
  const took: Promise<Timed>[] = []
  for (const [n, time] of times.entries()) {
    const due = begun + time
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
