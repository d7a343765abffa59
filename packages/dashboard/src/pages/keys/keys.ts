import type { ApiKey, ApiKeyStatus, ApiKeyWithSecret } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { confirmDanger, openDialog } from '../../parts/dialog.ts'
import { checkField, listChoices, readText, selectField, textField } from '../../parts/field.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { emptyView } from '../../parts/states.ts'
import { badgeView, copyView, type Tone, timeView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace } from '../../router.ts'
import { mayUse } from '../../session.ts'
import './connections.ts'
import './scope-fields.ts'
import { readScopes } from './scope-fields.ts'
import { showNewKey } from './show-key.ts'

const tones: Readonly<Record<ApiKeyStatus, Tone>> = { active: 'good', expired: 'neutral', revoked: 'neutral' }

/** The keys by which programs use the API. */
class KeysPage extends Page {
  readonly #list = new Listing<ApiKey>(this)

  /** Revoked keys stay for ever, so the list begins with those that work. */
  get #showsAll(): boolean {
    return this.place.query.get('status') === 'any'
  }

  protected override load(): void {
    const status = this.#showsAll ? undefined : 'active'
    void this.#list.load(this.place.shop, '/keys', { status })
  }

  override render() {
    const { keys } = pageTexts
    const { shell } = texts
    const create = mayUse('keys:write')
      ? html`<button type="button" class="primary" @click=${this.#create}>${keys.create}</button>`
      : nothing
    const others = this.#showsAll
      ? { text: keys.showActive, query: new URLSearchParams() }
      : { text: keys.showAll, query: new URLSearchParams({ status: 'any' }) }
    return html`<div class="page-head"><h1>${shell.pages.keys}</h1>${create}</div>
      <p class="lead">${keys.intro[this.place.shop.environment]}</p>
      ${this.#list.view(this.#columns(), null, emptyView(keys.empty, keys.emptyDetail))}
      <p><a href=${formatPlace(this.place.shop, 'keys', others.query)}>${others.text}</a></p>
      <connection-list .place=${this.place} @connection-ended=${() => this.#list.reload()}></connection-list>`
  }

  #columns(): Column<ApiKey>[] {
    const { keys } = pageTexts
    return [
      [keys.name, nameView],
      [keys.publicKey, ({ publicKey }) => copyView(publicKey)],
      [keys.rights, rightsView],
      [keys.created, ({ createdAt }) => timeView(createdAt)],
      [keys.lastUsed, ({ lastUsedAt }) => (lastUsedAt ? timeView(lastUsedAt) : keys.neverUsed)],
      ['', (key) => this.#actions(key)],
    ]
  }

  #actions(key: ApiKey): unknown {
    if (key.status !== 'active' || !mayUse('keys:write')) return nothing
    const { rotate, rotateTitle, revoke, revokeTitle } = pageTexts.keys
    const name = getName(key)
    return html`<span class="row-actions">
      <button type="button" class="quiet" aria-label=${rotateTitle(name)} @click=${() => this.#rotate(key)}>${rotate}</button>
      <button type="button" class="quiet" aria-label=${revokeTitle(name)} @click=${() => this.#revoke(key)}>${revoke}</button>
    </span>`
  }

  readonly #create = async (): Promise<void> => {
    const { keys } = pageTexts
    const { shop } = this.place
    const made = await openDialog<ApiKeyWithSecret>({
      title: keys.create,
      wide: true,
      body: html`${textField({ name: 'key-name', param: 'name', label: keys.name, hint: keys.nameHint, required: true, maxLength: 100, autofocus: true })}
        <scope-fields></scope-fields>
        ${checkField({ name: 'ownWallets', label: keys.ownWallets, hint: keys.ownWalletsHint, checked: true })}
        ${checkField({ name: 'requireSignature', label: keys.requireSignature, hint: keys.requireSignatureHint })}`,
      submit: keys.submit,
      run: async (values) => {
        const body = {
          name: readText(values, 'key-name'),
          scopes: readScopes(values),
          requireSignature: values.has('requireSignature'),
          wallets: values.has('ownWallets') ? 'settings' : 'any',
        }
        return callApi(shop, 'POST', '/keys', { body })
      },
    })
    await this.#show(made)
  }

  async #rotate(key: ApiKey): Promise<void> {
    const { keys } = pageTexts
    const made = await openDialog<ApiKeyWithSecret>({
      title: keys.rotateTitle(getName(key)),
      body: html`<p>${keys.rotateReason}</p>
        ${selectField({ name: 'expireOldIn', label: keys.expireOldIn, value: '86400' }, listChoices(keys.expireChoices))}`,
      submit: keys.rotate,
      run: (values) => {
        const body = { expireOldIn: Number(values.get('expireOldIn')) }
        return callApi(this.place.shop, 'POST', `/keys/${key.id}/rotate`, { body })
      },
    })
    await this.#show(made)
  }

  async #show(made: ApiKeyWithSecret | null): Promise<void> {
    if (!made) return
    void this.#list.reload()
    await showNewKey(this.place.shop, made)
  }

  async #revoke(key: ApiKey): Promise<void> {
    const { revoke, revokeTitle, revokeReason, revoked } = pageTexts.keys
    const run = () => callApi<ApiKey>(this.place.shop, 'DELETE', `/keys/${key.id}`)
    const title = revokeTitle(getName(key))
    if (await confirmDanger({ submit: revoke, title, reason: revokeReason, run, notice: revoked }))
      void this.#list.reload()
  }
}

function getName({ name }: ApiKey): string {
  return name ?? pageTexts.keys.unnamed
}

function nameView(key: ApiKey): TemplateResult {
  const { keys } = pageTexts
  const { status, rotationDue, requireSignature, wallets, expiresAt } = key
  return html`<strong>${getName(key)}</strong>
    ${badgeView(keys.statuses[status], tones[status])}
    ${rotationDue ? html`<br />${badgeView(keys.rotationDue, 'warn')}` : nothing}
    ${wallets === 'settings' ? html`<br /><small>${keys.ownWallets}</small>` : nothing}
    ${requireSignature ? html`<br /><small>${keys.signed}</small>` : nothing}
    ${expiresAt && status === 'active' ? html`<br /><small>${keys.expires} ${timeView(expiresAt)}</small>` : nothing}`
}

function rightsView({ scopes }: ApiKey): unknown {
  if (scopes === null) return pageTexts.keys.everything
  return html`<span class="scopes">${scopes.map((scope) => html`<code translate="no">${scope}</code> `)}</span>`
}

customElements.define('keys-page', KeysPage)
