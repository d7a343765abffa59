import type { MerchantSettings } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { listChoices, readText, selectField, textField } from '../../parts/field.ts'
import { getLocale } from '../../parts/values.ts'
import type { Shop } from '../../router.ts'
import { toPart, toPercent } from './percent.ts'
import { SettingsForm } from './settings-form.ts'

/** Rules for money that is late or too little, and for what payers may say of it. */
class RuleSettings extends SettingsForm {
  static override properties = { shop: { attribute: false }, settings: { attribute: false } }

  declare shop: Shop
  declare settings: MerchantSettings

  override render() {
    const { rules } = pageTexts.settings
    return html`<section>
      <h2>${rules.title}</h2>
      <p class="wide-text">${rules.reason}</p>
      ${this.form(this.#fields(), rules.save)}
    </section>`
  }

  #fields(): TemplateResult {
    const { rules } = pageTexts.settings
    const { latePayments, underpaymentTolerance, claims, policy } = this.settings
    const late = { name: 'latePayments', label: rules.latePayments, value: latePayments }
    const percent = new Intl.NumberFormat(getLocale(), { style: 'percent', maximumFractionDigits: 4 })
    const tolerance = {
      name: 'underpaymentTolerance',
      label: rules.tolerance,
      required: true,
      step: 'any',
      type: 'number',
      value: String(toPercent(underpaymentTolerance)),
      hint: rules.toleranceHint(percent.format(0.05), percent.format(policy.underpaymentTolerance)),
    } as const
    const claim = { name: 'claims', label: rules.claims, value: claims }
    const mayChoose = policy.claims === 'on'
    return html`${selectField(late, listChoices(rules.late))} ${textField(tolerance)}
      ${mayChoose ? selectField(claim, listChoices(rules.claim)) : html`<p class="hint">${rules.claimsOff}</p>`}`
  }

  /** A rule that is like the operator's follows it from now on. */
  protected override async save(values: FormData): Promise<void> {
    const { policy } = this.settings
    const latePayments = readText(values, 'latePayments')
    const underpaymentTolerance = toPart(Number(readText(values, 'underpaymentTolerance')))
    const claims = readText(values, 'claims')
    const body = {
      latePayments: latePayments === policy.latePayments ? null : latePayments,
      underpaymentTolerance: underpaymentTolerance === policy.underpaymentTolerance ? null : underpaymentTolerance,
      ...(claims === undefined ? {} : { claims: claims === policy.claims ? null : claims }),
    }
    this.settings = await callApi(this.shop, 'PATCH', '/merchant/settings', { body })
  }
}

customElements.define('rule-settings', RuleSettings)
