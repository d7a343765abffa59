import {
  type Delivery,
  findFirstInstant,
  type List,
  type Resent,
  toWallTime,
  type Webhook,
  type WebhookWithSecret,
} from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts, texts } from '../../languages/texts.ts'
import { getTimeZone } from '../../parts/clock.ts'
import { confirm, confirmDanger, openDialog } from '../../parts/dialog.ts'
import { readText, textField } from '../../parts/field.ts'
import { Listing } from '../../parts/listing.ts'
import { Loader } from '../../parts/loader.ts'
import { notify } from '../../parts/notice.ts'
import { attempt, isReady, showLoaded } from '../../parts/states.ts'
import { badgeView, factsView, timeView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { formatPlace, navigate, type Shop } from '../../router.ts'
import { mayUse } from '../../session.ts'
import { deliveriesView, readDeliveryQuery } from './delivery-list.ts'
import { editWebhook, showWebhookSecret } from './dialogs.ts'

const DAY_MS = 86_400_000

/** `failing`: the ids of those that accept nothing at present. */
export function webhookBadge({ id, status }: Webhook, failing: ReadonlySet<string>): TemplateResult {
  const { statuses, troubles } = pageTexts.webhooks
  if (status === 'enabled' && failing.has(id)) return badgeView(troubles.failing, 'bad')
  return badgeView(statuses[status], status === 'enabled' ? 'good' : 'bad')
}

/** The ids of those that accept nothing at present. */
export async function loadFailing(shop: Shop, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const query = { state: 'failing', limit: 100 }
  const { data } = await callApi<List<Webhook>>(shop, 'GET', '/webhooks', { query, signal })
  return new Set(data.map(({ id }) => id))
}

export const NONE: ReadonlySet<string> = new Set()

/** A webhook, with what was sent to it. */
class WebhookPage extends Page {
  readonly #webhook = new Loader<Webhook>(this)
  readonly #failing = new Loader<ReadonlySet<string>>(this)
  readonly #deliveries = new Listing<Delivery>(this)

  get #path(): string {
    return `/webhooks/${encodeURIComponent(this.place.id)}`
  }

  protected override load(): void {
    const { shop } = this.place
    void this.#webhook.load((signal) => callApi(shop, 'GET', this.#path, { signal }), { quietly: true })
    void this.#failing.load((signal) => loadFailing(shop, signal), { quietly: true })
    void this.#deliveries.load(shop, `${this.#path}/deliveries`, readDeliveryQuery(this.place))
  }

  override render() {
    return html`${showLoaded(this.#webhook, (webhook) => this.#view(webhook))}`
  }

  #view(webhook: Webhook): TemplateResult {
    const { webhooks, deliveries } = pageTexts
    const { shell } = texts
    const { url, description, events, disabledReason, disabledAt, createdAt } = webhook
    const isAll = events.includes('*')
    const told = isAll
      ? webhooks.allEvents
      : html`<span class="scopes">${events.map((one) => html`<code translate="no">${one}</code> `)}</span>`
    return html`<p><a href=${formatPlace(this.place.shop, 'webhooks')}>${shell.pages.webhooks}</a></p>
      <div class="page-head">
        <h1 class="address" translate="no">${url}</h1>
        ${this.#mainAction(webhook)}
      </div>
      <div class="panel">
        ${factsView([
          [webhooks.status, webhookBadge(webhook, isReady(this.#failing.current) ? this.#failing.current.value : NONE)],
          [webhooks.events, told],
          [webhooks.description, description],
          [webhooks.created, timeView(createdAt)],
          [webhooks.disabledAt, timeView(disabledAt)],
        ])}
        ${disabledReason ? html`<p>${webhooks.reasons[disabledReason]}</p>` : nothing}
        ${this.#actions(webhook)}
      </div>
      <section>
        <h2>${deliveries.title}</h2>
        ${deliveriesView(this.place, this.#deliveries)}
      </section>`
  }

  #mainAction({ status }: Webhook): unknown {
    if (!mayUse('webhooks:write')) return nothing
    const { ping, enable } = pageTexts.webhooks
    return status === 'enabled'
      ? html`<button type="button" class="primary" @click=${this.#ping}>${ping}</button>`
      : html`<button type="button" class="primary" @click=${this.#enable}>${enable}</button>`
  }

  #actions(webhook: Webhook): TemplateResult {
    const { webhooks } = pageTexts
    const write = html`<button type="button" @click=${() => this.#edit(webhook)}>${webhooks.edit}</button>
      <button type="button" @click=${this.#rotate}>${webhooks.rotate}</button>
      ${
        webhook.status === 'enabled'
          ? html`<button type="button" @click=${this.#disable}>${webhooks.disable}</button>`
          : nothing
      }
      <button type="button" class="quiet" @click=${this.#remove}>${webhooks.remove}</button>`
    const resend = html`<button type="button" @click=${this.#resendFailed}>${webhooks.resendFailed}</button>`
    return html`<p class="actions">
      ${mayUse('webhooks:resend') ? resend : nothing} ${mayUse('webhooks:write') ? write : nothing}
    </p>`
  }

  readonly #enable = () =>
    attempt(async () => {
      const body = { enabled: true }
      this.#webhook.set(await callApi<Webhook>(this.place.shop, 'PATCH', this.#path, { body }))
      notify(texts.shell.actions.saved)
    })

  readonly #ping = () =>
    attempt(async () => {
      await callApi<Delivery>(this.place.shop, 'POST', `${this.#path}/ping`, { body: {} })
      notify(pageTexts.webhooks.pinged)
      void this.#deliveries.reload()
    })

  async #edit(webhook: Webhook): Promise<void> {
    const changed = await editWebhook(this.place.shop, webhook)
    if (changed) this.#webhook.set(changed)
  }

  readonly #disable = async (): Promise<void> => {
    const { disable, disableReason } = pageTexts.webhooks
    const run = () => callApi<Webhook>(this.place.shop, 'PATCH', this.#path, { body: { enabled: false } })
    const changed = await confirm({ submit: disable, reason: disableReason, run })
    if (changed) this.#webhook.set(changed)
  }

  readonly #rotate = async (): Promise<void> => {
    const { rotate, rotateReason } = pageTexts.webhooks
    const run = () => callApi<WebhookWithSecret>(this.place.shop, 'POST', `${this.#path}/rotate`, { body: {} })
    const made = await confirm({ submit: rotate, reason: rotateReason, run })
    if (made) await showWebhookSecret(made)
  }

  readonly #remove = async (): Promise<void> => {
    const { remove, removeReason, removed } = pageTexts.webhooks
    const run = () => callApi(this.place.shop, 'DELETE', this.#path)
    if (await confirmDanger({ submit: remove, reason: removeReason, run, notice: removed }))
      navigate(formatPlace(this.place.shop, 'webhooks'), { replace: true })
  }

  readonly #resendFailed = async (): Promise<void> => {
    const { resendFailed, resendReason, resendSince, resent } = pageTexts.webhooks
    const yesterday = Date.now() - DAY_MS
    const timeZone = getTimeZone()
    const local = new Date(toWallTime(timeZone, yesterday)).toISOString().slice(0, 16)
    const result = await openDialog<Resent>({
      title: resendFailed,
      body: html`${textField({ name: 'since', label: resendSince, type: 'datetime-local', value: local, required: true })}
        <p class="hint">${resendReason}</p>`,
      submit: resendFailed,
      run: (values) => {
        const wall = Date.parse(`${readText(values, 'since') ?? ''}Z`)
        const body = { since: new Date(findFirstInstant(timeZone, wall)).toISOString() }
        return callApi(this.place.shop, 'POST', `${this.#path}/resend_failed`, { body })
      },
      notice: ({ deliveries }) => resent(deliveries),
    })
    if (result) void this.#deliveries.reload()
  }
}

customElements.define('webhook-page', WebhookPage)
