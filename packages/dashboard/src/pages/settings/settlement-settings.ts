import {
  cryptocurrencies,
  type List,
  type MerchantSettings,
  type SettlementRoute,
  type SettlementSchedule,
} from '@crypto-checkout/api-types'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { callApi, RequestError } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { listChoices, readText, selectField, textField } from '../../parts/field.ts'
import { tableView } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { showLoaded } from '../../parts/states.ts'
import { formatNetwork, valueView } from '../../parts/values.ts'
import type { Shop } from '../../router.ts'
import { formatMethod } from '../payments/words.ts'
import { describeRoute } from '../settlements/words.ts'
import { toPart, toPercent } from './percent.ts'
import { listTimeZones } from './region-settings.ts'
import { SettingsForm } from './settings-form.ts'
import { checkWallet } from './wallet-check.ts'

type Frequency = SettlementSchedule['frequency']
type Target = Pick<MerchantSettings, 'settlementCurrency' | 'settlementNetwork'>

/** The times at which periods are closed, and the coin and network to settle on. */
class SettlementSettings extends SettingsForm {
  static override properties = { shop: { attribute: false }, settings: { attribute: false } }

  declare shop: Shop
  declare settings: MerchantSettings
  #frequency: Frequency = 'daily'
  /** The choices in the form, which may not be saved yet. */
  #target: Target = { settlementCurrency: 'USDC', settlementNetwork: null }
  readonly #routes = new Loader<readonly SettlementRoute[]>(this)

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('settings')) return
    this.#frequency = this.settings.settlementSchedule.frequency
    this.#target = this.settings
    this.#routes.set(this.settings.routes)
  }

  override render() {
    const { settlement } = pageTexts.settings
    const fields = html`${this.#frequencyField()} ${this.#scheduleFields(this.settings.settlementSchedule)}
      <div @change=${this.#changeTarget}>${this.#targetFields()}</div>
      ${this.#walletField()} ${this.#terms()}`
    return html`<section>
      <h2>${settlement.title}</h2>
      <p>${settlement.reason}</p>
      ${this.form(fields, settlement.save)}
      <h3>${settlement.routes.title}</h3>
      ${showLoaded(this.#routes, routesView)}
    </section>`
  }

  #targetFields(): TemplateResult {
    const { settlement } = pageTexts.settings
    const { settlementCurrency, settlementNetwork } = this.#target
    const coins = cryptocurrencies.map((coin) => ({ value: coin, label: coin }))
    const networks = listNetworks(this.settings).map((name) => ({ value: name, label: formatNetwork(name) }))
    const network = { name: 'settlementNetwork', label: settlement.network, value: settlementNetwork ?? '' }
    return html`${selectField({ name: 'settlementCurrency', label: settlement.currency, value: settlementCurrency }, coins)}
      ${selectField(network, [{ value: '', label: settlement.noNetwork }, ...networks])}`
  }

  #walletField(): unknown {
    const { settlement } = pageTexts.settings
    if (this.#target.settlementNetwork === null) return nothing
    const wallet = { name: 'settlementWallet', label: settlement.wallet, hint: settlement.walletHint }
    return textField({ ...wallet, value: this.settings.settlementWallet ?? '' })
  }

  #terms(): TemplateResult {
    const { settlement } = pageTexts.settings
    const { settlementLeast, settlementSpeed, settlementMaxFee } = this.settings
    const number = { type: 'number', step: 'any' } as const
    const least = { name: 'settlementLeast', label: settlement.least, hint: settlement.leastHint }
    const speed = { name: 'settlementSpeed', label: settlement.speed, value: settlementSpeed }
    const label = settlement.maxFee(this.#target.settlementCurrency)
    const fee = { name: 'settlementMaxFee', label, hint: settlement.maxFeeHint }
    return html`<details>
      <summary>${settlement.more}</summary>
      ${textField({ ...number, ...least, value: String(toPercent(Number(settlementLeast))) })}
      ${selectField(speed, listChoices(settlement.speeds))}
      ${textField({ ...number, ...fee, value: settlementMaxFee === null ? '' : String(Number(settlementMaxFee)) })}
    </details>`
  }

  #frequencyField(): TemplateResult {
    const { settlement } = pageTexts.settings
    const frequency = { name: 'frequency', label: settlement.frequency, value: this.#frequency }
    return html`<div @change=${this.#changeFrequency}>${selectField(frequency, listChoices(settlement.frequencies))}</div>`
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

  /** Shows the routes of the new choice before it is saved. */
  readonly #changeTarget = ({ target }: Event): void => {
    if (!(target instanceof HTMLSelectElement)) return
    this.#target = { ...this.#target, [target.name]: target.value || null }
    const { settlementCurrency, settlementNetwork } = this.#target
    const query = { settlementCurrency, settlementNetwork: settlementNetwork ?? 'none' }
    const load = async (signal: AbortSignal) => {
      const path = '/merchant/settings/routes'
      const { data } = await callApi<List<SettlementRoute>>(this.shop, 'GET', path, { query, signal })
      return data
    }
    void this.#routes.load(load, { quietly: true })
    this.requestUpdate()
  }

  protected override async save(values: FormData): Promise<void> {
    const body = readChanges(values)
    const change = () => callApi<MerchantSettings>(this.shop, 'PATCH', '/merchant/settings', { body })
    const { settlementNetwork: network, settlementWallet: address } = body
    this.settings = await change().catch(async (error: unknown) => {
      const isUnproven = error instanceof RequestError && error.param === 'settlementWallet'
      if (!isUnproven || !network || !address) throw error
      await this.#prove(network, address)
      return change()
    })
  }

  /** Has the user prove a wallet that the API refused. Throws for what is no address, and if it is not proven. */
  async #prove(network: string, address: string): Promise<void> {
    const { prove } = pageTexts.settings.settlement
    const wallet = { title: prove.title(formatNetwork(network)), network, address, mustSign: true }
    const isProven = await checkWallet(this.shop, wallet).catch((error: unknown) => {
      throw error instanceof RequestError ? error.withParam('settlementWallet') : error
    })
    if (!isProven) throw new Error(prove.unchanged)
  }
}

