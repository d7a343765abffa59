import type { SpokenTexts } from '@crypto-checkout/payer-ui'
import { formatAmount } from '@crypto-checkout/payer-ui'
import { html, type TemplateResult } from 'lit'
import { icon } from '../../views/parts.ts'
import type { Offer } from '../state.ts'

const OFFER_ICON = 'M4 9h15l-4-4M20 15H5l4 4'

/** Renders a button of a list. `image` is the content of an icon. */
type Option = (image: TemplateResult, name: string, hint: TemplateResult | string, choose: () => void) => TemplateResult

/** The other assets that can pay, each with its maximum cost. */
export function renderOffersView(
  offers: readonly Offer[],
  texts: SpokenTexts,
  option: Option,
  choose: (offer: Offer) => void,
): TemplateResult {
  const all = offers.map((offer) => {
    const [code = '', issuer] = offer.asset.split(':')
    const name = issuer ? code : 'XLM'
    const hint = texts.atMost(`${formatAmount(offer.max, texts.locale)} ${name}`)
    const facts = issuer ? html`${hint}<br />${issuer.slice(0, 6)}…${issuer.slice(-4)}` : hint
    return option(icon(OFFER_ICON), name, facts, () => choose(offer))
  })
  return html`<ul class="wallet-list">${all}</ul>`
}
export type OffersView = typeof renderOffersView
