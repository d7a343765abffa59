import { type AuditEntry, auditObjects, auditOperations } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts, texts } from '../../languages/texts.ts'
import { Actors } from '../../parts/actors.ts'
import { getTimeZone } from '../../parts/clock.ts'
import { listChoices } from '../../parts/field.ts'
import { type FilterField, filterBar } from '../../parts/filter-bar.ts'
import { type Column, Listing, openReport } from '../../parts/listing.ts'
import { readDays } from '../../parts/locale.ts'
import { emptyView } from '../../parts/states.ts'
import { timeView, valueView } from '../../parts/values.ts'
import { Page } from '../../parts/view.ts'
import { listChanges } from './changes.ts'

/** The audit log: changes, and who made them. */
class AuditPage extends Page {
  readonly #list = new Listing<AuditEntry>(this)
  readonly #actors = new Actors(this)

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#actors.load(this.place.shop)
  }

  /** The filters of the address as the API takes them. */
  get #query() {
    const read = (name: string) => this.place.query.get(name) ?? undefined
    const texts = { operation: read('operation'), object: read('object'), actor: read('actor') }
    return { ...texts, ...readDays(this.place.query, getTimeZone()) }
  }

  protected override load(): void {
    void this.#list.load(this.place.shop, '/audit', this.#query)
  }

  override render() {
    const { audit } = pageTexts
    const { shell } = texts
    const filters = listFilters(this.#actors.choices)
    const isFiltered = filters.some(({ name }) => this.place.query.has(name))
    const empty = isFiltered ? emptyView(audit.noneFound, '') : emptyView(audit.empty, audit.emptyDetail)
    return html`<div class="page-head">
        <h1>${shell.pages.audit}</h1>
        <button type="button" @click=${this.#export}>${shell.list.export}</button>
      </div>
      <p class="lead">${audit.intro[this.place.shop.environment]}</p>
      ${filterBar(filters, this.place.query)} ${this.#list.view(this.#columns(), null, empty)}`
  }

  #columns(): Column<AuditEntry>[] {
    const { audit } = pageTexts
    return [
      [audit.time, ({ createdAt }) => timeView(createdAt)],
      [audit.actor, ({ actor }) => this.#actors.view(actor)],
      [audit.operation, (entry) => operationView(entry)],
      [audit.changes, changesView],
      [audit.address, ({ address }) => address],
    ]
  }

  readonly #export = () => openReport(this.place.shop, '/audit/export', this.#query)
}

function listFilters(actors: Actors['choices']): FilterField[] {
  const { audit } = pageTexts
  const choose = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
    values.map((value) => ({ value, label: labels[value] }))
  return [
    { name: 'operation', label: audit.operation, choices: choose(auditOperations, audit.operations) },
    { name: 'object', label: audit.object, choices: choose(auditObjects, audit.objects) },
    {
      name: 'actor',
      label: audit.actor,
      ...(actors && { choices: [...actors, ...listChoices(texts.shell.actors.others)], areNames: true }),
    },
    { name: 'from', label: audit.from, type: 'date' },
    { name: 'to', label: audit.to, type: 'date' },
  ]
}

function operationView({ operation, target }: AuditEntry): TemplateResult {
  return html`${pageTexts.audit.operations[operation]}
    ${target.id ? html`<br /><small><code translate="no" class="id">${target.id}</code></small>` : nothing}`
}

function changesView(entry: AuditEntry): unknown {
  const { audit } = pageTexts
  const changes = listChanges(entry)
  if (changes.length === 0) return nothing
  const value = (text: string | null) => (text === null ? html`<em>${audit.nothing}</em>` : valueView(text))
  return html`<details class="changes">
    <summary>${changes.map(({ field }) => field).join(', ')}</summary>
    <dl>
      ${changes.map(
        ({ field, before, after }) =>
          html`<dt>${field}</dt><dd><del>${value(before)}</del> <span aria-hidden="true">→</span> <ins>${value(after)}</ins></dd>`,
      )}
    </dl>
  </details>`
}

customElements.define('audit-page', AuditPage)
