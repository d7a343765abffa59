import type { ConnectionCode, ConnectionPreview, Scope } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi, RequestError } from '../api/request.ts'
import { pageTexts, texts } from '../languages/texts.ts'
import { listChoices, selectField } from '../parts/field.ts'
import { Loader } from '../parts/loader.ts'
import { Progress } from '../parts/progress.ts'
import { describeError, describeRight, isReady, loadingView } from '../parts/states.ts'
import { factsView, valueView } from '../parts/values.ts'
import { View } from '../parts/view.ts'
import { formatPlace, readPlace, type Shop } from '../router.ts'
import { session } from '../session.ts'
import './reauthentication.ts'

/** The rights that a person needs at the shop that it connects. */
const NEEDED: readonly Scope[] = ['keys:write', 'webhooks:write']

/** The fields of the API by their names in the address, which are those of OAuth 2.0 (RFC 6749 and RFC 7636). */
const names = {
  clientName: 'client_name',
  clientUri: 'client_uri',
  redirectUri: 'redirect_uri',
  webhookUrl: 'webhook_url',
  state: 'state',
  codeChallenge: 'code_challenge',
  codeChallengeMethod: 'code_challenge_method',
} as const

/**
 * The page to which a shop system sends a person who wants to connect it. It shows the shop system, and
 * the rights that it asks for. The browser goes back only once the person has decided, and never for a refused request.
 */
class ConnectPage extends View {
  readonly #request = readRequest(readPlace().query)
  readonly #shops = session.current?.merchants.filter(({ scopes }) => NEEDED.every((one) => scopes.includes(one))) ?? []
  #shop: Shop = { merchant: this.#shops[0]?.id ?? null, environment: readPlace().shop.environment }
  readonly #preview = new Loader<ConnectionPreview>(this)
  readonly #progress = new Progress(this)

  override connectedCallback(): void {
    super.connectedCallback()
    document.title = `${pageTexts.connections.connect} – ${texts.shell.product}`
    if (this.#shop.merchant !== null) void this.#load()
  }

  #load(): Promise<void> {
    const shop = this.#shop
    return this.#preview.load((signal) =>
      callApi(shop, 'POST', '/connections/preview', { body: this.#request, signal }),
    )
  }

  override render() {
    const { connections } = pageTexts
    const content = this.#shop.merchant === null ? this.#nobodyView() : this.#form()
    return html`<main class="entrance">
      <h1>${connections.title}</h1>
      ${content}
    </main>`
  }

  #nobodyView(): TemplateResult {
    const { nobody, toDashboard } = pageTexts.connections
    return html`<p role="alert">${nobody}</p>
      ${dashboardLink(toDashboard)}`
  }

  #form(): TemplateResult {
    const { current } = this.#preview
    return html`<form @change=${this.#choose} @submit=${this.#connect}>
      ${current.state === 'failed' ? this.#refusalView(current.error) : nothing}
      ${current.state === 'loading' ? loadingView() : nothing}
      ${isReady(current) ? requestView(current.value) : nothing}
      ${current.state === 'failed' && isHopeless(current.error) ? nothing : this.#choices()}
      ${isReady(current) ? this.#buttons(current.value) : dashboardLink(pageTexts.connections.toDashboard)}
    </form>`
  }

  #refusalView(error: unknown): TemplateResult {
    const { refused, refusedHint } = pageTexts.connections
    return html`<div role="alert">
      <p><strong>${refused}</strong></p>
      <p class="error">${describeError(error)}</p>
      <p class="hint">${refusedHint}</p>
    </div>`
  }

  #choices(): TemplateResult {
    const { environments, shop } = pageTexts.connections
    const shops = Object.fromEntries(this.#shops.map(({ id, name }) => [id, name]))
    const { merchant, environment } = this.#shop
    return html`${selectField({ name: 'merchant', label: shop, value: merchant ?? '' }, listChoices(shops))}
    ${selectField({ name: 'environment', label: texts.shell.environment.label, value: environment }, listChoices(environments))}`
  }

  #buttons({ cancelUrl }: ConnectionPreview): TemplateResult {
    const { connect, cancel } = pageTexts.connections
    const { isBusy } = this.#progress
    return html`${this.#progress.errorView()}
      <button class="primary wide-button" aria-busy=${isBusy} ?disabled=${isBusy}>${connect}</button>
      <button type="button" class="quiet wide-button" ?disabled=${isBusy} @click=${() => location.assign(cancelUrl)}>
        ${cancel}
      </button>`
  }

  readonly #choose = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLFormElement)) return
    const values = new FormData(currentTarget)
    this.#shop = {
      merchant: String(values.get('merchant')),
      environment: values.get('environment') === 'production' ? 'production' : 'sandbox',
    }
    this.#progress.show('', false)
    void this.#load()
  }

  readonly #connect = (event: SubmitEvent): Promise<void> =>
    this.#progress.submit(event, async () => {
      const { redirectUrl } = await callApi<ConnectionCode>(this.#shop, 'POST', '/connections', { body: this.#request })
      location.assign(redirectUrl)
    })
}

/** The request of an address. Fields that it lacks are left out: the server says which ones it needs. */
function readRequest(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const fields = Object.entries(names).map(([field, name]) => [field, query.get(name) ?? undefined])
  const scopes = query.get('scope')?.split(' ').filter(Boolean)
  return { ...Object.fromEntries(fields), scopes: scopes?.length ? scopes : undefined }
}

function requestView({ clientName, clientUri, webhookUrl, scopes }: ConnectionPreview): TemplateResult {
  const { asks, warning, address, rights, events, wallets, refunds } = pageTexts.connections
  return html`<p>${asks(clientName)}</p>
    ${factsView([
      [address, valueView(clientUri)],
      [rights, html`<ul class="plain">${scopes.map((scope) => html`<li>${describeRight(scope)}</li>`)}</ul>`],
      [events, valueView(webhookUrl)],
    ])}
    <p class="hint">${wallets}</p>
    ${scopes.includes('refunds:write') ? html`<p class="hint">${refunds}</p>` : nothing}
    <p class="note">${warning(new URL(clientUri).host)}</p>`
}

/** Tells whether a request is refused for every shop. Production takes fewer addresses than the sandbox. */
function isHopeless(error: unknown): boolean {
  return error instanceof RequestError && error.param !== null && error.param !== 'webhookUrl'
}

/** A new document: this page has no frame. */
function dashboardLink(text: string): TemplateResult {
  return html`<p><a href=${formatPlace({ merchant: null, environment: readPlace().shop.environment }, '')} target="_self">${text}</a></p>`
}

customElements.define('connect-page', ConnectPage)
