import { getDecimals, type PublicPayment } from '@crypto-checkout/api-types'
import {
  asksForMoney,
  derivePhase,
  describeFinality,
  describeNotices,
  formatConfirmations,
  formatFiat,
  formatReceived,
  formatTerms,
  getHeadline,
  icons,
  isPaid,
  type Phase,
} from '@crypto-checkout/payer-ui'
import { linkTexts, tillTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import { renderQrSvg } from '../domain/qr.ts'
import { html, type Markup, trustMarkup } from './document.ts'
import { renderReference } from './help.ts'
import { type LinkPageInput, renderAmountField, renderLinkFrame, renderLinkHead } from './link-page.ts'

/** A till without scripts looks again so often. */
const REFRESH_SECONDS = 3
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'] as const

/** Renders the till, where a cashier enters an amount: a field, and with a script large digits. */
export function renderTill(input: LinkPageInput): string {
  const { link, texts, path, refused } = input
  const words = tillTexts[texts.language]
  const { failed } = linkTexts[texts.language]
  return renderLinkFrame(
    input,
    html`${renderLinkHead(input, null)}
<h1 class="title subject" id="link-title"><bdi>${link.title}</bdi></h1>
<form class="entry till" method="post" action="${path}" data-locale="${texts.locale}" data-decimals="${getDecimals(link.currency)}">
${link.amount === null ? [renderAmountField(input), keys(words.erase)] : price(input)}
${refused?.failure === 'other' && html`<p class="refused" role="alert">${failed({ merchant: link.merchantName })}</p>`}
<p class="actions"><button class="primary" type="submit">${words.show}</button></p>
</form>`,
    script(input),
  )
}

function keys(erase: string): Markup {
  const key = (name: string) => html`<button type="button" data-key="${name}">${name}</button>`
  return html`<div class="keys" dir="ltr" hidden>${KEYS.map(key)}<button type="button" data-key="back" aria-label="${erase}">⌫</button></div>`
}

function price({ link, texts }: Pick<LinkPageInput, 'link' | 'texts'>): Markup {
  return figure(link.amount ?? 0, link.currency, texts.locale)
}

function figure(amount: number, currency: string, locale: string): Markup {
  return html`<p class="figure" data-size="short"><bdi dir="ltr" translate="no"><span class="digits">${formatFiat(amount, currency, locale)}</span></bdi></p>`
}

type TillPaymentInput = Omit<LinkPageInput, 'refused' | 'url'> & {
  readonly payment: PublicPayment
  /** The payment's page, which the payer scans. */
  readonly url: string
  readonly now: number
}

/** A payment of the till: its code, and "paid" in large letters as soon as the full amount was seen. */
export function renderTillPayment(input: TillPaymentInput): string {
  const { payment, texts, path, base, now } = input
  const phase = derivePhase(payment, now)
  const isOpen = asksForMoney(phase)
  const source = `${base}/pay/${payment.id.slice('pay_'.length)}/status`
  return renderLinkFrame(
    input,
    html`${renderLinkHead(input, null)}
<div class="till" data-phase="${phase}" data-source="${source}" data-shown="${describeShown(payment)}">
${figure(payment.amount, payment.currency, texts.locale)}
${isOpen ? code(input, phase) : outcome(input, phase)}
</div>
${notices(input, phase)}
<p class="actions"><a class="${isOpen ? 'secondary' : 'primary'}" href="${path}">${tillTexts[texts.language].next}</a></p>
${renderReference(payment.id, texts)}`,
    html`${script(input)}
<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`,
  )
}

/** Describes the state that the script compares with the status: the page is loaded again if it has changed. */
function describeShown({ status, amountReceived, confirmations }: PublicPayment): string {
  return [status, amountReceived, confirmations?.seen ?? ''].join(' ')
}

function code({ payment, texts, url, now }: TillPaymentInput, phase: Phase): Markup {
  const { scan } = linkTexts[texts.language]
  return html`<h1 class="title" id="link-title">${texts.titles[getHeadline(payment, phase, now)]}</h1>
${phase === 'remainder' && html`<p class="received">${formatReceived(payment, formatTerms(payment, phase, texts), texts)}</p>`}
<figure class="poster">${trustMarkup(renderQrSvg(url, url))}<figcaption>${scan}</figcaption></figure>`
}

function outcome({ payment, texts, now }: TillPaymentInput, phase: Phase): Markup {
  const title = isPaid(phase) ? tillTexts[texts.language].paid : texts.titles[getHeadline(payment, phase, now)]
  return html`<div class="outcome"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[phase]}"/></svg>
<h1 class="title${isPaid(phase) && ' paid'}" id="link-title">${title}</h1>
${describeProgress(payment, phase, now, texts).map((words) => html`<p class="detail">${words}</p>`)}</div>`
}

/** Describes the finality of the money, in words. */
function describeProgress(payment: PublicPayment, phase: Phase, now: number, texts: LinkPageInput['texts']): string[] {
  if (phase === 'completed') return [texts.transactionStatus.final]
  if (phase !== 'seen') return []
  const { seen, required } = payment.confirmations ?? { seen: 0, required: 0 }
  const words = required > 0 ? formatConfirmations(Math.min(seen, required), required, texts) : null
  return [words, describeFinality(payment, now, texts)].filter((one) => one !== null)
}

function notices({ payment, texts, now }: TillPaymentInput, phase: Phase): Markup | null {
  const terms = formatTerms(payment, phase, texts)
  const told = describeNotices(payment, phase, { terms, texts, nowMs: now })
  if (told.length === 0) return null
  return html`<ul class="notices">${told.map(({ kind, words }) => html`<li class="notice" data-kind="${kind}">${words}</li>`)}</ul>`
}

/** For users who may not take payments for the merchant. */
export function renderClosedTill(input: Omit<LinkPageInput, 'refused'>): string {
  const { link, texts, base } = input
  const words = tillTexts[texts.language]
  return renderLinkFrame(
    input,
    html`${renderLinkHead(input, null)}
<div class="outcome"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons.cancelled}"/></svg>
<h1 class="title" id="link-title"><bdi>${link.title}</bdi></h1>
<p class="detail">${words.closed({ merchant: link.merchantName })}</p></div>
<p class="actions"><a class="primary" href="${base}/dashboard/">${words.signIn}</a></p>`,
  )
}

function script({ base }: Pick<LinkPageInput, 'base'>): Markup {
  return html`<script type="module" src="${base}/checkout-till.js"></script>`
}
