import type { MerchantSettings, Region } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { findOwnZone, getFirstCurrency } from '../../parts/clock.ts'
import { currencyField, readCurrency } from '../../parts/currency.ts'
import { type Choice, readText, selectField } from '../../parts/field.ts'
import type { Shop } from '../../router.ts'
import { session } from '../../session.ts'
import { SettingsForm } from './settings-form.ts'

/** The time zone and the currency of the shop. */
class RegionSettings extends SettingsForm {
  static override properties = { shop: { attribute: false }, settings: { attribute: false } }

  declare shop: Shop
  declare settings: MerchantSettings

  override render() {
    const { region } = pageTexts.settings
    return html`<section>
      <h2>${region.title}</h2>
      <p>${region.reason}</p>
      ${this.form(regionFields(this.settings), region.save)}
    </section>`
  }

  protected override async save(values: FormData): Promise<void> {
    this.settings = await saveRegion(this.shop, readRegion(values))
    session.changeRegion(this.shop, this.settings)
  }
}

export function regionFields({ timeZone, currency }: Region): TemplateResult {
  const { region } = pageTexts.settings
  const unset = timeZone === null ? [{ value: '', label: region.unset }] : []
  const zone = { name: 'timeZone', label: region.timeZone, hint: region.timeZoneHint, value: timeZone ?? '' }
  return html`${selectField(zone, [...unset, ...listTimeZones(timeZone)])}
    ${currencyField({ value: currency ?? getFirstCurrency(), hint: region.currencyHint })}`
}

export function readRegion(values: FormData) {
  return { timeZone: readText(values, 'timeZone') ?? null, currency: readCurrency(values) }
}

export function saveRegion(shop: Shop, body: Region): Promise<MerchantSettings> {
  return callApi(shop, 'PATCH', '/merchant/settings', { body })
}

/** The browser's own zone, UTC and the chosen one, then all others. A zone that this browser does not know stays a choice. */
export function listTimeZones(chosen: string | null): Choice[] {
  const first = ['UTC', findOwnZone(), chosen].filter((name) => name !== null)
  const names = new Set([...first, ...Intl.supportedValuesOf('timeZone')])
  return [...names].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}

customElements.define('region-settings', RegionSettings)
