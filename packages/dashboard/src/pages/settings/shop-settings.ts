import type { Merchant } from '@crypto-checkout/api-types'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { callAuth } from '../../api/sign-in.ts'
import { pageTexts } from '../../languages/texts.ts'
import { checkField, readText, textField } from '../../parts/field.ts'
import { mount, type Shop } from '../../router.ts'
import { session } from '../../session.ts'
import './page-preview.ts'
import { DEFAULT_COLOUR, type Look } from './page-preview.ts'
import { SettingsForm } from './settings-form.ts'

const MAX_LOGO_BYTES = 100 * 1_024
/** The fields that the preview shows as they are typed. */
const PREVIEWED = ['name', 'accent', 'ownColour']

/** The shop's identity for payers, with a preview of it. */
class ShopSettings extends SettingsForm {
  static override properties = { shop: { attribute: false }, merchant: { attribute: false } }

  declare shop: Shop
  declare merchant: Merchant
  #look: Look = { name: '', accent: null, logo: null }
  /** A new logo in base64, null to remove it, undefined to keep it. */
  #newLogo: string | null | undefined

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('merchant')) return
    const { name, accent, logo } = this.merchant
    this.#look = { name, accent, logo: logo && formatLogoAddress(logo) }
    this.#newLogo = undefined
  }

  override render() {
    const { shop } = pageTexts.settings
    return html`<section>
      <h2>${shop.title}</h2>
      <p>${shop.reason}</p>
      <div class="shop-settings">
        <div @input=${this.#preview}>${this.form(this.#fields(), shop.save, { isMain: true })}</div>
        <page-preview .look=${this.#look}></page-preview>
      </div>
    </section>`
  }

  #fields(): TemplateResult {
    const { shop } = pageTexts.settings
    const { name, accent, supportEmail, supportUrl } = this.merchant
    const hasOwn = this.#look.accent !== null
    return html`${textField({ name: 'name', label: shop.name, value: name, required: true, maxLength: 100 })}
      ${this.#logoField()}
      ${checkField({ name: 'ownColour', label: shop.ownColour, checked: accent !== null })}
      ${hasOwn ? textField({ name: 'accent', label: shop.colour, hint: shop.colourHint, type: 'color', value: accent ?? DEFAULT_COLOUR }) : nothing}
      ${textField({ name: 'supportEmail', label: shop.supportEmail, type: 'email', value: supportEmail ?? '' })}
      ${textField({ name: 'supportUrl', label: shop.supportUrl, type: 'url', value: supportUrl ?? '' })}`
  }

  #logoField(): TemplateResult {
    const { logo, logoHint, removeLogo } = pageTexts.settings.shop
    const remove = html`<button type="button" class="quiet" @click=${this.#removeLogo}>${removeLogo}</button>`
    return html`<div class="field">
      <label for="logo">${logo}</label>
      <input
        id="logo"
        type="file"
        accept="image/png,image/webp,image/jpeg"
        aria-describedby="logo-hint"
        @change=${this.#readLogo}
      />
      <small id="logo-hint">${logoHint}</small>
      ${this.#look.logo ? remove : nothing}
    </div>`
  }

  readonly #preview = (event: Event): void => {
    const field = event.target
    if (!(field instanceof HTMLInputElement) || !field.form || !PREVIEWED.includes(field.name)) return
    const values = new FormData(field.form)
    const accent = values.has('ownColour')
      ? (readText(values, 'accent') ?? this.merchant.accent ?? DEFAULT_COLOUR)
      : null
    this.#look = { ...this.#look, name: readText(values, 'name') ?? '', accent }
    this.requestUpdate()
  }

  readonly #readLogo = (event: Event): void => {
    const field = event.target
    if (!(field instanceof HTMLInputElement)) return
    const file = field.files?.[0]
    field.setCustomValidity(file && file.size > MAX_LOGO_BYTES ? pageTexts.settings.shop.tooLarge : '')
    if (!field.reportValidity() || !file) return
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = String(reader.result)
      this.#showLogo(address.slice(address.indexOf(',') + 1), address)
    })
    reader.readAsDataURL(file)
  }

  readonly #removeLogo = (): void => {
    const field = this.querySelector<HTMLInputElement>('#logo')
    if (field) field.value = ''
    field?.setCustomValidity('')
    this.#showLogo(null, null)
  }

  #showLogo(content: string | null, logo: string | null): void {
    this.#newLogo = content
    this.#look = { ...this.#look, logo }
    this.requestUpdate()
  }

  /** Both environments show the same, and production alone may change it where real money is taken. */
  protected override async save(values: FormData): Promise<void> {
    const body = {
      name: readText(values, 'name'),
      accent: values.has('ownColour') ? (readText(values, 'accent') ?? DEFAULT_COLOUR) : null,
      supportEmail: readText(values, 'supportEmail') ?? null,
      supportUrl: readText(values, 'supportUrl') ?? null,
      ...(this.#newLogo === undefined ? {} : { logo: this.#newLogo }),
    }
    this.merchant = await callApi({ ...this.shop, environment: 'production' }, 'PATCH', '/merchant', { body })
    // The frame shows the name.
    session.begin(await callAuth('GET', '/session'))
  }
}

/** A logo at the origin of this page, for the shop's public address may have another name for it. */
function formatLogoAddress(logo: string): string {
  return new URL(`logo/${logo.slice(logo.lastIndexOf('/') + 1)}`, mount).href
}

customElements.define('shop-settings', ShopSettings)
