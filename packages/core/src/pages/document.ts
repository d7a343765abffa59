import type { Colour, Texts } from '@crypto-checkout/payer-ui'
import { html, type Insertable, type Markup, trustMarkup } from './html.ts'

const FAVICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Ccircle cx='12' cy='12' r='11' fill='%231f4fd8'/%3E%3Cpath d='M7 12.5l3.5 3.5L17 9' fill='none' stroke='%23fff' stroke-width='2.5'/%3E%3C/svg%3E"

type Frame = {
  /** Mount prefix of all addresses: `''` or `'/checkout'`. */
  base: string
  texts: Pick<Texts, 'language' | 'direction'>
  title: string
  /** The merchant's colour. */
  accent?: Colour | null
  head: Insertable
  body: Insertable
}

/** The frame of every hosted page. */
export function renderDocument({ base, texts, title, accent = null, head, body }: Frame): string {
  const markup: Markup = html`${trustMarkup('<!doctype html>')}
<html lang="${texts.language}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${FAVICON}">
<link rel="stylesheet" href="${base}/pay.css${accent && `?accent=${accent}`}">
${head}
</head>
<body>
${body}
</body>
</html>
`
  return markup.text
}

/** Above every page of the sandbox. */
export function renderTestBanner({ testMode }: Texts): Markup {
  return html`<aside class="banner"><strong>${testMode.title}</strong> ${testMode.detail}</aside>`
}
