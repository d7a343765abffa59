/** The home page of a sandbox on local networks: what this is, its keys, and what happens in it. */
import { printPrice } from '@crypto-checkout/api-types'
import { type Event, FAVICON, html, type Markup, type Payment, trustMarkup } from '@crypto-checkout/core'
import { homeCss } from './home.css.ts'
import { homeScript } from './home-script.ts'

/** Facts of the page, while the server runs. */
export type HomeFacts = {
  readonly publicUrl: string
  readonly keys: { readonly publicKey: string; readonly secretKey: string }
  /** Wallets that payments of the button go to, by network. */
  readonly wallets: Readonly<Record<string, string>>
  /** The address of the dashboard at which passkeys work; null if there is none. */
  readonly dashboard: string | null
  /** True if there is a reference of the API. */
  readonly docs: boolean
}

/** Recent payments and events, the newest first. */
export type Activity = { readonly payments: readonly Payment[]; readonly events: readonly Event[] }

/** `problem`: why no payment was made. */
export function renderHomePage(facts: HomeFacts, activity: Activity, problem: string | null = null): string {
  const page = html`${trustMarkup('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Crypto Checkout: sandbox</title>
<link rel="icon" href="${FAVICON}">
<style>${trustMarkup(homeCss)}</style>
</head>
<body>
<main>
<header><h1>Crypto Checkout</h1>
<p>This is your sandbox, on this machine. It runs on local copies of Stellar, Ethereum and Polygon, so no payment costs anything.</p></header>
${renderLinks(facts)}
${renderForm(facts, problem)}
${renderPayments(activity.payments)}
${renderEvents(activity.events)}
${renderKeys(facts)}
</main>
<script>${trustMarkup(homeScript)}</script>
</body>
</html>
`
  return page.text
}

function renderLinks({ dashboard, docs }: HomeFacts): Markup {
  return html`<nav aria-label="Where to go">${docs && html`<a href="/docs">API reference</a>`}
${dashboard !== null && html`<a href="${dashboard}">Dashboard</a>`}
<a href="/openapi.json">OpenAPI document</a></nav>`
}

function renderForm({ wallets }: HomeFacts, problem: string | null): Markup {
  const options = Object.keys(wallets).map(
    (network) => html`<option value="${network}">${network.replace(/^./, (first) => first.toUpperCase())}</option>`,
  )
  return html`<section aria-labelledby="create"><h2 id="create">Create a payment</h2>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/">
<label>Price in US dollars <input name="amount" inputmode="decimal" value="25.00" required maxlength="12" autocomplete="off"></label>
<label>USDC on <select name="network">${options}</select></label>
<button>Create a payment</button>
</form>
<p class="hint">Its page opens. Pay it there, in the test panel for developers.</p></section>`
}

function renderPayments(payments: readonly Payment[]): Markup {
  const rows = payments.map(
    (
      payment,
    ) => html`<li><a href="${payment.url}">${printPrice(payment.amount, payment.currency)} ${payment.currency}</a>
<span class="status" data-status="${payment.status}">${payment.status.replaceAll('_', ' ')}</span>
<span class="detail">${payment.cryptoAmount} ${payment.cryptocurrency} on ${payment.network}</span>
${renderTime(payment.createdAt)}</li>
`,
  )
  return html`<section aria-labelledby="payments-title"><h2 id="payments-title">Last payments</h2>
<ul id="payments" class="list">${rows.length > 0 ? rows : html`<li class="none">There is none yet.</li>`}</ul></section>`
}

function renderEvents(events: readonly Event[]): Markup {
  const rows = events.map(
    ({ type, sequence, createdAt, data }) => html`<li><code>${type}</code> <span class="detail">${data.object.id}</span>
<span class="number">number ${sequence}</span> ${renderTime(createdAt)}</li>
`,
  )
  return html`<section aria-labelledby="events-title"><h2 id="events-title">Last events</h2>
<p class="hint" id="live">Load this page again to see what has happened since.</p>
<ul id="events" class="list">${rows.length > 0 ? rows : html`<li class="none">There is none yet.</li>`}</ul></section>`
}

function renderTime(at: string): Markup {
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)} UTC</time>`
}

function renderKeys({ publicUrl, keys, wallets }: HomeFacts): Markup {
  const [network = 'ethereum', wallet = ''] = Object.entries(wallets)[0] ?? []
  const body = `{"amount": 49.90, "currency": "EUR", "cryptocurrency": "USDC", "network": "${network}",
       "merchantWallet": "${wallet}"}`
  return html`<section aria-labelledby="keys"><h2 id="keys">Call the API</h2>
<dl><dt>Address</dt><dd><code>${publicUrl}/sandbox/v1</code></dd>
<dt>Public key</dt><dd><code>${keys.publicKey}</code></dd>
<dt>Secret key</dt><dd><code>${keys.secretKey}</code></dd></dl>
<pre tabindex="0"><code>curl ${publicUrl}/sandbox/v1/payments \\
  -H 'Authorization: Bearer ${keys.publicKey}' \\
  -H 'X-Api-Secret: ${keys.secretKey}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'</code></pre>
<p class="hint">These keys work in this sandbox only. Only requests from this machine get this page.</p></section>`
}
