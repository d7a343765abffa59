/** Fields of objects and parameters, with their types in words. */
import { html, type Insertable, type Markup } from '../document.ts'
import { readSchemaName, type Schema } from './open-api.ts'
import { closeSentence, renderWords } from './words.ts'

type Field = { readonly name: string; readonly required: boolean; readonly schema: Schema }

export function renderFields(schema: Schema): Markup | null {
  const required = schema.required ?? []
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => ({
    name,
    required: required.includes(name),
    schema: one,
  }))
  return renderList(fields)
}

export function renderList(fields: readonly Field[]): Markup | null {
  return fields.length === 0 ? null : html`<dl class="fields">${fields.map(renderField)}</dl>`
}

function renderField({ name, required, schema }: Field): Markup {
  const { description } = schema
  return html`<dt><code>${name}</code> <span class="type">${renderType(schema)}</span>${required && html` <span class="required">required</span>`}</dt>
<dd>${description && html`<p>${renderWords(closeSentence(description))}</p>`}${renderValues(schema)}${renderParts(schema)}</dd>
`
}

/** The values that are allowed. */
function renderValues({ enum: values = [], items, anyOf = [] }: Schema): Markup | null {
  const inner = [items, ...anyOf].flatMap((one) => one?.enum ?? [])
  const all = [...values, ...inner].filter((value) => value !== null)
  if (all.length === 0) return null
  return html`<p class="values">${all.map((value) => html`<code>${String(value)}</code> `)}</p>`
}

/** The fields of an object that has no name of its own. */
function renderParts(schema: Schema): Insertable {
  const inner = [schema, schema.items, ...(schema.anyOf ?? []), ...(schema.anyOf ?? []).map(({ items }) => items)]
  return inner.map((one) => one?.properties && renderFields(one))
}

export function renderType(schema: Schema): Markup {
  if (schema.$ref) return html`<a href="#${readSchemaName(schema.$ref)}">${readSchemaName(schema.$ref)}</a>`
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return html`${join(choices.map(renderType), ' or ')}`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  const types = [schema.type ?? 'any'].flat().map((type) => (type === 'array' ? renderArray(schema) : html`${type}`))
  const limits = describeLimits(schema)
  return html`${join(types, ' or ')}${limits.length > 0 && `, ${limits.join(', ')}`}`
}

function renderArray({ items }: Schema): Markup {
  return html`array of ${items ? renderType(items) : 'any'}`
}

function describeLimits(schema: Schema): string[] {
  const { format, minimum, exclusiveMinimum, maximum, minLength, maxLength } = schema
  const limits: (string | false | undefined)[] = [
    format,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `up to ${maximum}`,
    (minLength ?? 0) > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ]
  return limits.filter((one) => typeof one === 'string')
}

function join(parts: readonly Markup[], separator: string): Insertable {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
}
