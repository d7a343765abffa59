import { createQrPath } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts, texts } from '../languages/texts.ts'
import { copyView, outsideLink } from './values.ts'

/** A QR code of a text, dark on white in both themes: scanners expect that. Nothing if the text is too long for one. */
export function qrView(text: string, label: string): TemplateResult | typeof nothing {
  const code = createQrPath(text)
  if (!code) return nothing
  return html`<svg class="qr" role="img" aria-label=${label} viewBox=${`0 0 ${code.width} ${code.width}`}>
    <rect width=${code.width} height=${code.width} fill="#fff" />
    <path d=${code.path} stroke="#000" />
  </svg>`
}

/** A page of the checkout to show or to send: its code, its link, and ways to send that. */
export function shareView(url: string, label = pageTexts.payments.made.code): TemplateResult {
  const { made } = pageTexts.payments
  return html`<div class="share">
    ${qrView(url, label)}
    <div>
      <p>${made.link}<br />${copyView(url, { full: true })}</p>
      <p class="actions">
        ${outsideLink(url, texts.shell.actions.openPage)}
        <a href=${`mailto:?body=${encodeURIComponent(url)}`}>${made.mail}</a>
      </p>
    </div>
  </div>`
}
