import type { PublicPayment, Refund } from '@crypto-checkout/api-types'
import { type Colour, formatAmount, formatFiat, formatSum, icons, type Texts } from '@crypto-checkout/payer-ui'
import { receiptTexts, refundTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import type { NetworkLook } from '../domain/catalog/networks.ts'
import { MAX_QR_BYTES, renderQrSvg } from '../domain/qr.ts'
import { renderPaymentCard } from './card.ts'
import { renderNetwork } from './card-parts.ts'
import { html, type Markup, renderDocument, renderTestBanner, trustMarkup } from './document.ts'

type Receipt = {
  /** The compact JWS. */
  readonly receipt: string
  /** The receipt's own address. */
  readonly url: string
  /** The page that verifies receipts. */
  readonly verifierUrl: string
  /** Keeps an explicit choice of the language: `?lang=de`. */
  readonly query: string
}

type Page = Receipt & {
  readonly payment: PublicPayment
  readonly accent: Colour | null
  /** Mount prefix of all addresses: `''` or `'/checkout'`. */
  readonly base: string
  readonly texts: Texts
  readonly now: number
}

/** The receipt of a payment to print, as a complete HTML document: what its page shows, and the code. It has no script. */
export function renderReceiptPage(page: Page): string {
  const { payment, texts, now } = page
  const noForms = { claim: { path: '', entry: null }, method: { path: '', failed: false }, papers: null }
  return renderFrame(page, 'payment', renderPaymentCard(payment, texts, now, noForms))
}

/** The same of a refund. */
export function renderRefundReceiptPage(
  page: Page & { readonly refund: Refund; readonly network: NetworkLook },
): string {
  const { payment, refund, network, texts } = page
  const { title } = refundTexts[texts.language].addressPage
  const { labels, locale } = texts
  const rows = [
    [labels.amount, formatSum(refund.cryptoAmount, refund.cryptocurrency, locale)],
    [labels.price, formatFiat(refund.amount, refund.currency, locale)],
    [labels.network, network.title],
    [labels.merchant, refund.destination],
    [labels.transactions, refund.transaction?.hash],
    [labels.reference, refund.paymentId],
  ] as const
  const card = html`<section class="card" data-phase="completed" aria-labelledby="refund-title">
<header class="head"><p class="merchant"><bdi>${payment.merchantName}</bdi></p>${renderNetwork(network)}</header>
<div class="outcome"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons.completed}"/></svg>
<h2 class="title" id="refund-title">${title}</h2>
<p class="figure" data-size="long"><bdi dir="ltr" translate="no"><span class="digits">${formatAmount(refund.cryptoAmount, locale)}</span> <span class="coin">${refund.cryptocurrency}</span></bdi></p></div>
<dl class="receipt">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd class="whole"><bdi dir="ltr" translate="no">${value}</bdi></dd></div>`)}</dl>
<p class="reference">${labels.reference} <code dir="ltr" translate="no">${refund.id}</code></p>
</section>`
  return renderFrame(page, 'refund', card)
}

function renderFrame(page: Page, kind: 'payment' | 'refund', card: Markup): string {
  const { payment, base, texts, accent } = page
  const { title } = receiptTexts[texts.language]
  const body = html`${!payment.livemode && renderTestBanner(texts)}
<main>
<h1 class="quiet">${title} · ${payment.merchantName}</h1>
${card}
${renderProof(page, kind)}
</main>`
  return renderDocument({
    base,
    texts,
    title: `${title} · ${payment.merchantName}`,
    accent,
    forms: true,
    head: null,
    body,
  })
}

/**
 * Renders the proof of a receipt: a code that opens it in the page that verifies. The receipt is in the address's
 * fragment, which browsers do not send. If it is too long for a code, the code leads to its page.
 */
function renderProof({ receipt, url, verifierUrl, query, texts }: Page, kind: 'payment' | 'refund'): Markup {
  const words = receiptTexts[texts.language]
  const check = `${verifierUrl}#${receipt}`
  const content = check.length > MAX_QR_BYTES ? url : check
  return html`<section class="card proof">
<figure class="poster">${trustMarkup(renderQrSvg(content, words.scan, 'L'))}<figcaption>${words.scan}<br><bdi dir="ltr" translate="no">${url}</bdi></figcaption></figure>
<p class="explain">${words.note[kind]}</p>
<p class="ways"><a class="secondary" href="${verifierUrl}${query}#${receipt}">${words.check}</a><a class="secondary" href="${url}.jwt" download>${words.save}</a></p>
</section>`
}
