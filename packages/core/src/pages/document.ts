/** Documents of pages: markup with escaped values, the frame of a page, and pages of failures. */

import { type Colour, icons, type Texts } from '@crypto-checkout/payer-ui'
import { overTexts, receiptTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import { escapeMarkup } from '../domain/text.ts'

/** Markup that is inserted unescaped. Only the functions of this file create it. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type Insertable = Markup | string | number | null | undefined | false | readonly Insertable[]

/**
 * Markup with values in it. Every value that is not markup is escaped. Undefined, null and false insert nothing.
 * Attribute values must be in quotes.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += insert(value) + (strings[index + 1] ?? '')
  return new Markup(text)
}

/** Takes a string as markup. Only for strings that this program made itself, never for data. */
export function trustMarkup(markup: string): Markup {
  return new Markup(markup)
}

/** JSON as an attribute's value, with its quotes. They are single, so that those of the JSON need not be escaped. */
export function quoteJson(value: unknown): Markup {
  const escaped = JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')
  return new Markup(`'${escaped}'`)
}

function insert(value: Insertable): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(insert).join('')
  return escapeMarkup(String(value))
}

/** The mark of the checkout, as the icon of a page. */
export const FAVICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Ccircle cx='12' cy='12' r='11' fill='%231f4fd8'/%3E%3Cpath d='M7 12.5l3.5 3.5L17 9' fill='none' stroke='%23fff' stroke-width='2.5'/%3E%3C/svg%3E"

type Frame = {
  /** Mount prefix of all addresses: `''` or `'/checkout'`. */
  base: string
  texts: Pick<Texts, 'language' | 'direction'>
  title: string
  /** The merchant's colour. */
  accent?: Colour | null
  /** For previews in messengers, which show the title too. */
  preview?: { readonly site: string; readonly description: string | null } | null
  /** True if the page has what `pay-forms.css` is for. */
  forms?: boolean
  head: Insertable
  body: Insertable
}

/** The frame of every hosted page. */
export function renderDocument(frame: Frame): string {
  const { base, texts, title, accent = null, preview = null, forms = false, head, body } = frame
  const markup: Markup = html`${trustMarkup('<!doctype html>')}
<html lang="${texts.language}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${
  preview &&
  html`<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${preview.site}">
${preview.description !== null && html`<meta property="og:description" content="${preview.description}">`}`
}
<link rel="icon" href="${FAVICON}">
<link rel="stylesheet" href="${base}/pay.css${accent && `?accent=${accent}`}">
${forms && html`<link rel="stylesheet" href="${base}/pay-forms.css">`}
${head}
</head>
<body>
${body}
</body>
</html>
`
  // Parts that a page does not have leave empty lines. In HTML, one in a text means no more than a space.
  return markup.text.replaceAll(/\n{2,}/g, '\n')
}

/** Above every page of the sandbox. */
export function renderTestBanner({ testMode }: Texts): Markup {
  return html`<aside class="banner"><strong>${testMode.title}</strong> ${testMode.detail}</aside>`
}

const MAGNIFIER = 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.5 15.5L20 20'

/** The page for an address without a payment. */
export function renderPaymentNotFoundPage(base: string, texts: Texts): string {
  const title = texts.notFoundTitle
  return renderDocument({ base, texts, title, head: null, body: card(MAGNIFIER, title, texts.failures.not_found) })
}

/** The page of what ended long ago. `receipt`: where its receipt is. */
export function renderOverPage(base: string, texts: Texts, receipt: string | null = null): string {
  const { title, detail } = overTexts[texts.language]
  const link =
    receipt !== null && html`<p class="actions"><a href="${receipt}">${receiptTexts[texts.language].title}</a></p>`
  return renderDocument({ base, texts, title, head: null, body: card(icons.cancelled, title, detail, link || null) })
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
