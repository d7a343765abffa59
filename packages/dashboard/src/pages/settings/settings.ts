import type { CheckoutPolicy, Merchant } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { Loader } from '../../parts/loader.ts'
import { showLoaded } from '../../parts/states.ts'
import { factsView, formatNumber } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import './notification-settings.ts'
import './receipt-settings.ts'
import './region-settings.ts'
import './rule-settings.ts'
import './settlement-settings.ts'
import './shop-settings.ts'
import './wallet-settings.ts'

/** The settings of the shop. */
class SettingsPage extends Page {
  readonly #merchant = new Loader<Merchant>(this)

  protected override load(): void {
    const { shop } = this.place
    void this.#merchant.load((signal) => callApi(shop, 'GET', '/merchant', { signal }))
  }

  override render() {
    return html`<h1>${texts.shell.pages.settings}</h1>
      ${showLoaded(this.#merchant, (merchant) => this.#view(merchant))}`
  }

  #view(merchant: Merchant): TemplateResult {
    const { shop } = this.place
    return html`<shop-settings .shop=${shop} .merchant=${merchant}></shop-settings>
      <wallet-settings .shop=${shop}></wallet-settings>
      <region-settings .shop=${shop} .settings=${merchant.settings}></region-settings>
      <settlement-settings .shop=${shop} .settings=${merchant.settings}></settlement-settings>
      <rule-settings .shop=${shop} .settings=${merchant.settings}></rule-settings>
      <receipt-settings .shop=${shop} .settings=${merchant.settings}></receipt-settings>
      <notification-settings .shop=${shop}></notification-settings>
      ${policyView(merchant.settings.policy)}`
  }
}

function policyView({ minTransfer, retentionDays }: CheckoutPolicy) {
  const { policy } = pageTexts.settings
  return html`<section>
    <h2>${policy.title}</h2>
    <p>${policy.reason}</p>
    <div class="panel">
      ${factsView([
        [policy.minTransfer, `< ${formatNumber(minTransfer)}`],
        [policy.retention, policy.days(retentionDays)],
      ])}
    </div>
  </section>`
}

customElements.define('settings-page', SettingsPage)
