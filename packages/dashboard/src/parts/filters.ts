/** Filters of a list. They stand in the address, so that they survive going away and back. */
import { html, nothing, type TemplateResult } from 'lit'
import { texts } from '../languages/texts.ts'
import { type Place, setQuery } from '../router.ts'
import { textField } from './field.ts'

/** Fields whose names are those of the address's query, with a button that empties them. */
export function filtersView(
  { query }: Pick<Place, 'query'>,
  names: readonly string[],
  fields: unknown,
): TemplateResult {
  const isFiltered = names.some((name) => query.has(name))
  const clear = () => setQuery(Object.fromEntries(names.map((name) => [name, undefined])))
  return html`<form class="filters" role="search" @change=${change} @submit=${submit}>
    ${fields}
    ${isFiltered ? html`<button type="button" class="quiet" @click=${clear}>${texts.shell.list.clearFilters}</button>` : nothing}
  </form>`
}

function change(event: Event): void {
  const field = event.target
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) setQuery({ [field.name]: field.value })
}

/** Enter in a text field has sent its change already. */
function submit(event: Event): void {
  event.preventDefault()
}

/** The names of the fields of `daysView`. */
export const DAYS = ['from', 'to'] as const

/** Two fields for the first and the last day that a list shows. */
export function daysView({ query }: Pick<Place, 'query'>): TemplateResult {
  const { from, to } = texts.shell.filters
  const field = (name: (typeof DAYS)[number], label: string) =>
    textField({ name, label, type: 'date', value: query.get(name) ?? '' })
  return html`${field('from', from)}${field('to', to)}`
}
