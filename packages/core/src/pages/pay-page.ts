import type { PublicPayment } from '@crypto-checkout/api-types'
import {
  asksForMoney,
  type Colour,
  derivePhase,
  formatTerms,
  getHeadline,
  LANGUAGES,
  languageNames,
  type Phase,
  type Texts,
} from '@crypto-checkout/payer-ui'
import { checkTexts, receiptTexts, testPanelTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import { renderPaymentCard } from './card.ts'
import { html, type Markup, quoteJson, renderDocument, renderTestBanner } from './document.ts'

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
  /** True if the payer's last choice of a method was refused. */
  choiceFailed?: boolean
  /** True if the payment has a signed receipt once it is completed: payments of earlier releases have none. */
  hasReceipt?: boolean
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
  hasReceipt = true,
}: PayPageInput): string {
  const phase = derivePhase(payment, now)
  const title = formatTitle(payment, phase, texts, now)
  const path = `${base}/pay/${encodeURIComponent(payment.id.replace(/^pay_/, ''))}`
  const isDone = phase === 'completed' || phase === 'cancelled'
  const stays = isDone || claim !== null || choiceFailed
  const head = html`<script type="module" src="${base}/checkout-page.js"></script>
${!stays && html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`}`
  const receipt = hasReceipt ? `${path}/receipt${query}` : null
  const body = html`${!payment.livemode && renderTestBanner(texts)}
<main>
<h1 class="quiet">${title}</h1>
<crypto-checkout src="${path}" snapshot=${quoteJson(payment)}>
${renderPaymentCard(payment, texts, now, {
  claim: { path: `${path}/claim${query}`, entry: claim },
  method: { path: `${path}/method${query}`, failed: choiceFailed },
  papers: { receipt },
})}
<p slot="completed" class="actions" hidden><button id="print" type="button">${texts.print}</button>${receipt !== null && html`<a class="receipt-link" href="${receipt}">${receiptTexts[texts.language].title}</a>`}</p>
</crypto-checkout>
${!isDone && html`<p class="check"><a href="${path}${query}">${checkTexts[texts.language]}</a></p>`}
</main>
${renderLanguageChoice(path, texts)}
${testScenarios && renderTestPanel(path, query, testScenarios, texts)}`
  const forms = claim !== null || choiceFailed || testScenarios !== null
  const preview = { site: payment.merchantName, description: payment.description }
  return renderDocument({ base, texts, title, accent, preview, forms, head, body })
}

function formatTitle(payment: PublicPayment, phase: Phase, texts: Texts, now: number): string {
  const terms = formatTerms(payment, phase, texts)
  return asksForMoney(phase)
    ? texts.heading(terms)
    : `${texts.titles[getHeadline(payment, phase, now)]} · ${terms.merchant}`
}

/** The page in each other language. */
function renderLanguageChoice(path: string, { language, languageLabel }: Texts): Markup {
  const link = (one: (typeof LANGUAGES)[number]) =>
    html`<a href="${path}?lang=${one}" lang="${one}"${one === language && html` aria-current="true"`}>${languageNames[one]}</a>`
  return html`<nav class="languages" aria-label="${languageLabel}"><details><summary>${languageNames[language]}</summary><p>${LANGUAGES.map(link)}</p></details></nav>`
}

const LABELS: Readonly<Record<string, string>> = {
  exact: 'Pay now (test)',
  duplicate: 'Pay twice',
  underpaid: 'Pay too little',
  overpaid: 'Pay too much',
  wrong_token: 'Pay with another coin',
  no_memo: 'Pay without the memo',
  reorg: 'Simulate a reorg',
  expire: 'Let it expire',
}

/**
 * The buttons of test mode: plain forms, so that they work without JavaScript. They appear only on local networks, and the
 * heading says in the reader's language that they are for developers. The scenarios have their English names.
 */
function renderTestPanel(
  paymentPath: string,
  query: string,
  scenarios: readonly string[],
  { language }: Pick<Texts, 'language'>,
): Markup | null {
  if (scenarios.length === 0) return null
  const { title, detail } = testPanelTexts[language]
  return html`<section class="test" aria-labelledby="test-title">
<h2 id="test-title">${title}</h2>
<p>${detail}</p>
<div class="scenarios" lang="en" dir="ltr">${scenarios.map((scenario) => button(paymentPath, query, scenario))}</div>
<p id="test-report" lang="en" dir="ltr" role="status"></p>
</section>`
}

function button(paymentPath: string, query: string, scenario: string): Markup {
  const action = `${paymentPath}/test/${encodeURIComponent(scenario)}${query}`
  return html`<form method="post" action="${action}"><button type="submit">${LABELS[scenario] ?? scenario.replaceAll('_', ' ')}</button></form>
`
}
