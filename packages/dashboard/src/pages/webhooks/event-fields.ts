import { eventTypes, listKeys } from '@crypto-checkout/api-types'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { checkField } from '../../parts/field.ts'
import { View } from '../../parts/view.ts'

type Family = keyof typeof pageTexts.events.families

/** Fields for what a webhook is told of: everything, or families and types. */
class EventFields extends View {
  static override properties = { patterns: { attribute: false } }

  /** The patterns that it is told of now. */
  declare patterns: readonly string[]
  #isAll = true

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('patterns')) this.#isAll = this.patterns.includes('*')
  }

  override render() {
    const { events, allEvents, chosenEvents } = pageTexts.webhooks
    const choice = (value: string, label: string, checked: boolean) =>
      html`<label class="check"
        ><input type="radio" name="which" value=${value} .checked=${checked} @change=${this.#change} /><span>${label}</span></label
      >`
    const families = listKeys(pageTexts.events.families)
    return html`<fieldset class="field">
        <legend>${events}</legend>
        ${choice('all', allEvents, this.#isAll)} ${choice('some', chosenEvents, !this.#isAll)}
      </fieldset>
      ${this.#isAll ? nothing : html`<div class="scope-groups">${families.map((family) => this.#family(family))}</div>`}`
  }

  #family(family: Family): TemplateResult {
    const name = pageTexts.events.families[family]
    const check = (value: string, label: string) =>
      checkField({ name: 'events', value, label, hint: value, checked: this.patterns.includes(value) })
    const types = eventTypes.filter((type) => type.startsWith(`${family}.`))
    return html`<fieldset>
      <legend>${name}</legend>
      ${check(`${family}.*`, pageTexts.webhooks.allInFamily(name))} ${types.map((type) => check(type, pageTexts.events.types[type]))}
    </fieldset>`
  }

  readonly #change = (event: Event): void => {
    this.#isAll = event.target instanceof HTMLInputElement && event.target.value === 'all'
    this.requestUpdate()
  }
}

/** The chosen patterns of a form with these fields. */
export function readPatterns(values: FormData): string[] {
  if (values.get('which') === 'all') return ['*']
  const patterns = values.getAll('events').map(String)
  if (patterns.length === 0) throw new Error(pageTexts.webhooks.chooseSome)
  return patterns
}

customElements.define('event-fields', EventFields)
