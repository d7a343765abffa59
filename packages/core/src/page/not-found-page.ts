import { document } from './document.ts'
import { html } from './html.ts'

/** The page for an address that belongs to no payment. */
export function renderPaymentNotFoundPage(base: string): string {
  const body = html`<main>
<section class="card" data-phase="cancelled">
<div class="outcome"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.5 15.5L20 20"/></svg>
<h1 class="title">Payment not found</h1>
<p class="detail">There is no payment at this address. Please check the link, or ask the merchant for a new one, and do not send anything.</p></div>
</section>
</main>`
  return document(base, 'Payment not found', null, body)
}
