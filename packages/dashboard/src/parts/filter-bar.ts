/** Filters of a list. They stand in the address, so they survive going away and coming back. */
import { html, nothing, type TemplateResult } from 'lit'
import { texts } from '../languages/texts.ts'
import { setQuery } from '../router.ts'
import { icon } from './icons.ts'
import { valueView } from './values.ts'

export type FilterField = {
  /** The parameter in the address. */
  readonly name: string
  readonly label: string
  /** A list to choose from, a day, or a text to search for. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  readonly type?: 'search' | 'date'
  /** True if the labels of the choices are names, such as those of coins, and no words. */
  readonly areNames?: boolean
  /** True if another form sets it. The bar shows its chip only. */
  readonly isElsewhere?: boolean
  /** Describes a value on its chip. Default: the label of the choice, or the value. */
  readonly describe?: (value: string) => string
}

/** Fields to filter by, and a chip for each filter that is set, which removes it. */
export function filterBar(fields: readonly FilterField[], query: URLSearchParams): TemplateResult {
  const set = fields.filter(({ name }) => query.get(name))
  const { list } = texts.shell
  return html`<form class="filters" role="search" @submit=${apply} @change=${apply}>
      ${fields.filter(({ isElsewhere }) => !isElsewhere).map((field) => control(field, query.get(field.name) ?? ''))}
    </form>
    ${
      set.length > 0
        ? html`<p class="chips">
          ${set.map((field) => chip(field, query.get(field.name) ?? ''))}
          <button type="button" class="quiet" @click=${() => clear(fields)}>${list.clearFilters}</button>
        </p>`
        : nothing
    }`
}

function control({ name, label, choices, type }: FilterField, value: string): TemplateResult {
  const id = `filter-${name}`
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${
      choices
        ? html`<select id=${id} name=${name} .value=${value}>
          <option value="" ?selected=${value === ''}>${texts.shell.list.any}</option>
          ${choices.map((one) => html`<option value=${one.value} ?selected=${one.value === value}>${one.label}</option>`)}
        </select>`
        : html`<input id=${id} name=${name} type=${type ?? 'search'} .value=${value} autocomplete="off" />`
    }
  </div>`
}

function chip({ name, label, choices, areNames, describe }: FilterField, value: string): TemplateResult {
  const shown = describe?.(value) ?? choices?.find((one) => one.value === value)?.label ?? value
  return html`<button
    type="button"
    class="chip"
    aria-label=${texts.shell.list.removeFilter(`${label}: ${shown}`)}
    @click=${() => setQuery({ [name]: undefined })}
  >
    <span>${label}: ${choices && !areNames ? shown : valueView(shown)}</span> ${icon('close')}
  </button>`
}

function clear(fields: readonly FilterField[]): void {
  setQuery(Object.fromEntries(fields.map(({ name }) => [name, undefined])))
}

function apply(event: Event): void {
  event.preventDefault()
  const form = event.currentTarget
  if (!(form instanceof HTMLFormElement)) return
  const values = [...new FormData(form)].map(([name, value]) => [name, String(value).trim() || undefined])
  setQuery(Object.fromEntries(values))
}
