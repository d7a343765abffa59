/** Views of a page that has nothing to show. */
import { isKey, listKeys, type Scope } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { RequestError } from '../api/request.ts'
import { patterns, type Reasons } from '../languages/reasons.ts'
import { texts } from '../languages/texts.ts'
import { formatPlace, type Shop } from '../router.ts'
import { findLabel } from './field.ts'
import type { Loaded, Loader } from './loader.ts'
import { notify } from './notice.ts'

/** Renders a loaded value, or the state of loading it. A failure offers another try. */
export function showLoaded<Value>(loader: Loader<Value>, view: (value: Value) => unknown): unknown {
  const { current } = loader
  if (current.state === 'ready') return view(current.value)
  return current.state === 'loading' ? loadingView() : failureView(current.error, () => loader.reload())
}

/** A page of one thing, and before it the way to its list. Until the thing is there, the page has the list's title. */
export function showOne<Value>(
  loader: Loader<Value>,
  list: { readonly shop: Shop; readonly page: keyof typeof texts.shell.pages; readonly link: string },
  view: (value: Value) => unknown,
): TemplateResult {
  return html`<p class="way-back"><a href=${formatPlace(list.shop, list.page)}>${list.link}</a></p>
    ${isReady(loader.current) ? nothing : html`<div class="page-head"><h1>${texts.shell.pages[list.page]}</h1></div>`}
    ${showLoaded(loader, view)}`
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
  return texts.shell.states.missingScope(describeRight(scope))
}

/** A right in the words of the roles: `Payments – See`. */
export function describeRight(scope: Scope): string {
  const { resources, scopes } = texts.scopes
  const [resource] = scope.split(':') as [keyof typeof resources]
  return `${resources[resource]} – ${scopes[scope]}`
}

/** The words for a refusal, next to what was refused. `form`: the form that was sent, whose fields have names for people. */
export function describeError(error: unknown, form: HTMLFormElement | null = null): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : String(error)
  const { refusals } = texts
  const { code, param, scope } = error
  if (scope) return describeMissing(scope)
  const sentences = listSentences(error, form)
  const message = sentences.map(({ text }) => text).join(' ')
  if (sentences.every(({ isWorded }) => isWorded) || !isKey(refusals, code)) return message
  return refusals[code](message, param)
}

/** Does something that has no form. Its refusal is a notice. */
export async function attempt(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    notify(describeError(error))
  }
}

/** A sentence of a refusal. `isWorded`: in the words of the user's language, and complete without others. */
type Sentence = { readonly text: string; readonly isWorded: boolean }

function listSentences({ message, param }: RequestError, form: HTMLFormElement | null): readonly Sentence[] {
  const sentences = message.split(/(?<=[.?]) /).map((sentence) => wordSentence(sentence, form))
  const text = sentences.map((sentence) => sentence.text).join(' ')
  const label = param === null || text !== message ? null : findFieldName(param, form)
  return label === null ? sentences : [{ text: `${label}: ${text}`, isWorded: false }]
}

/** A sentence with the label of a field in place of the API's name, with which it begins, and with the language's reason. */
function wordSentence(sentence: string, form: HTMLFormElement | null): Sentence {
  const [name = ''] = /^[\w.-]*\w/.exec(sentence) ?? []
  const label = findFieldName(name, form)
  const rest = label === null ? sentence : sentence.slice(name.length)
  const reason = wordReason(rest.trim().replace(/\.$/, ''))
  if (reason === null) return { text: `${label ?? ''}${rest}`, isWorded: false }
  return { text: `${label === null ? '' : `${label} `}${reason}.`, isWorded: true }
}

/** The label of a field on the screen, else the name that people have for it; null if it has none. */
function findFieldName(param: string, form: HTMLFormElement | null): string | null {
  const label = form && findLabel(form, param)
  if (label !== null) return texts.shell.states.quoted(label)
  return isKey(texts.fields, param) ? texts.fields[param] : null
}

/** Words a reason, which has no full stop. Null if the language has no words of its own for it. */
function wordReason(reason: string): string | null {
  const words: Partial<Reasons> = texts.reasons
  for (const name of listKeys(patterns)) {
    const match = patterns[name].exec(reason)
    if (match) return words[name]?.(...match.slice(1)) ?? null
  }
  return null
}
