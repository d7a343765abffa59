import type { Merchant, MerchantSettings } from '@crypto-checkout/api-types'
import { html, nothing } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { findOwnZone } from '../../parts/clock.ts'
import type { Environment, Shop } from '../../router.ts'
import { mayUse, session } from '../../session.ts'
import { readRegion, regionFields, saveRegion } from '../settings/region-settings.ts'
import { SettingsForm } from '../settings/settings-form.ts'
import { dismiss, isDismissed } from './setup.ts'

const environments: readonly Environment[] = ['sandbox', 'production']

/** Asks a new shop for its zone and currency, with those of this browser as proposal. One answer is for both environments. */
class RegionQuestion extends SettingsForm {
  static override properties = { shop: { attribute: false } }

  declare shop: Shop

  override render() {
    const { question } = pageTexts.settings.region
    if (this.#unset.length === 0 || !mayUse('merchant:write') || isDismissed(this.#key)) return nothing
    const later = html`<button type="button" class="quiet" @click=${this.#dismiss}>${question.later}</button>`
    return html`<section class="panel" aria-labelledby="region">
      <h2 id="region">${question.title}</h2>
      <p>${question.reason}</p>
      ${this.form(regionFields({ timeZone: findOwnZone() ?? 'UTC', currency: null }), question.submit, { isMain: true, others: later })}
    </section>`
  }

  /** The environments without a zone. The page asks only if its own is one of them. */
  get #unset(): readonly Environment[] {
    const unset = environments.filter((name) => session.merchant?.region[name].timeZone === null)
    return unset.includes(this.shop.environment) ? unset : []
  }

  /** The name under which "later" is remembered. */
  get #key(): string {
    return `${this.shop.merchant}/region`
  }

  readonly #dismiss = (): void => {
    dismiss(this.#key)
    this.requestUpdate()
  }

  /** Keeps what somebody else has set meanwhile, and the currency of the other environment. */
  protected override async save(values: FormData): Promise<void> {
    const chosen = readRegion(values)
    const saved: (readonly [Shop, MerchantSettings])[] = []
    for (const environment of this.#unset) {
      const shop = { ...this.shop, environment }
      const { settings } = await callApi<Merchant>(shop, 'GET', '/merchant')
      const currency = environment === this.shop.environment ? null : settings.currency
      const region = { ...chosen, currency: currency ?? chosen.currency }
      saved.push([shop, settings.timeZone === null ? await saveRegion(shop, region) : settings])
    }
    for (const [shop, settings] of saved) session.changeRegion(shop, settings)
  }
}

customElements.define('region-question', RegionQuestion)
