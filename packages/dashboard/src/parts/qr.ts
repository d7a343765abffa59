import { createQrPath } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'

/** A QR code of a text, dark on white in both themes: scanners expect that. Nothing if the text is too long for one. */
export function qrView(text: string, label: string): TemplateResult | typeof nothing {
  const code = createQrPath(text)
  if (!code) return nothing
  return html`<svg class="qr" role="img" aria-label=${label} viewBox=${`0 0 ${code.width} ${code.width}`}>
    <rect width=${code.width} height=${code.width} fill="#fff" />
    <path d=${code.path} stroke="#000" />
  </svg>`
}
