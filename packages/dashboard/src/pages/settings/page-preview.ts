import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { formatPrice } from '../../parts/values.ts'
import { View } from '../../parts/view.ts'
import { chooseShades } from './shades.ts'

/** The checkout's own colour. */
export const DEFAULT_COLOUR = '#1f4fd8'

export type Look = { readonly name: string; readonly accent: string | null; readonly logo: string | null }

/** A payment page in small, as payers see it by day and by night. Nothing in it can be pressed. */
class PagePreview extends View {
  static override properties = { look: { attribute: false } }

  declare look: Look

  override render() {
    const { shop } = pageTexts.settings
    return html`<figure class="page-previews">
      <figcaption>${shop.preview}</figcaption>
      ${this.#card('light', shop.light)} ${this.#card('dark', shop.dark)}
    </figure>`
  }

  #card(scheme: 'light' | 'dark', title: string): TemplateResult {
    const { shop } = pageTexts.settings
    const { name, logo } = this.look
    return html`<div class="page-preview" data-scheme=${scheme} role="img" aria-label=${`${title}: ${name}`}>
      <div class="preview-head">${logo ? html`<img src=${logo} alt="" />` : nothing}<strong>${name}</strong></div>
      <div class="preview-amount" translate="no">${formatPrice(49.9, 'EUR')}</div>
      <div class="preview-button">${shop.pay}</div>
      <div class="preview-link">${shop.other}</div>
    </div>`
  }

  /** The policy allows no style attributes, but scripts may set properties. */
  protected override updated(): void {
    const shades = chooseShades(this.look.accent ?? DEFAULT_COLOUR, this.look.accent === null)
    for (const card of this.querySelectorAll<HTMLElement>('.page-preview')) {
      for (const [name, colour] of Object.entries(card.dataset.scheme === 'dark' ? shades.dark : shades.light)) {
        card.style.setProperty(`--${name}`, `#${colour}`)
      }
    }
  }
}

customElements.define('page-preview', PagePreview)
