import { getContactUrl, type Texts } from '@crypto-checkout/payer-ui'
import { html, type Markup } from './document.ts'

/** The helper with a page: the merchant, with its contact if it has one. */
export type Helper = { readonly name: string; readonly supportEmail: string | null; readonly supportUrl: string | null }

/** The one action of a page on which only the merchant can help. `script` goes into the document's head. */
export type Help = { readonly action: Markup; readonly script: Markup | null }

/**
 * Leads to the merchant. Without a contact it copies the reference, for which the merchant will ask. Only a script can copy:
 * without one there is no button, and the reference is in the page as text.
 */
export function renderHelp(reference: string, helper: Helper, { base, texts }: { base: string; texts: Texts }): Help {
  const href = getContactUrl({ ...helper, id: reference })
  const { copy, copied, copyRefused, contact } = texts
  if (href !== null) {
    const words = contact({ merchant: helper.name })
    const action = html`<p class="actions"><a class="primary" target="_blank" rel="noopener" href="${href}">${words}</a></p>`
    return { action, script: null }
  }
  return {
    action: html`<noscript><span></span></noscript><p class="actions later"><button class="primary" type="button" data-copies="${reference}" data-done="${copied.reference}" data-refused="${copyRefused}">${copy.reference}</button></p>
<p class="quiet" id="copy-report" role="status"></p>`,
    script: html`<script type="module" src="${base}/checkout-copy.js"></script>`,
  }
}

/** The reference of a page, to be given to the merchant. */
export function renderReference(reference: string, { labels }: Pick<Texts, 'labels'>): Markup {
  return html`<p class="reference">${labels.reference} <code dir="ltr" translate="no">${reference}</code></p>`
}
