/** The things that are missing before a shop can take a payment. */
import { html, nothing, type TemplateResult } from 'lit'
import { texts } from '../languages/texts.ts'
import { formatPlace, type Shop } from '../router.ts'
import { mayUse } from '../session.ts'
import { emptyView } from './states.ts'

/** The right to change the wallets of the settings is also the right to name others. */
export function mayNameWallets(): boolean {
  return mayUse('merchant:write')
}

/** Describes the things that are missing before a payment can be made. */
function describeLack(configured: number, shop: Shop) {
  const { lack } = texts.overview
  if (configured === 0) return { title: lack.noMethods, hint: lack.noMethodsHint, action: nothing }
  const link = html`<a class="button" href=${formatPlace(shop, 'settings')}>${lack.toSettings}</a>`
  return { title: lack.noWallets, hint: lack.noWalletsHint, action: mayNameWallets() ? link : nothing }
}

/** In place of a lack. */
export function noMethodsView(configured: number, shop: Shop): TemplateResult {
  const { title, hint, action } = describeLack(configured, shop)
  return emptyView(title, hint, action)
}

/** Above a list, in place of the button that leads to the lack. */
export function noMethodsNote(configured: number, shop: Shop): TemplateResult {
  const { title, hint } = describeLack(configured, shop)
  return html`<p class="note"><strong>${title}.</strong> ${hint}</p>`
}
