/** The page that verifies receipts in the browser: one document with its style, its script and the keys, for saving. */
import type { ReceiptKeys } from '@crypto-checkout/api-types'
import { replaceLightDark, schemeCss, type Texts } from '@crypto-checkout/payer-ui'
import { verifierTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import type { Context } from '../context/context.ts'
import { type ApiRequest, type ApiResponse, type Asset, getHeader, isReading } from '../http/exchange.ts'
import { formatIssuer } from '../receipts/addresses.ts'
import { listReceiptKeys } from '../receipts/keys.ts'
import { html, trustMarkup } from './document.ts'
import { minifyCss } from './page.css.ts'
import { refuseMany } from './public-endpoint.ts'
import { hashForPolicy } from './serve-files.ts'
import { detectReader, type VisitLimits } from './visit.ts'

const SCRIPT = 'checkout-verify.js'

/** Serves the page at `/receipts/verify`; null for other paths, and without the built script. */
export function createVerifierSite(ctx: Context, assets: readonly Asset[], limits: VisitLimits) {
  const asset = assets.find(({ name }) => name === SCRIPT)
  const script = asset && Buffer.from(asset.body).toString()
  return async (request: ApiRequest): Promise<ApiResponse | null> => {
    if (script === undefined || request.path !== '/receipts/verify' || !isReading(request)) return null
    const wait = limits(request.address, '')
    if (wait > 0) return refuseMany(ctx, wait)
    const [production, sandbox] = await Promise.all([listReceiptKeys(ctx.db, true), listReceiptKeys(ctx.db, false)])
    const policy = createPolicy(script)
    const { texts } = detectReader(request.query, getHeader(request, 'accept-language'))
    const page = { issuer: formatIssuer(ctx, true), at: new Date(ctx.now()).toISOString(), script, policy, texts }
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
      'cache-control': 'no-cache',
      vary: 'Accept-Language',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    }
    return {
      status: 200,
      headers,
      body: renderPage(page, { production, sandbox }),
      trace: { route: '/receipts/verify' },
    }
  }
}

/** The page reaches nobody, saved copies included: it has the policy in itself too. */
function createPolicy(script: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashForPolicy(script)}`,
    `style-src ${hashForPolicy(css)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const css = minifyCss(
  replaceLightDark(`:root { color-scheme: light dark; ${schemeCss.light} }
@media (prefers-color-scheme: dark) { :root { ${schemeCss.dark} } }
body {
  box-sizing: border-box; max-inline-size: 44rem; margin: 0 auto; padding: 1.5rem 1rem 3rem;
  background: light-dark(#f1f3f8, #0d0f13); color: light-dark(#12161f, #f1f3f7);
  font: 400 0.9375rem/1.5 system-ui, sans-serif;
}
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; }
h2 { margin: 1.5rem 0 0.25rem; font-size: 1rem; }
p { margin: 0.5rem 0; }
label { display: block; margin-block: 1rem 0.25rem; font-weight: 600; }
textarea {
  box-sizing: border-box; inline-size: 100%; padding: 0.5rem 0.75rem; resize: vertical; overflow-wrap: anywhere;
  border: 1px solid light-dark(#8a93a5, #6a7383); border-radius: 10px;
  background: light-dark(#ffffff, #16191f); color: inherit; font: 400 0.8125rem/1.4 ui-monospace, monospace;
}
:focus-visible { outline: 2px solid light-dark(#1f4fd8, #8fb2ff); outline-offset: 2px; }
summary { margin-block-start: 1rem; cursor: pointer; }
#result { margin-block-start: 1.25rem; padding: 1rem 1.25rem; border: 2px solid; border-radius: 14px; background: light-dark(#ffffff, #16191f); }
#result[hidden] { display: none; }
#result[data-verdict='right'] { border-color: light-dark(#11724a, #4fd39a); }
#result[data-verdict='test'] { border-color: light-dark(#9a5b00, #ffc46b); }
#result[data-verdict='wrong'], #result[data-verdict='unable'] { border-color: light-dark(#b3261e, #ff8a80); }
#verdict { margin: 0; font-size: 1.125rem; font-weight: 650; }
[data-verdict='right'] #verdict { color: light-dark(#11724a, #4fd39a); }
[data-verdict='test'] #verdict { color: light-dark(#9a5b00, #ffc46b); }
[data-verdict='wrong'] #verdict, [data-verdict='unable'] #verdict { color: light-dark(#b3261e, #ff8a80); }
[data-verdict='right'] #verdict::before { content: '✓ '; }
[data-verdict='wrong'] #verdict::before { content: '✗ '; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0.75rem 0 0; }
dt { color: light-dark(#545d6f, #a4adbd); }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) { dl { display: block; } dd { margin-block-end: 0.5rem; } }`),
)

type Page = Readonly<Record<'issuer' | 'at' | 'script' | 'policy', string>> & {
  readonly texts: Pick<Texts, 'language' | 'direction'>
}

function renderPage(page: Page, sets: Record<'production' | 'sandbox', ReceiptKeys>): string {
  const { issuer, at, script, policy, texts } = page
  const words = verifierTexts[texts.language]
  const embedded = { production: sets.production.keys, sandbox: sets.sandbox.keys, texts: words.script }
  // In a script, this character could end it.
  const json = JSON.stringify(embedded).replaceAll('<', '\\u003c')
  const markup = html`${trustMarkup('<!doctype html>')}
<html lang="${texts.language}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${words.title}</title>
<style>${trustMarkup(css)}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p>${words.intro}</p>
<label for="receipt">${words.receipt}</label>
<textarea id="receipt" rows="6" maxlength="32768" autocomplete="off" autocapitalize="off" spellcheck="false" dir="ltr"></textarea>
<label for="file">${words.file}</label>
<input id="file" type="file" accept=".jwt,.json,.txt">
<section id="result" role="status" hidden>
<p id="verdict"></p>
<dl id="claims"></dl>
<div id="meaning"><h2>${words.proves}</h2>
<p>${words.meaning}</p></div>
</section>
<noscript><p>${words.needsScript}</p></noscript>
<h2>${words.trustTitle}</h2>
<p>${words.trust({ issuer, at })}</p>
<details><summary>${words.otherKeys}</summary>
<label for="keys">${words.keys}</label>
<textarea id="keys" rows="4" maxlength="65536" autocomplete="off" autocapitalize="off" spellcheck="false" dir="ltr"></textarea>
</details>
</main>
<script type="application/json" id="embedded">${trustMarkup(json)}</script>
<script type="module">${trustMarkup(script)}</script>
</body>
</html>
`
  return markup.text
}
