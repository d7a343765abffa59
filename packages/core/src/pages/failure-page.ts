import { icons, type Texts } from '@crypto-checkout/payer-ui'
import { renderDocument } from './document.ts'
import { html, type Markup } from './html.ts'

const MAGNIFIER = 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.5 15.5L20 20'

/** The page for an address without a payment. */
export function renderPaymentNotFoundPage(base: string, texts: Texts): string {
  const title = texts.notFoundTitle
  return renderDocument({ base, texts, title, head: null, body: card(MAGNIFIER, title, texts.failures.not_found) })
}

/** The page for a visitor with too many requests. It retries by itself; `href` is the payment's page. */
export function renderTooManyRequestsPage(base: string, texts: Texts, href: string, seconds: number): string {
  const title = texts.failureTitle
  const head = html`<meta http-equiv="refresh" content="${seconds}; url=${href}">`
  const retry = html`<p class="actions"><a class="primary" href="${href}">${texts.retry}</a></p>`
  return renderDocument({
    base,
    texts,
    title,
    head,
    body: card(icons.awaiting, title, texts.failures.rate_limited, retry),
  })
}

function card(icon: string, title: string, detail: string, actions: Markup | null = null): Markup {
  return html`<main>
<section class="card" data-phase="cancelled">
<div class="outcome"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>
<h1 class="title">${title}</h1>
<p class="detail">${detail}</p></div>
${actions}
</section>
</main>`
}
