import type { Connection } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { texts } from '../../languages/texts.ts'
import { confirmDanger } from '../../parts/dialog.ts'
import { type Column, Listing } from '../../parts/listing.ts'
import { badgeView, outsideLink, timeView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { mayUse } from '../../session.ts'

/** The shop systems that somebody connected. Without one there is nothing to see. An end changes keys: `connection-ended`. */
class ConnectionList extends Page {
  readonly #list = new Listing<Connection>(this)

  protected override load(): void {
    const status = this.place.query.get('status') === 'any' ? undefined : 'active'
    void this.#list.load(this.place.shop, '/connections', { status })
  }

  override render() {
    const { title, intro } = texts.connections.list
    if (this.#list.state !== 'failed' && this.#list.items.length === 0) return nothing
    return html`<section>
      <h2>${title}</h2>
      <p class="lead">${intro}</p>
      ${this.#list.view(this.#columns(), null, html``)}
    </section>`
  }

  #columns(): Column<Connection>[] {
    const { connections, keys } = texts
    return [
      [connections.list.name, nameView],
      [connections.address, ({ clientUri }) => outsideLink(clientUri, clientUri)],
      [connections.list.since, ({ connectedAt }) => timeView(connectedAt)],
      [keys.lastUsed, ({ lastUsedAt }) => (lastUsedAt ? timeView(lastUsedAt) : keys.neverUsed)],
      ['', (connection) => this.#actions(connection)],
    ]
  }

  #actions(connection: Connection): unknown {
    const { status, webhook, clientName } = connection
    if ((status === 'ended' && webhook === null) || !mayUse('keys:write') || !mayUse('webhooks:write')) return nothing
    const { end, endTitle } = texts.connections.list
    return html`<span class="row-actions">
      <button type="button" class="quiet" aria-label=${endTitle(clientName)} @click=${() => this.#end(connection)}>${end}</button>
    </span>`
  }

  async #end({ id, clientName }: Connection): Promise<void> {
    const { end, endTitle, endReason, ended } = texts.connections.list
    const run = () => callApi<Connection>(this.place.shop, 'DELETE', `/connections/${id}`)
    if (!(await confirmDanger({ submit: end, title: endTitle(clientName), reason: endReason, run, notice: ended })))
      return
    void this.#list.reload()
    this.dispatchEvent(new Event('connection-ended'))
  }
}

function nameView({ clientName, status }: Connection): TemplateResult {
  const { statuses } = texts.connections.list
  const tone = status === 'active' ? 'good' : 'neutral'
  return html`<strong translate="no">${clientName}</strong> ${badgeView(statuses[status], tone)}`
}

customElements.define('connection-list', ConnectionList)
