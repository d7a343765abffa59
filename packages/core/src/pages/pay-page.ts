import type { PublicPayment } from '@crypto-checkout/api-types'
import {
  asksForMoney,
  type Colour,
  type Phase,
  phaseOf,
  type Terms,
  type Texts,
  termsOf,
} from '@crypto-checkout/payer-ui'
import { paymentCard } from './card.ts'
import { document, testBanner } from './document.ts'
import { html } from './html.ts'
import { testPanel } from './test-panel.ts'

const REFRESH_SECONDS = 10

export type PayPageInput = {
  payment: PublicPayment
  /** Mount prefix of all addresses: `''` or `'/checkout'`. */
  base: string
  texts: Texts
  /** The scenarios that test mode offers as buttons; null outside local networks. */
  testScenarios: readonly string[] | null
  /** The end of the buttons' addresses: `''` or `'?lang=de'`. */
  query: string
  /** The server's clock, Unix milliseconds. */
  now: number
  /** The merchant's colour. Default: the checkout's own. */
  accent?: Colour | null
}

/**
 * The hosted payment page as a complete HTML document. Payers can pay without JavaScript. With it, the element replaces
 * the fallback. Send it with `pageHeaders`.
 */
export function renderPayPage({
  payment,
  base,
  texts,
  testScenarios,
  query,
  now,
  accent = null,
}: PayPageInput): string {
  const phase = phaseOf(payment, now)
  const title = pageTitle(phase, texts, termsOf(payment, phase, texts))
  const path = `${base}/pay/${encodeURIComponent(payment.id.replace(/^pay_/, ''))}`
  const ended = phase === 'completed' || phase === 'cancelled'
  const head = html`<script type="module" src="${base}/crypto-checkout.js"></script>
<script type="module" src="${base}/crypto-checkout-page.js"></script>
${!ended && html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`}`
  const body = html`${!payment.livemode && testBanner(texts)}
<main>
<h1 class="quiet">${title}</h1>
<crypto-checkout src="${path}" snapshot="${JSON.stringify(payment)}">
${paymentCard(payment, texts, now)}
</crypto-checkout>
</main>
${testScenarios && testPanel(path, query, testScenarios)}`
  return document({ base, texts, title, accent, head, body })
}

function pageTitle(phase: Phase, texts: Texts, terms: Terms): string {
  return asksForMoney(phase) ? texts.heading(terms) : `${texts.titles[phase]} · ${terms.merchant}`
}
