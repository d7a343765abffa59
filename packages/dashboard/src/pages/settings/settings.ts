import type { CheckoutPolicy, Merchant } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { texts } from '../../languages/texts.ts'
import { Loader } from '../../parts/loader.ts'
import { showLoaded } from '../../parts/states.ts'
import { factsView, getLocale } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import './settlement-settings.ts'
import './shop-settings.ts'
import './wallet-settings.ts'

/** The settings of the shop. */
class SettingsPage extends Page {
  readonly #merchant = new Loader<Merchant>(this)

  protected override load(): void {
    const { environment } = this.place
    void this.#merchant.load((signal) => callApi(environment, 'GET', '/merchant', { signal }))
  }

  override render() {
    return html`<h1>${texts.shell.pages.settings}</h1>
      ${showLoaded(this.#merchant, (merchant) => this.#view(merchant))}`
  }

  #view(merchant: Merchant): TemplateResult {
    const { environment } = this.place
    return html`<shop-settings .merchant=${merchant}></shop-settings>
      <wallet-settings .environment=${environment}></wallet-settings>
      <settlement-settings .environment=${environment} .settings=${merchant.settings}></settlement-settings>
      ${policyView(merchant.settings.policy)}`
  }
}

function policyView({ latePayments, underpaymentTolerance, minTransfer, claims, retentionDays }: CheckoutPolicy) {
  const { policy } = texts.settings
  const percent = new Intl.NumberFormat(getLocale(), { style: 'percent', maximumFractionDigits: 2 })
  const coins = new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 6 })
  return html`<section>
    <h2>${policy.title}</h2>
    <p>${policy.reason}</p>
    <div class="panel">
      ${factsView([
        [policy.latePayments, policy.late[latePayments]],
        [policy.tolerance, underpaymentTolerance === 0 ? policy.noTolerance : percent.format(underpaymentTolerance)],
        [policy.minTransfer, `< ${coins.format(Number(minTransfer))}`],
        [policy.claims, policy.claim[claims]],
        [policy.retention, policy.days(retentionDays)],
      ])}
    </div>
  </section>`
}

customElements.define('settings-page', SettingsPage)
