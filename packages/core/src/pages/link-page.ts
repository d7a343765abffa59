import type { PublicPaymentLink } from '@crypto-checkout/api-types'
import { type Colour, formatFiat, formatTypedAmount, icons, type Texts } from '@crypto-checkout/payer-ui'
import { linkTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import { renderQrSvg } from '../domain/qr.ts'
import { renderLogo } from './card.ts'
import { renderNetwork, renderOrder } from './card-parts.ts'
import { html, type Markup, renderDocument, renderTestBanner, trustMarkup } from './document.ts'
import { renderHelp, renderReference } from './help.ts'

export type LinkPageInput = {
  readonly link: PublicPaymentLink
  /** The link's own address. */
  readonly url: string
  /** The merchant's colour. */
  readonly accent: Colour | null
  /** Mount prefix of all addresses: `''` or `'/checkout'`. */
  readonly base: string
  /** The page's own path with its query, to which the form posts. */
  readonly path: string
  readonly texts: Texts
  /** The payer's entry, and the reason for which no payment was made; null before. */
  readonly refused: { readonly amount: string; readonly failure: 'amount' | 'other' } | null
}

/** The page of a payment link, as a complete HTML document. It needs no script, and loading it makes no payment. */
export function renderLinkPage(input: LinkPageInput): string {
  const { link } = input
  if (link.status !== 'active') return renderClosed(input, link.status)
  const network = !link.offersChoice && renderNetwork({ title: link.networkTitle, colour: link.networkColour })
  return renderLinkFrame(
    input,
    html`${renderLinkHead(input, network)}
<h1 class="title subject" id="link-title"><bdi>${link.title}</bdi></h1>
${renderOrder({ ...link, reference: null }, input.texts)}
${price(input)}
${form(input)}`,
  )
}

/** A code of the link to print, for a counter or a letter. */
export function renderLinkPoster(input: LinkPageInput): string {
  const { link, url, texts } = input
  const words = linkTexts[texts.language]
  return renderLinkFrame(
    input,
    html`${renderLinkHead(input, null)}
<div class="outcome"><h1 class="title" id="link-title"><bdi>${link.title}</bdi></h1>
${figure(input)}</div>
<figure class="poster">${trustMarkup(renderQrSvg(url, url))}<figcaption>${words.scan}<br><bdi dir="ltr" translate="no">${url}</bdi></figcaption></figure>`,
  )
}

/** The page for an address without a link. */
export function renderLinkNotFoundPage(base: string, texts: Texts): string {
  const { notFoundTitle: title, notFound } = linkTexts[texts.language]
  const body = html`<main>
<section class="card" data-phase="cancelled">${outcome(title, notFound)}</section>
</main>`
  return renderDocument({ base, texts, title, head: null, body })
}

function renderClosed(input: LinkPageInput, status: Exclude<PublicPaymentLink['status'], 'active'>): string {
  const { link, texts } = input
  const words = linkTexts[texts.language]
  const merchant = link.merchantName
  const { action, script } = renderHelp(link.id, { ...link, name: merchant }, input)
  return renderLinkFrame(
    input,
    html`${renderLinkHead(input, null)}
${outcome(words.closed[status], words.ask({ merchant }))}
${action}
${renderReference(link.id, texts)}`,
    script,
  )
}

function outcome(title: string, detail: string): Markup {
  return html`<div class="outcome"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons.cancelled}"/></svg>
<h1 class="title" id="link-title">${title}</h1>
<p class="detail">${detail}</p></div>`
}

/** The frame of every page of a link. `top` goes into the document's head. */
export function renderLinkFrame(
  { link, accent, base, texts }: Omit<LinkPageInput, 'path' | 'refused'>,
  content: Markup,
  top: Markup | null = null,
): string {
  const phase = link.status === 'active' ? 'awaiting' : 'cancelled'
  const body = html`${!link.livemode && renderTestBanner(texts)}
<main>
<section class="card" data-phase="${phase}" aria-labelledby="link-title">
${content}
</section>
</main>`
  const title = `${link.title} · ${link.merchantName}`
  const preview = { site: link.merchantName, description: link.description }
  return renderDocument({ base, texts, title, accent, preview, forms: true, head: top, body })
}

/** The merchant. */
export function renderLinkHead({ link }: Pick<LinkPageInput, 'link'>, network: Markup | false | null): Markup {
  return html`<header class="head">${renderLogo(link.merchantLogo)}<p class="merchant"><bdi>${link.merchantName}</bdi></p>${network}</header>`
}

function price(input: LinkPageInput): Markup | false {
  const { link, texts } = input
  if (link.amount === null) return false
  return html`<div class="amount">
<p class="label">${linkTexts[texts.language].price}</p>
${figure(input)}
</div>`
}

function figure({ link, texts }: LinkPageInput): Markup | false {
  if (link.amount === null) return false
  return html`<p class="figure" data-size="long"><bdi dir="ltr" translate="no"><span class="digits">${formatFiat(link.amount, link.currency, texts.locale)}</span></bdi></p>`
}

function form(input: LinkPageInput): Markup {
  const { link, texts, path, refused } = input
  const words = linkTexts[texts.language]
  const way = link.offersChoice ? words.choice : words.payIn({ coin: link.cryptocurrency, network: link.networkTitle })
  return html`<form class="entry" method="post" action="${path}">
${link.amount === null && renderAmountField(input)}
${refused?.failure === 'other' && html`<p class="refused" role="alert">${words.failed({ merchant: link.merchantName })}</p>`}
<p class="hint">${way}</p>
<p class="actions"><button class="primary" type="submit">${words.pay}</button></p>
</form>`
}

/** The field for an amount. */
export function renderAmountField({ link, texts, refused }: Pick<LinkPageInput, 'link' | 'texts' | 'refused'>): Markup {
  const { minimum, maximum, preset, currency } = link
  const words = linkTexts[texts.language]
  const money = (amount: number) => formatFiat(amount, currency, texts.locale)
  const bounds = { minimum: money(minimum ?? 0), maximum: maximum === null ? null : money(maximum) }
  const initial = preset === null ? '' : formatTypedAmount(preset, currency, texts.locale)
  const isWrong = refused?.failure === 'amount'
  return html`<label for="amount">${words.amountLabel({ currency })}</label>
<input id="amount" name="amount" dir="ltr" inputmode="decimal" required maxlength="16" autocomplete="transaction-amount" aria-describedby="bounds" value="${refused?.amount ?? initial}"${isWrong && html` aria-invalid="true" autofocus`}>
<p class="${isWrong ? 'refused' : 'hint'}" id="bounds"${isWrong && html` role="alert"`}>${isWrong ? words.refused(bounds) : words.bounds(bounds)}</p>`
}