/** Those of the routes, and the chosen one if the server has it no longer. */
function listNetworks({ routes, settlementNetwork }: MerchantSettings): string[] {
  return [...new Set([...routes.map(({ network }) => network), ...(settlementNetwork ? [settlementNetwork] : [])])]
}

function routesView(routes: readonly SettlementRoute[]): TemplateResult {
  const { settlement } = pageTexts.settings
  const { columns } = pageTexts.routes
  const converted = routes.filter(({ outcome }) => outcome === 'converted').length
  const said = converted === 0 ? settlement.routes.kept : settlement.routes.converted(converted, routes.length)
  return html`<p role="status">${said}</p>
    ${tableView(
      [
        [columns.received, (route) => valueView(formatMethod(route))],
        [columns.outcome, describeRoute],
      ],
      routes,
    )}`
}

function readChanges(values: FormData) {
  const read = (name: string) => readText(values, name)
  const [day, least] = [read('dayOfMonth'), read('settlementLeast')]
  const settlementNetwork = read('settlementNetwork') ?? null
  return {
    settlementCurrency: read('settlementCurrency'),
    settlementNetwork,
    settlementWallet: settlementNetwork === null ? null : (read('settlementWallet') ?? null),
    ...(least ? { settlementLeast: String(toPart(Number(least))) } : {}),
    settlementSpeed: read('settlementSpeed'),
    settlementMaxFee: read('settlementMaxFee') ?? null,
    settlementSchedule: {
      frequency: read('frequency'),
      ...(read('time') ? { time: read('time'), timeZone: read('scheduleTimeZone') ?? null } : {}),
      ...(read('weekday') ? { weekday: read('weekday') } : {}),
      ...(day ? { dayOfMonth: Number(day) } : {}),
    },
  }
}

customElements.define('settlement-settings', SettlementSettings)
