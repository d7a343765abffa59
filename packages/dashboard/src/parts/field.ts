/** Fields of forms: a label, a control, and a hint that belongs to it. */
import { html, nothing, type TemplateResult } from 'lit'
import { ifDefined } from 'lit/directives/if-defined.js'

export type Field = {
  readonly name: string
  /** The name of the field in the API if it is another one. */
  readonly param?: string
  readonly label: string
  readonly hint?: string
  readonly value?: string
  readonly type?:
    | 'text'
    | 'email'
    | 'password'
    | 'url'
    | 'number'
    | 'date'
    | 'time'
    | 'datetime-local'
    | 'search'
    | 'color'
  readonly required?: boolean
  readonly autocomplete?: AutoFill
  readonly inputmode?: 'numeric' | 'decimal' | 'text'
  readonly maxLength?: number
  readonly step?: string
  readonly placeholder?: string
  readonly autofocus?: boolean
}

export function textField(field: Field): TemplateResult {
  return labelled(
    field,
    html`<input
      id=${field.name}
      name=${field.name}
      data-param=${ifDefined(field.param)}
      type=${field.type ?? 'text'}
      .value=${field.value ?? ''}
      ?required=${field.required}
      ?autofocus=${field.autofocus}
      autocomplete=${field.autocomplete ?? 'off'}
      inputmode=${ifDefined(field.inputmode)}
      maxlength=${ifDefined(field.maxLength)}
      step=${ifDefined(field.step)}
      placeholder=${ifDefined(field.placeholder)}
      aria-describedby=${ifDefined(field.hint && `${field.name}-hint`)}
    />`,
  )
}

export function textArea(field: Field): TemplateResult {
  return labelled(
    field,
    html`<textarea
      id=${field.name}
      name=${field.name}
      rows="3"
      .value=${field.value ?? ''}
      ?required=${field.required}
      maxlength=${ifDefined(field.maxLength)}
      aria-describedby=${ifDefined(field.hint && `${field.name}-hint`)}
    ></textarea>`,
  )
}

export type Choice = { readonly value: string; readonly label: string }

/** The choices of a field whose labels are in a table, by value. */
export function listChoices(labels: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

export function selectField(field: Field, choices: readonly Choice[]): TemplateResult {
  return labelled(
    field,
    html`<select
      id=${field.name}
      name=${field.name}
      ?required=${field.required}
      aria-describedby=${ifDefined(field.hint && `${field.name}-hint`)}
    >
      ${choices.map(
        ({ value, label }) => html`<option value=${value} .selected=${value === field.value}>${label}</option>`,
      )}
    </select>`,
  )
}

export function checkField(
  field: Pick<Field, 'name' | 'label' | 'hint'> & { readonly checked?: boolean; readonly value?: string },
): TemplateResult {
  return html`<label class="check">
    <input type="checkbox" name=${field.name} value=${field.value ?? 'on'} ?checked=${field.checked} />
    <span>${field.label}${field.hint ? html`<small>${field.hint}</small>` : nothing}</span>
  </label>`
}

function labelled({ name, label, hint }: Field, control: TemplateResult): TemplateResult {
  return html`<div class="field">
    <label for=${name}>${label}</label>
    ${control} ${hint ? html`<small id=${`${name}-hint`}>${hint}</small>` : nothing}
  </div>`
}

/** The label of the field that the API calls `param`, or by a part of it; null if the form has none, or several. */
export function findLabel(form: HTMLFormElement, param: string): string | null {
  const names = [param, ...param.split('.')]
  const controls = form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('[name]')
  const [control, ...others] = [...controls].filter(({ dataset, name }) => names.includes(dataset.param ?? name))
  if (!control?.labels?.[0] || others.length > 0) return null
  const label = control.labels[0].cloneNode(true) as Element
  label.querySelector('small')?.remove()
  return label.textContent.trim()
}

/** The text of a form's field; undefined if it is empty. */
export function readText(values: FormData, name: string): string | undefined {
  const value = values.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
