import type { ApiKeyWithSecret } from '@crypto-checkout/api-types'
import { html, nothing } from 'lit'
import { formatApiAddress } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { showDialog } from '../../parts/dialog.ts'
import { codeView, copyView } from '../../parts/values.ts'
import type { Shop } from '../../router.ts'
import { formatCurl } from './curl.ts'

/** Shows a new pair with its secret, once, and a command that uses it. */
export async function showNewKey(shop: Shop, key: ApiKeyWithSecret): Promise<void> {
  const { keys } = pageTexts
  const curl = formatCurl(formatApiAddress(shop, ''), key)
  const variables = `CHECKOUT_PUBLIC_KEY=${key.publicKey}\nCHECKOUT_SECRET_KEY=${key.secretKey}\n`
  const body = html`<p>${keys.once.reason}</p>
    <dl class="secrets">
      <dt>${keys.publicKey}</dt>
      <dd>${copyView(key.publicKey, { full: true })}</dd>
      <dt>${keys.secretKey}</dt>
      <dd>${copyView(key.secretKey, { full: true })}</dd>
    </dl>
    <p><button type="button" @click=${() => navigator.clipboard.writeText(variables)}>${keys.once.copyAll}</button></p>
    ${
      curl
        ? html`<p>${keys.once.try}</p>
            ${codeView(curl)}`
        : nothing
    }`
  await showDialog(keys.once.title, body, keys.once.done)
}
