import type { PublicPayment } from '@crypto-checkout/api-types'
import { samplePayment } from './sample-payment.ts'

type Answer = () => Response | Promise<Response>

/** Stands in for the network: returns the answer that was set last, and records requests with their tags. */
export type TestServer = {
  say(answer: Answer): void
  pay(change?: Partial<PublicPayment>, etag?: string): void
  requests: { url: string; etag: string | null }[]
  /** The answer about wallet payments; null if it does not answer. */
  wallets: object | null
  /** The reported wallet transactions. */
  reports: unknown[]
  /** The answer to a request for data to sign, by account. */
  toSign: (from: string) => Response | Promise<Response>
  /** The answer to a signed payment. */
  takeSigned: Answer
  /** The answers to a request for a text to sign, and to its signature. */
  askClaim: Answer
  takeProof: Answer
  /** What was submitted to both of them. */
  claims: unknown[]
  /** The signed payments that were submitted. */
  signed: unknown[]
  stop(): void
}

const polygon = {
  id: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: ['https://rpc.example.com'],
  explorerUrl: 'https://polygonscan.com',
}

/** The data that an account signs to pay the sample payment (EIP-712, EIP-3009); the server decides its types. */
export function createTypedData(from: string, message: object = {}, domain: object = {}): object {
  const { paymentUri, address: to, expiresAt } = samplePayment()
  const [, verifyingContract, value] = /^ethereum:(.*)@.*&uint256=(.*)$/.exec(paymentUri) ?? []
  const validBefore = String(Math.floor(Date.parse(expiresAt) / 1000) - 60)
  return {
    domain: { name: 'USD Coin', version: '2', chainId: '0x89', verifyingContract, ...domain },
    types: {},
    primaryType: 'TransferWithAuthorization',
    message: { from, to, value, validAfter: '0', validBefore, nonce: `0x${'11'.repeat(32)}`, ...message },
  }
}

/** `offMs` is the offset of the server's clock from the browser's. */
export function startServer(offMs = 0): TestServer {
  const real = globalThis.fetch
  let answer: Answer = () => new Response('', { status: 500 })
  const requests: TestServer['requests'] = []
  const server: TestServer = {
    requests,
    wallets: { chain: polygon, walletConnectProjectId: null, gasless: null },
    reports: [],
    toSign: (from) => Response.json(createTypedData(from)),
    takeSigned: () => Response.json({ object: 'authorization', status: 'pending' }),
    signed: [],
    askClaim: () => Response.json({ object: 'claim_challenge', message: 'I sent this.' }),
    takeProof: () => Response.json(samplePayment()),
    claims: [],
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
    const from = /\/authorization\?from=(.*)/.exec(url)?.[1]
    if (from) return server.toSign(from)
    if (url.endsWith('/authorizations')) {
      server.signed.push(JSON.parse(String(init?.body)))
      return server.takeSigned()
    }
    if (/\/claims\/(challenge|prove)$/.test(url)) return answerClaim(server, url, init)
    if (url.endsWith('/transactions')) server.reports.push(JSON.parse(String(init?.body)))
    else requests.push({ url, etag: new Headers(init?.headers).get('if-none-match') })
    return answer()
  }
  return server
}

function answerClaim(server: TestServer, url: string, init?: RequestInit): Response | Promise<Response> {
  server.claims.push(JSON.parse(String(init?.body)))
  return url.endsWith('/challenge') ? server.askClaim() : server.takeProof()
}
