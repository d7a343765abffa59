import type { Connection } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { confirmDanger } from '../../parts/dialog.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { badgeView, outsideLink, timeView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { mayUse } from '../../session.ts'

/**
 * The shop systems that somebody connected, and the consents that wait for one. Without any there is nothing to see. An end
 * changes keys: `connection-ended`.
 */
class ConnectionList extends Page {
  readonly #pending = new Listing<Connection>(this)
  readonly #list = new Listing<Connection>(this)

  protected override load(): void {
    const status = this.place.query.get('status') === 'any' ? undefined : 'active'
    void this.#pending.load(this.place.shop, '/connections', { status: 'pending' })
    void this.#list.load(this.place.shop, '/connections', { status })
  }

  override render() {
    const { pending, list } = pageTexts.connections
    const { keys, connections } = pageTexts
    return html`${this.#section(pending, this.#pending, [
      [connections.list.name, nameView],
      [connections.address, addressView],
      [pending.expires, ({ expiresAt }) => expiresAt && timeView(expiresAt)],
      ['', (connection) => this.#actions(connection)],
    ])}
    ${this.#section(list, this.#list, [
      [connections.list.name, nameView],
      [connections.address, addressView],
      [connections.list.since, ({ connectedAt }) => connectedAt && timeView(connectedAt)],
      [keys.lastUsed, ({ lastUsedAt }) => (lastUsedAt ? timeView(lastUsedAt) : keys.neverUsed)],
      ['', (connection) => this.#actions(connection)],
    ])}`
  }

  #section({ title, intro }: Heading, listing: Listing<Connection>, columns: Column<Connection>[]): unknown {
    if (listing.state !== 'failed' && listing.items.length === 0) return nothing
    return html`<section>
      <h2>${title}</h2>
      <p class="lead">${intro}</p>
      ${listing.view(columns, null, html``)}
    </section>`
  }

  #actions(connection: Connection): unknown {
    const { status, webhook } = connection
    const isOver = status === 'ended' && webhook === null
    if (isOver || !mayUse('keys:write') || !mayUse('webhooks:write')) return nothing
    const { submit, title } = describeEnd(connection)
    return html`<span class="row-actions">
      <button type="button" class="quiet" aria-label=${title} @click=${() => this.#end(connection)}>${submit}</button>
    </span>`
  }

  async #end(connection: Connection): Promise<void> {
    const run = () => callApi<Connection>(this.place.shop, 'DELETE', `/connections/${connection.id}`)
    if (!(await confirmDanger({ ...describeEnd(connection), run }))) return
    void this.#pending.reload()
    void this.#list.reload()
    this.dispatchEvent(new Event('connection-ended'))
  }
}

type Heading = { readonly title: string; readonly intro: string }

/** The words of the question before a connection ends, or a consent is withdrawn. */
function describeEnd({ status, clientName }: Connection) {
  const { pending, list } = pageTexts.connections
  const { title, ...words } = status === 'pending' ? pending.withdrawal : list.end
  return { ...words, title: title(clientName) }
}

function addressView({ clientUri }: Connection): unknown {
  return outsideLink(clientUri, clientUri)
}

function nameView({ clientName, status }: Connection): TemplateResult {
  const { statuses } = pageTexts.connections.list
  const tone = status === 'active' ? 'good' : 'neutral'
  return html`<strong translate="no">${clientName}</strong> ${badgeView(statuses[status], tone)}`
}

customElements.define('connection-list', ConnectionList)
