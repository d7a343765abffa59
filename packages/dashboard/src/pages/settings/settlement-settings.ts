import { cryptocurrencies, type MerchantSettings, type SettlementSchedule } from '@crypto-checkout/api-types'
import { html, nothing, type PropertyValues } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { listChoices, readText, selectField, textField } from '../../parts/field.ts'
import type { Shop } from '../../router.ts'
import { listTimeZones } from './region-settings.ts'
import { SettingsForm } from './settings-form.ts'

type Frequency = SettlementSchedule['frequency']

/** The times at which periods are closed, and the coin. */
class SettlementSettings extends SettingsForm {
  static override properties = { shop: { attribute: false }, settings: { attribute: false } }

  declare shop: Shop
  declare settings: MerchantSettings
  #frequency: Frequency = 'daily'

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('settings')) this.#frequency = this.settings.settlementSchedule.frequency
  }

  override render() {
    const { settlement } = pageTexts.settings
    const { settlementCurrency, settlementSchedule } = this.settings
    const coins = cryptocurrencies.map((coin) => ({ value: coin, label: coin }))
    const frequency = selectField(
      { name: 'frequency', label: settlement.frequency, value: this.#frequency },
      listChoices(settlement.frequencies),
    )
    const currency = { name: 'settlementCurrency', label: settlement.currency, value: settlementCurrency }
    const hint = settlement.currencyHint
    const fields = html`${selectField({ ...currency, hint }, coins)}
      <div @change=${this.#changeFrequency}>${frequency}</div>
      ${this.#scheduleFields(settlementSchedule)}`
    return html`<section>
      <h2>${settlement.title}</h2>
      <p>${settlement.reason}</p>
      ${this.form(fields, settlement.save)}
    </section>`
  }

  #scheduleFields({ time, weekday, dayOfMonth, timeZone }: SettlementSchedule): unknown {
    const { settlement } = pageTexts.settings
    if (this.#frequency === 'manual') return nothing
    const day = { name: 'dayOfMonth', label: settlement.dayOfMonth, hint: settlement.dayHint, type: 'number' } as const
    const choices = [{ value: '', label: settlement.shopZone }, ...listTimeZones(timeZone)]
    const week = { name: 'weekday', label: settlement.weekday, value: weekday ?? 'monday' }
    return html`${this.#frequency === 'weekly' ? selectField(week, listChoices(settlement.weekdays)) : nothing}
      ${this.#frequency === 'monthly' ? textField({ ...day, value: String(dayOfMonth ?? 1), required: true }) : nothing}
      ${textField({ name: 'time', label: settlement.time, type: 'time', value: time ?? '00:00', required: true })}
      ${selectField({ name: 'scheduleTimeZone', label: settlement.timeZone, value: timeZone ?? '' }, choices)}`
  }

  readonly #changeFrequency = (event: Event): void => {
    if (event.target instanceof HTMLSelectElement) this.#frequency = event.target.value as Frequency
    this.requestUpdate()
  }

  protected override async save(values: FormData): Promise<void> {
    const read = (name: string) => readText(values, name)
    const day = read('dayOfMonth')
    const body = {
      settlementCurrency: read('settlementCurrency'),
      settlementSchedule: {
        frequency: read('frequency'),
        ...(read('time') ? { time: read('time'), timeZone: read('scheduleTimeZone') ?? null } : {}),
        ...(read('weekday') ? { weekday: read('weekday') } : {}),
        ...(day ? { dayOfMonth: Number(day) } : {}),
      },
    }
    this.settings = await callApi(this.shop, 'PATCH', '/merchant/settings', { body })
  }
}

customElements.define('settlement-settings', SettlementSettings)
