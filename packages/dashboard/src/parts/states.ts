/** Views of a page that has nothing to show. */
import type { Scope } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { RequestError } from '../api/request.ts'
import { texts } from '../languages/texts.ts'
import { findLabel } from './field.ts'
import type { Loaded, Loader } from './loader.ts'

/** Renders a loaded value, or the state of loading it. A failure offers another try. */
export function showLoaded<Value>(loader: Loader<Value>, view: (value: Value) => unknown): unknown {
  const { current } = loader
  if (current.state === 'ready') return view(current.value)
  return current.state === 'loading' ? loadingView() : failureView(current.error, () => loader.reload())
}

export function isReady<Value>(loaded: Loaded<Value>): loaded is Extract<Loaded<Value>, { state: 'ready' }> {
  return loaded.state === 'ready'
}

export function loadingView(): TemplateResult {
  return html`<div class="state" role="status"><span class="spinner" aria-hidden="true"></span>${texts.shell.loading}</div>`
}

/** Says what failed and what helps. */
export function failureView(error: unknown, retry: () => unknown): TemplateResult {
  const { states } = texts.shell
  const refusal = error instanceof RequestError ? error : null
  if (refusal?.status === 403) return emptyView(states.forbidden, describeError(refusal))
  if (refusal?.status === 404) return emptyView(states.failed, states.gone)
  return html`<div class="state" role="alert">
    <strong>${states.failed}</strong>
    <span>${describeError(error)}</span>
    ${refusal?.requestId ? html`<small>${states.requestId(refusal.requestId)}</small>` : nothing}
    <button type="button" @click=${retry}>${states.retry}</button>
  </div>`
}

/** Says that there is nothing, and what comes next. `action`: a link or a button. */
export function emptyView(title: string, detail: string, action: unknown = nothing): TemplateResult {
  return html`<div class="state"><strong>${title}</strong><span>${detail}</span>${action}</div>`
}

/** Says which right the user's role lacks, in the words of the roles. */
export function describeMissing(scope: Scope): string {
  const { resources, scopes } = texts.scopes
  const [resource] = scope.split(':') as [keyof typeof resources]
  return texts.shell.states.missingScope(`${resources[resource]} – ${scopes[scope]}`)
}

/** The words for a refusal, next to what was refused. `form`: the form that was sent, whose fields have names for people. */
export function describeError(error: unknown, form: HTMLFormElement | null = null): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : String(error)
  const { refusals } = texts
  const { code, param, scope } = error
  if (scope) return describeMissing(scope)
  const message = form ? nameFields(error, form) : error.message
  return Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals](message, param) : message
}

/** The message of a refusal with the labels of a form in place of the fields' names, with which its sentences begin. */
function nameFields({ message, param }: RequestError, form: HTMLFormElement): string {
  const { quoted } = texts.shell.states
  const named = message.split(/(?<=[.?]) /).map((sentence) => {
    const [name = ''] = /^[\w.-]*\w/.exec(sentence) ?? []
    const label = findLabel(form, name)
    return label === null ? sentence : quoted(label) + sentence.slice(name.length)
  })
  const text = named.join(' ')
  const label = param === null || text !== message ? null : findLabel(form, param)
  return label === null ? text : `${quoted(label)}: ${text}`
}
