/**
 * Behaviour of runtimes other than Node, as observed in Deno 2.9, Bun 1.4 and Cloudflare's workerd of November 2026.
 * The requests go to a real checkout; only the error that `fetch` throws is the other runtime's.
 */
import { afterEach, expect, test, vi } from 'vitest'
import { openCheckout } from './testing/checkout-server.ts'

afterEach(() => vi.unstubAllGlobals())

const real = fetch

/** Cloudflare Workers and browsers reject `fetch` called as a method of another object. */
function strictFetch(this: unknown, ...args: Parameters<typeof fetch>) {
  if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation')
  return real(...args)
}

test.each(['global', 'given'])('a %s fetch that insists on its this is called as a function', async (which) => {
  const { client } = await openCheckout()
  if (which === 'global') vi.stubGlobal('fetch', strictFetch)
  const { payments } = client(which === 'given' ? { fetch: strictFetch, retries: 0 } : { retries: 0 })
  expect(await payments.list()).toMatchObject({ totalCount: 0 })
})

const denoError = (text: string) =>
  new TypeError('fetch failed', { cause: new Error(`error sending request for url (https://x): ${text}`) })
const bunError = (code: string, text: string) => Object.assign(new TypeError(`${code}: ${text}`), { code })

const failures = [
  [
    'Deno: a refused connection',
    denoError('client error (Connect): tcp connect error: Connection refused (os error 111)'),
    'unreachable',
  ],
  [
    'Deno: an unknown host',
    denoError('client error (Connect): dns error: failed to lookup address information'),
    'unreachable',
  ],
  ['Deno: a handshake that is cut', denoError('client error (Connect): tls handshake eof'), 'unreachable'],
  [
    'Deno: a wrong certificate',
    denoError('client error (Connect): invalid peer certificate: UnknownIssuer'),
    'insecure',
  ],
  [
    'Deno: plain http behind https',
    denoError('client error (Connect): received corrupt message of type InvalidContentType'),
    'insecure',
  ],
  [
    'Deno: a request that is cut',
    denoError('client error (SendRequest): connection closed before message completed'),
    'interrupted',
  ],
  ['Bun: a refused connection', bunError('ECONNREFUSED', 'Unable to connect.'), 'unreachable'],
  ['Bun: an unknown host', bunError('ENOTFOUND', 'getaddrinfo ENOTFOUND'), 'unreachable'],
  ['Bun: a wrong certificate', bunError('DEPTH_ZERO_SELF_SIGNED_CERT', 'self signed certificate'), 'insecure'],
  [
    'Bun: plain http behind https',
    bunError('EPROTO', 'The TLS handshake failed. Does the server speak TLS?'),
    'insecure',
  ],
  [
    'Bun: a request that is cut',
    bunError('ECONNRESET', 'The socket connection was closed unexpectedly.'),
    'interrupted',
  ],
  ['a protocol error within a connection', bunError('EPROTO', 'write EPROTO'), 'interrupted'],
  ['workerd: any failure', new Error('Network connection lost.'), 'interrupted'],
] as const

test.each(failures)('%s is told for what it is, and sent again only where nothing was sent', async (_, error, code) => {
  const { client, seen } = await openCheckout()
  let tries = 0
  const failing: typeof fetch = async () => {
    tries += 1
    throw error
  }
  const { webhooks } = client({ fetch: failing, retries: 1 })
  const failure = await webhooks.delete('wh_1').catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'ConnectionError', code, cause: error })
  expect([tries, seen]).toEqual([code === 'unreachable' ? 2 : 1, []])
})
