import type { PublicPayment } from '@crypto-checkout/api-types'
import { sampleLink } from '@crypto-checkout/payer-ui/testing'
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
  /** The answer with which methods an account could pay. */
  funds: object
  /** The answer to a choice of a method, and the choices. */
  takeMethod: Answer
  choices: unknown[]
  /** The answer about a payment link, and how often it was read. */
  readLink: Answer
  linkReads: number
  /** The answer to a payment by the link, and what was submitted. */
  takePayment: Answer
  madeWith: unknown[]
  /** The answers to a request for a text to sign, and to its signature. */
  askClaim: Answer
  takeProof: Answer
  /** Claims that were submitted to both of them. */
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
    takeMethod: () => Response.json(samplePayment()),
    choices: [],
    funds: { methods: [] },
    readLink: () => Response.json(sampleLink()),
    linkReads: 0,
    takePayment: () =>
      Response.json({ ...samplePayment(), url: new URL('/pay/1', location.href).href }, { status: 201 }),
    madeWith: [],
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
    if (/\/l\/\w+\/status$/.test(url)) {
      server.linkReads += 1
      return server.readLink()
    }
    const from = /\/authorization\?from=(.*)/.exec(url)?.[1]
    if (from) return server.toSign(from)
    const answerPost = findPostAnswer(server, url)
    if (answerPost) return answerPost(JSON.parse(String(init?.body)))
    if (url.endsWith('/transactions')) server.reports.push(JSON.parse(String(init?.body)))
    else requests.push({ url, etag: new Headers(init?.headers).get('if-none-match') })
    return answer()
  }
  return server
}

/** Finds the function that records and answers a posted body, by the end of the address. */
function findPostAnswer(server: TestServer, url: string) {
  const record = (bodies: unknown[], answer: Answer) => (body: unknown) => {
    bodies.push(body)
    return answer()
  }
  if (url.endsWith('/authorizations')) return record(server.signed, server.takeSigned)
  if (url.endsWith('/funds')) return () => Response.json(server.funds)
  if (url.endsWith('/payments')) return record(server.madeWith, server.takePayment)
  if (url.endsWith('/method')) return record(server.choices, server.takeMethod)
  if (url.endsWith('/claims/challenge')) return record(server.claims, server.askClaim)
  return url.endsWith('/claims/prove') ? record(server.claims, server.takeProof) : null
}
