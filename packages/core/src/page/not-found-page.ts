import type { Texts } from '../payer/texts.ts'
import { document } from './document.ts'
import { html } from './html.ts'

/** The page for an address that belongs to no payment. */
export function renderPaymentNotFoundPage(base: string, texts: Texts): string {
  const title = texts.notFoundTitle
  const body = html`<main>
<section class="card" data-phase="cancelled">
<div class="outcome"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.5 15.5L20 20"/></svg>
<h1 class="title">${title}</h1>
<p class="detail">${texts.failures.not_found}</p></div>
</section>
</main>`
  return document({ base, texts, title, head: null, body })
}
