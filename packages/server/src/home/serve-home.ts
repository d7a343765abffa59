/** Serves the home page of a sandbox on local networks, to requests of this machine alone. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Checkout, CheckoutError, hashForPolicy } from '@crypto-checkout/core'
import { homeCss } from './home.css.ts'
import { type HomeFacts, renderHomePage } from './home-page.ts'
import { homeScript } from './home-script.ts'

const SHOWN = 8
/** More than its form has. */
const MOST_BYTES = 1_024

export type ServeHome = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** `isFromHere`: whether a request comes from this machine and was addressed to it. False for requests that are not for the page. */
export function createHome(
  checkout: Pick<Checkout, 'sandbox'>,
  facts: HomeFacts,
  isFromHere: (request: IncomingMessage) => boolean,
): ServeHome {
  const { payments, events } = checkout.sandbox

  async function show(response: ServerResponse, method: string | undefined, problem: string | null = null) {
    const query = { limit: SHOWN, qrCode: false }
    const [shown, happened] = await Promise.all([payments.list(query), events.list(query)])
    const body = renderHomePage(facts, { payments: shown.data, events: happened.data }, problem)
    response.writeHead(problem === null ? 200 : 400, { ...headers, 'content-length': Buffer.byteLength(body) })
    response.end(method === 'HEAD' ? undefined : body)
  }

  async function create(request: IncomingMessage, response: ServerResponse) {
    try {
      const { url } = await payments.create(readTerms(await readForm(request), facts))
      // Below the name by which this page was opened: its policy allows no other.
      response.writeHead(303, { location: new URL(url).pathname, 'cache-control': 'no-store' }).end()
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error
      await show(response, request.method, error.message)
    }
  }

  return async (request, response) => {
    const [path] = (request.url ?? '').split('?', 1)
    if (path !== '/' || !isFromHere(request)) return false
    if (request.method === 'GET' || request.method === 'HEAD') await show(response, request.method)
    else if (request.method === 'POST' && isOwnForm(request)) await create(request, response)
    else return false
    return true
  }
}

function readTerms(
  form: URLSearchParams,
  { wallets }: HomeFacts,
): Parameters<Checkout['sandbox']['payments']['create']>[0] {
  const network = form.get('network') ?? ''
  const amount = (form.get('amount') ?? '').trim().replace(',', '.')
  return { amount, currency: 'USD', cryptocurrency: 'USDC', network, merchantWallet: wallets[network] ?? '' }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (!(length <= MOST_BYTES)) throw new CheckoutError('body_too_large', 'The form is too large.')
  return new URLSearchParams(await text(request))
}

/**
 * Tells whether the page itself has sent the form: `Sec-Fetch-Site` cannot be set by scripts, and browsers without it
 * send `Origin`.
 */
function isOwnForm({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === `http://${headers.host}` : site === 'same-origin'
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${hashForPolicy(homeScript)}`,
    `style-src ${hashForPolicy(homeCss)}`,
    'img-src data:',
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Not `no-referrer`: the form would then be sent with `Origin: null`.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}
