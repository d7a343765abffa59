import { listKeys, type NotificationKind, type NotificationSettings as Settings } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { callAuth } from '../../api/sign-in.ts'
import { findLanguage, pageTexts } from '../../languages/texts.ts'
import { checkField, textField } from '../../parts/field.ts'
import { Loader } from '../../parts/loader.ts'
import { showLoaded } from '../../parts/states.ts'
import { formatTime } from '../../parts/values.ts'
import type { Shop } from '../../router.ts'
import { mayUse, seesAllPayments, session } from '../../session.ts'
import { SettingsForm } from './settings-form.ts'

/** The scope that reads what a kind reports. */
const scopes = {
  payment_completed: 'payments:read',
  money_to_check: 'transfers:read',
  refund_to_sign: 'refunds:read',
  webhook_failing: 'webhooks:read',
  monthly_report: 'settlements:read',
} as const satisfies Record<NotificationKind, string>
const kinds = listKeys(scopes)

function mayGet(kind: NotificationKind): boolean {
  return mayUse(scopes[kind]) && (kind !== 'payment_completed' || seesAllPayments())
}

/** The user's e-mails of this merchant in this environment. It is the user's own: nobody else sees it. */
class NotificationSettings extends SettingsForm {
  static override properties = { shop: { attribute: false } }

  declare shop: Shop
  readonly #settings = new Loader<Settings>(this)

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#settings.load(() => callAuth('GET', '/notifications'))
  }

  override render() {
    const { notifications } = pageTexts.settings
    return html`<section>
      <h2>${notifications.title}</h2>
      <p class="wide-text">${notifications.reason(session.current?.user.email ?? '')}</p>
      ${showLoaded(this.#settings, (settings) => this.#view(settings))}
    </section>`
  }

  #view({ available, address, choices }: Settings): TemplateResult {
    const { notifications } = pageTexts.settings
    if (available && !address.confirmed) return this.#confirmation(address)
    if (!available) return html`<p class="hint">${notifications.unavailable} <code translate="no">smtp</code></p>`
    // Security notices come to a confirmed address, whatever else its user may get.
    if (!kinds.some(mayGet)) return html`<p>${notifications.address.confirmed}</p>`
    const chosen = choices.filter((one) => one.merchant === this.shop.merchant && one.livemode === this.#isLive)
    const fields = kinds.filter(mayGet).map((kind) =>
      checkField({
        name: 'kinds',
        value: kind,
        label: notifications.kinds[kind],
        checked: chosen.some((one) => one.kind === kind),
      }),
    )
    return this.form(html`${fields}`, notifications.save, { isOwn: true })
  }

  #confirmation({ email, codeSentAt }: Settings['address']): TemplateResult {
    const { address } = pageTexts.settings.notifications
    if (codeSentAt === null) return this.form(html`<p>${address.unconfirmed(email)}</p>`, address.send, { isOwn: true })
    const field = textField({
      name: 'code',
      label: address.code,
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      maxLength: 20,
      required: true,
    })
    const again = html`<button class="quiet" name="again" value="1" formnovalidate>${address.again}</button>`
    const fields = html`<p>${address.unconfirmed(email)} ${address.sent(formatTime(codeSentAt))}</p>${field}`
    return this.form(fields, address.confirm, { isOwn: true, others: again })
  }

  get #isLive(): boolean {
    return this.shop.environment === 'production'
  }

  protected override async save(values: FormData): Promise<unknown> {
    const { current } = this.#settings
    if (current.state === 'ready' && !current.value.address.confirmed) return this.#saveAddress(values)
    const body = {
      merchant: this.shop.merchant,
      livemode: this.#isLive,
      kinds: values.getAll('kinds'),
      language: findLanguage(),
    }
    this.#settings.set(await callAuth('POST', '/notifications', body))
  }

  /** Has a code sent, or enters one. */
  async #saveAddress(values: FormData): Promise<string> {
    const { address } = pageTexts.settings.notifications
    if (values.has('code') && !values.has('again')) {
      this.#settings.set(await callAuth('POST', '/notifications/confirm', { code: values.get('code') }))
      return address.confirmed
    }
    const body = { merchant: this.shop.merchant, language: findLanguage() }
    this.#settings.set(await callAuth('POST', '/notifications/code', body))
    return address.isSent
  }
}

customElements.define('notification-settings', NotificationSettings)
