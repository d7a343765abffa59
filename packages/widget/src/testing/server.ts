import type { PublicPayment } from '../wire.ts'
import { samplePayment } from './sample-payment.ts'

type Answer = () => Response | Promise<Response>

/** Stands in for the network: answers what it was told last, and notes who asked with which tag. */
export type TestServer = {
  say(answer: Answer): void
  pay(change?: Partial<PublicPayment>, etag?: string): void
  requests: { url: string; etag: string | null }[]
  stop(): void
}

/** `offMs` is how far the server's clock is from the browser's. */
export function startServer(offMs = 0): TestServer {
  const real = globalThis.fetch
  let answer: Answer = () => new Response('', { status: 500 })
  const requests: TestServer['requests'] = []
  globalThis.fetch = async (input, init) => {
    requests.push({ url: String(input), etag: new Headers(init?.headers).get('if-none-match') })
    return answer()
  }
  return {
    requests,
    say: (next) => {
      answer = next
    },
    pay: (change = {}, etag) => {
      const created = Date.now() + offMs
      const terms = samplePayment(change, created)
      answer = () => {
        const payment = { ...terms, serverTime: new Date(Date.now() + offMs).toISOString() }
        return Response.json(payment, etag ? { headers: { etag } } : {})
      }
    },
    stop: () => {
      globalThis.fetch = real
    },
  }
}
