import type { Refund, SignAction } from '@crypto-checkout/api-types'
import { type Colour, formatAmount, formatFiat, type Texts, trimZeros } from '@crypto-checkout/payer-ui'
import { refundTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import type { Network } from '../chains/network.ts'
import { renderQrSvg } from '../domain/qr.ts'
import { renderNetwork } from './card-parts.ts'
import { html, type Markup, renderDocument, renderTestBanner, trustMarkup } from './document.ts'
import { renderReference } from './help.ts'
import { refundPhases, renderRefundOutcome } from './refund-address-page.ts'

/** A refund for a merchant's wallet to sign. */
export type SignPageInput = {
  refund: Refund
  network: Pick<Network, 'look' | 'walletChain'>
  /** The wallet that has the money, display form. */
  from: string
  /** The coin's contract, and its decimals. */
  token: { readonly address: string; readonly decimals: number }
  rawAmount: bigint
  /** Part of the payment's money has not reached the wallet yet. */
  isUnswept: boolean
  livemode: boolean
  merchant: string
  /** Mount prefix of all addresses: `''` or `'/checkout'`. */
  base: string
  texts: Texts
  accent: Colour | null
}

/**
 * The page on which a merchant's wallet signs a refund, as a complete HTML document. Without its script it says what to
 * send.
 */
export function renderSignPage(input: SignPageInput): string {
  const { refund, network, livemode, merchant, base, texts, accent } = input
  const words = refundTexts[texts.language].signingPage
  const phase = refundPhases[refund.status]
  const action = refund.nextAction?.type === 'sign' ? refund.nextAction : null
  const title = action ? words.title : getOutcomeTitle(refund, texts)
  const body = html`${!livemode && renderTestBanner(texts)}
<main>
<section class="card" data-phase="${phase}" aria-labelledby="refund-title">
<header class="head"><p class="merchant"><bdi>${merchant}</bdi></p>${renderNetwork(network.look)}</header>
${action ? order(input, action) : outcome(input, title)}
${(action || isSigned(refund)) && fields(input)}
${renderReference(refund.id, texts)}
</section>
</main>`
  const script = action && html`<script type="module" src="${base}/checkout-sign.js"></script>`
  return renderDocument({ base, texts, title: `${title} · ${merchant}`, accent, forms: true, head: script, body })
}

function order(input: SignPageInput, { uri, call }: SignAction): Markup {
  const { refund, network, from, token, rawAmount, isUnswept, texts } = input
  const words = refundTexts[texts.language].signingPage
  const amount = formatAmount(refund.cryptoAmount, texts.locale)
  const terms = { amount, coin: refund.cryptocurrency, network: network.look.title }
  const to = refund.destination
  const script = JSON.stringify({
    refund: refund.id,
    network: terms.network,
    chain: network.walletChain,
    uri,
    from,
    token: token.address,
    to,
    rawAmount: String(rawAmount),
    decimals: token.decimals,
    words: { ...words.script, copy: texts.copy, copied: texts.copied, copyRefused: texts.copyRefused },
  })
  return html`<div class="state"><h1 class="title" id="refund-title">${words.title}</h1></div>
<div class="amount">
<p class="label">${words.amountLabel}</p>
<p class="figure" data-size="long"><bdi dir="ltr" translate="no"><span class="digits" data-copy="amount" data-value="${trimZeros(refund.cryptoAmount)}">${amount}</span> <span class="coin">${refund.cryptocurrency}</span></bdi></p>
<p class="price"><bdi dir="ltr" translate="no">${formatFiat(refund.amount, refund.currency, texts.locale)}</bdi></p>
</div>
<div class="explain"><p>${words.ask(terms)}</p><p>${words.once}</p>${isUnswept && html`<p>${words.unswept}</p>`}</div>
<div class="entry" data-order="${script}"></div>
${!call && html`<figure class="qr">${trustMarkup(renderQrSvg(uri, words.ask(terms)))}</figure>`}
<p class="actions"><a class="secondary" href="${uri}">${words.openWallet}</a></p>`
}

function isSigned({ status }: Refund): boolean {
  return status === 'submitted' || status === 'completed'
}

/** The title of a refund that asks for no signature. */
function getOutcomeTitle(refund: Refund, { language, transactionStatus: { seen, final } }: Texts): string {
  if (!isSigned(refund)) return refundTexts[language].signingPage.closedTitle
  return refund.status === 'completed' ? final : seen
}

function outcome({ refund, network, merchant, texts }: SignPageInput, title: string): Markup {
  const { addressPage, signingPage } = refundTexts[texts.language]
  const terms = { coin: refund.cryptocurrency, network: network.look.title, merchant }
  const message = refund.status === 'submitted' ? addressPage.submitted(terms) : addressPage.completed
  return renderRefundOutcome(refund, title, isSigned(refund) ? message : signingPage.closed, texts)
}

function fields({ refund, from, token, texts }: SignPageInput): Markup {
  const words = refundTexts[texts.language].signingPage
  const all = [
    [words.from, from, null],
    [words.to, refund.destination, 'address'],
    ['Memo', refund.destinationMemo, 'memo'],
    [words.contract, refund.network === 'stellar' ? null : token.address, null],
  ] as const
  return html`<dl class="fields">${all.map(
    ([label, value, target]) =>
      value !== null &&
      html`<div class="field"><dt>${label}</dt><dd><span class="value address" dir="ltr" translate="no"${target && html` data-copy="${target}" data-value="${value}"`}>${value}</span></dd></div>`,
  )}</dl>`
}
