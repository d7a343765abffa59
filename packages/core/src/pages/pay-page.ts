import type { PublicPayment } from '@crypto-checkout/api-types'
import {
  asksForMoney,
  type Colour,
  derivePhase,
  formatTerms,
  type Phase,
  type Terms,
  type Texts,
} from '@crypto-checkout/payer-ui'
import { renderPaymentCard } from './card.ts'
import { renderDocument, renderTestBanner } from './document.ts'
import { html } from './html.ts'
import { renderTestPanel } from './test-panel.ts'

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
  /** The entry in the form for a transaction; null (the default) shows a link to it. */
  claim?: string | null
  /** Whether the payer's last choice of a method was refused. */
  choiceFailed?: boolean
}

/**
 * The hosted payment page as a complete HTML document. Payers can pay without JavaScript. With it, the element replaces
 * the fallback. Send it with `createPageHeaders`.
 */
export function renderPayPage({
  payment,
  base,
  texts,
  testScenarios,
  query,
  now,
  accent = null,
  claim = null,
  choiceFailed = false,
}: PayPageInput): string {
  const phase = derivePhase(payment, now)
  const title = pageTitle(phase, texts, formatTerms(payment, phase, texts))
  const path = `${base}/pay/${encodeURIComponent(payment.id.replace(/^pay_/, ''))}`
  const stays = phase === 'completed' || phase === 'cancelled' || claim !== null || choiceFailed
  const head = html`<script type="module" src="${base}/crypto-checkout.js"></script>
<script type="module" src="${base}/crypto-checkout-page.js"></script>
${!stays && html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`}`
  const body = html`${!payment.livemode && renderTestBanner(texts)}
<main>
<h1 class="quiet">${title}</h1>
<crypto-checkout src="${path}" snapshot="${JSON.stringify(payment)}">
${renderPaymentCard(payment, texts, now, {
  claim: { path: `${path}/claim${query}`, entry: claim },
  method: { path: `${path}/method${query}`, failed: choiceFailed },
})}
</crypto-checkout>
</main>
${testScenarios && renderTestPanel(path, query, testScenarios)}`
  return renderDocument({ base, texts, title, accent, head, body })
}

function pageTitle(phase: Phase, texts: Texts, terms: Terms): string {
  return asksForMoney(phase) ? texts.heading(terms) : `${texts.titles[phase]} · ${terms.merchant}`
}
