import type { PublicPayment } from '../wire.ts'
import { samplePayment } from './sample-payment.ts'

type Answer = () => Response | Promise<Response>

/** Stands in for the network: answers what it was told last, and notes who asked with which tag. */
export type TestServer = {
  say(answer: Answer): void
  pay(change?: Partial<PublicPayment>, etag?: string): void
  requests: { url: string; etag: string | null }[]
  /** What it says about paying with a wallet; null when it does not answer. */
  wallets: object | null
  /** What it was told that wallets have sent. */
  reports: unknown[]
  stop(): void
}

const polygon = {
  id: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: ['https://rpc.example.com'],
  explorerUrl: 'https://polygonscan.com',
}

/** `offMs` is how far the server's clock is from the browser's. */
export function startServer(offMs = 0): TestServer {
  const real = globalThis.fetch
  let answer: Answer = () => new Response('', { status: 500 })
  const requests: TestServer['requests'] = []
  const server: TestServer = {
    requests,
    wallets: { chain: polygon, walletConnectProjectId: null },
    reports: [],
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
  globalThis.fetch = async (input, init) => {
    const url = String(input)
    if (url.endsWith('/wallet')) {
      return server.wallets === null ? new Response('', { status: 500 }) : Response.json(server.wallets)
    }
    if (url.endsWith('/transactions')) server.reports.push(JSON.parse(String(init?.body)))
    else requests.push({ url, etag: new Headers(init?.headers).get('if-none-match') })
    return answer()
  }
  return server
}
