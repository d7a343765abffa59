import { listKeys, type Scope } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts, texts } from '../../languages/texts.ts'
import { checkField } from '../../parts/field.ts'
import { View } from '../../parts/view.ts'
import { mayUse } from '../../session.ts'

/** Fields for what a key may do: everything, or scopes in groups. Users can give only what they may do themselves. */
class ScopeFields extends View {
  #isAll = true

  override render() {
    const { rights, everything, chosen } = pageTexts.keys
    const choice = (value: string, label: string, checked: boolean) =>
      html`<label class="check"
        ><input type="radio" name="rights" value=${value} .checked=${checked} @change=${this.#change} /><span>${label}</span></label
      >`
    return html`<fieldset class="field">
        <legend>${rights}</legend>
        ${choice('all', everything, this.#isAll)} ${choice('some', chosen, !this.#isAll)}
      </fieldset>
      ${this.#isAll ? nothing : html`<div class="scope-groups">${groupScopes().map(groupView)}</div>`}`
  }

  readonly #change = (event: Event): void => {
    this.#isAll = event.target instanceof HTMLInputElement && event.target.value === 'all'
    this.requestUpdate()
  }
}

type Resource = keyof typeof texts.scopes.resources

function groupScopes(): { readonly resource: Resource; readonly scopes: readonly Scope[] }[] {
  const all = listKeys(texts.scopes.scopes).filter(mayUse)
  const resources = listKeys(texts.scopes.resources)
  return resources
    .map((resource) => ({ resource, scopes: all.filter((scope) => scope.startsWith(`${resource}:`)) }))
    .filter(({ scopes }) => scopes.length > 0)
}

function groupView({ resource, scopes }: ReturnType<typeof groupScopes>[number]): TemplateResult {
  return html`<fieldset>
    <legend>${texts.scopes.resources[resource]}</legend>
    ${scopes.map((scope) => checkField({ name: 'scopes', value: scope, label: texts.scopes.scopes[scope], hint: scope }))}
  </fieldset>`
}

/** The chosen scopes of a form with these fields; undefined for everything. */
export function readScopes(values: FormData): Scope[] | undefined {
  if (values.get('rights') === 'all') return undefined
  const chosen = values.getAll('scopes')
  const scopes = listKeys(texts.scopes.scopes).filter((scope) => chosen.includes(scope))
  if (scopes.length === 0) throw new Error(pageTexts.keys.chooseSome)
  return scopes
}

customElements.define('scope-fields', ScopeFields)
