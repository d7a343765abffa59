import type { MerchantSettings } from '@crypto-checkout/api-types'
import { html } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { listChoices, readText, selectField, textField } from '../../parts/field.ts'
import type { Shop } from '../../router.ts'
import { SettingsForm } from './settings-form.ts'

/** Whether customers get receipts by e-mail, and for how long their addresses are kept. */
class ReceiptSettings extends SettingsForm {
  static override properties = { shop: { attribute: false }, settings: { attribute: false } }

  declare shop: Shop
  declare settings: MerchantSettings

  override render() {
    const { receipts } = pageTexts.settings
    const { customerReceipts, customerEmailDays } = this.settings
    const choice = { name: 'customerReceipts', label: receipts.customerReceipts, value: customerReceipts }
    const days = {
      name: 'customerEmailDays',
      label: receipts.days,
      required: true,
      type: 'number',
      value: String(customerEmailDays),
      hint: receipts.daysHint,
    } as const
    return html`<section>
      <h2>${receipts.title}</h2>
      <p class="wide-text">${receipts.reason}</p>
      ${this.form(html`${selectField(choice, listChoices(receipts.choices))} ${textField(days)}`, receipts.save)}
    </section>`
  }

  protected override async save(values: FormData): Promise<void> {
    const body = {
      customerReceipts: readText(values, 'customerReceipts'),
      customerEmailDays: Number(readText(values, 'customerEmailDays')),
    }
    this.settings = await callApi(this.shop, 'PATCH', '/merchant/settings', { body })
  }
}

customElements.define('receipt-settings', ReceiptSettings)
