/** The fields of a form that say how money is to be paid: a coin on a network, and a wallet. */
import type { ConfiguredMethod, ConfiguredMethods } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { readText, textField } from '../../parts/field.ts'
import { mayNameWallets, noMethodsNote } from '../../parts/lack.ts'
import type { Loaded } from '../../parts/loader.ts'
import { isReady } from '../../parts/states.ts'
import { recall, remember } from '../../remember.ts'
import type { Shop } from '../../router.ts'

/** The methods that the user can ask for: others may only take payments to the wallets of the settings. */
export function listUsable(methods: readonly ConfiguredMethod[]): ConfiguredMethod[] {
  return methods.filter(({ merchantWallet }) => merchantWallet !== null || mayNameWallets())
}

function toMethodKey({ cryptocurrency, network }: Pick<ConfiguredMethod, 'cryptocurrency' | 'network'>): string {
  return `${cryptocurrency} ${network}`
}

/** The one that was used last in this browser, else the first one with a wallet that is on offer. */
export function chooseFirst(methods: readonly ConfiguredMethod[]): ConfiguredMethod | undefined {
  const offered = methods.filter(({ state }) => state === 'offered')
  const last = offered.find((one) => toMethodKey(one) === recall('method'))
  return last ?? offered.find(({ merchantWallet }) => merchantWallet !== null) ?? offered[0] ?? methods[0]
}

export function methodFields(
  methods: readonly ConfiguredMethod[],
  chosen: ConfiguredMethod,
  choose: (method: ConfiguredMethod) => void,
  { withWallet = true } = {},
): TemplateResult {
  const { form, coinOn } = pageTexts.payments
  const change = ({ target }: Event) => {
    const method = target instanceof HTMLSelectElement && methods.find((one) => toMethodKey(one) === target.value)
    if (method) choose(method)
  }
  const option = (method: ConfiguredMethod) => {
    const { cryptocurrency, networkTitle, state } = method
    const title = coinOn(cryptocurrency, networkTitle)
    const label = state === 'offered' ? title : `${title} (${form.unavailable})`
    const value = toMethodKey(method)
    return html`<option value=${value} ?selected=${method === chosen} ?disabled=${state !== 'offered'}>${label}</option>`
  }
  return html`<div class="field">
      <label for="method">${form.method}</label>
      <select id="method" name="method" @change=${change}>
        ${methods.map(option)}
      </select>
    </div>
    ${withWallet ? walletField(chosen) : nothing}`
}

function walletField(chosen: ConfiguredMethod): TemplateResult {
  const { form } = pageTexts.payments
  return html`${
    mayNameWallets()
      ? textField({
          name: 'merchantWallet',
          label: form.wallet,
          hint: form.walletHint,
          required: true,
          maxLength: 128,
          value: chosen.merchantWallet ?? '',
        })
      : html`<p class="hint">${form.wallet}: <code translate="no">${chosen.merchantWallet}</code></p>`
  }`
}

/** The chosen method of a form, for the API. It is the first choice of the next form. */
export function readMethod(values: FormData, chosen: ConfiguredMethod) {
  const { cryptocurrency, network, merchantWallet } = chosen
  remember('method', toMethodKey(chosen))
  return { cryptocurrency, network, merchantWallet: readText(values, 'merchantWallet') ?? merchantWallet ?? '' }
}

/** The note if the form would have nothing to offer; null otherwise, and while nobody knows. */
export function findLack(methods: Loaded<ConfiguredMethods>, shop: Shop): TemplateResult | null {
  if (!isReady(methods)) return null
  const configured = methods.value.methods
  return listUsable(configured).length > 0 ? null : noMethodsNote(configured.length, shop)
}
