import type { Webhook, WebhookSecret } from '@crypto-checkout/api-types'
import { html, nothing } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { confirm } from '../../parts/dialog.ts'
import { listChoices } from '../../parts/field.ts'
import { filterBar } from '../../parts/filter-bar.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { emptyView, isReady } from '../../parts/states.ts'
import { timeView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace, navigate } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { createWebhook, showWebhookSecret } from './dialogs.ts'
import { loadFailing, NONE, webhookBadge } from './webhook.ts'

/** The addresses that are told of events. */
class WebhooksPage extends Page {
  readonly #list = new Listing<Webhook>(this, /^webhook\.disabled$/)
  readonly #failing = new Loader<ReadonlySet<string>>(this)

  protected override load(): void {
    const { shop, query } = this.place
    void this.#failing.load((signal) => loadFailing(shop, signal), { quietly: true })
    void this.#list.load(shop, '/webhooks', { state: query.get('state') ?? undefined })
  }

  override render() {
    const { webhooks } = pageTexts
    const { shell } = texts
    const create = html`<button type="button" class="primary" @click=${this.#create}>${webhooks.create}</button>`
    const { query } = this.place
    const empty = query.has('state') ? emptyView(webhooks.noMatch, '') : emptyView(webhooks.empty, webhooks.emptyDetail)
    return html`<div class="page-head">
        <h1>${shell.pages.webhooks}</h1>
        ${mayUse('webhooks:write') ? create : nothing}
      </div>
      <p class="lead">${webhooks.intro}</p>
      ${filterBar([{ name: 'state', label: webhooks.trouble, choices: listChoices(webhooks.troubles) }], query)}
      ${this.#list.view(columns(isReady(this.#failing.current) ? this.#failing.current.value : NONE), ({ id }) => this.#address(id), empty)}
      <p><a href=${formatPlace(this.place.shop, 'deliveries')}>${pageTexts.deliveries.all}</a></p>
      ${mayUse('merchant:write') ? this.#ownSecret() : nothing}`
  }

  #ownSecret() {
    const { ownSecret, ownSecretReason, ownSecretRotate } = pageTexts.webhooks
    return html`<section>
      <h2>${ownSecret}</h2>
      <p>${ownSecretReason}</p>
      <button type="button" @click=${this.#rotateOwn}>${ownSecretRotate}</button>
    </section>`
  }

  #address(id: string): string {
    return formatPlace(this.place.shop, `webhooks/${id}`)
  }

  readonly #create = async (): Promise<void> => {
    const made = await createWebhook(this.place.shop)
    if (made) navigate(this.#address(made.id))
  }

  readonly #rotateOwn = async (): Promise<void> => {
    const { ownSecret, ownSecretRotate, rotateReason } = pageTexts.webhooks
    const run = () => callApi<WebhookSecret>(this.place.shop, 'POST', '/merchant/webhook_secret/rotate', { body: {} })
    const made = await confirm({ title: ownSecret, reason: rotateReason, submit: ownSecretRotate, run })
    if (made) await showWebhookSecret(made)
  }
}

function columns(failing: ReadonlySet<string>): Column<Webhook>[] {
  const { webhooks } = pageTexts
  return [
    [webhooks.url, ({ url }) => html`<span class="address" translate="no">${url}</span>`],
    [webhooks.status, (webhook) => webhookBadge(webhook, failing)],
    [webhooks.events, describeEvents],
    [webhooks.description, ({ description }) => description],
    [webhooks.created, ({ createdAt }) => timeView(createdAt)],
  ]
}

function describeEvents({ events }: Webhook): unknown {
  if (events.includes('*')) return pageTexts.webhooks.allEvents
  return html`<span class="scopes">${events.map((pattern) => html`<code translate="no">${pattern}</code> `)}</span>`
}

customElements.define('webhooks-page', WebhooksPage)
