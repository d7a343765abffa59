import { html, type TemplateResult } from 'lit'
import { texts } from '../../languages/texts.ts'
import { qrView } from '../../parts/qr.ts'
import { copyView, outsideLink } from '../../parts/values.ts'

/** A page of the checkout to show or to send: its code, its link, and ways to send that. */
export function shareView(url: string, label = texts.payments.made.code): TemplateResult {
  const { made } = texts.payments
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
