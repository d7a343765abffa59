import { nearest, suggestName } from '@crypto-checkout/api-types'
import { LANGUAGES } from '@crypto-checkout/payer-ui'

export const attributes = [
  'src',
  'link',
  'lang',
  'method',
  'snapshot',
  'modal',
  'opened',
  'redirect',
  'walletconnect-project-id',
]
export const slots = ['header', 'footer', 'completed', 'expired']
export const events = [
  'checkout-status-change',
  'checkout-method-change',
  'checkout-payment-created',
  'checkout-completed',
  'checkout-expired',
  'checkout-close',
  'checkout-error',
  'checkout-wallet-connected',
  'checkout-transaction-sent',
]
const redirects = ['auto', 'manual']
const properties = attributes.filter((name) => !name.includes('-'))

/** Attributes of HTML, of RDFa, and of frameworks that mark rendered elements. */
const STANDARD = new Set(
  `accesskey anchor autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts hidden
  id inert inputmode is itemid itemprop itemref itemscope itemtype nonce part popover role slot spellcheck style tabindex
  title translate virtualkeyboardpolicy writingsuggestions about content datatype inlist prefix property rel resource rev
  typeof vocab xmlns defer-hydration jsaction jscontroller jsname ngh ngskiphydration`.split(/\s+/),
)
/** Other attributes: data-v-1, ng-version, x-data, hx-get. The element's own have no such prefix. */
const PREFIXED = /^(data|aria|astro|[a-z]{1,3})-/
/** `:src`, `_ngcontent-abc`, `on:click` and scopes with a hash. No name of the element contains such a character. */
const FOREIGN = /[^a-z-]/

/**
 * Explains to a developer what is wrong with one use of the element; null if nothing is. A use is an attribute with its
 * value (`redirect=auto`), an own property (`.snapshot`), the slot of a child (`>footer`), or the type of an event with
 * a listener (`@checkout-close`).
 */
export function explainUse(use: string): string | null {
  const name = use.slice(1)
  if (use.startsWith('@')) return explainEvent(name)
  if (use.startsWith('>')) return explainSlot(name)
  if (use.startsWith('.')) return explainProperty(name)
  const [attribute = ''] = use.split('=', 1)
  return explainAttribute(attribute, use.slice(attribute.length + 1))
}

/** Warns on the console about incorrect uses. */
export function warnAll(uses: readonly string[]): void {
  for (const use of uses) {
    const words = explainUse(use)
    if (words !== null) console.warn(`crypto-checkout: ${words}`)
  }
}

function explainEvent(type: string): string | null {
  if (events.includes(type) || !(/checkout/i.test(type) || nearest(type, events))) return null
  return `there is no event "${type}": ${suggestName(type, events)}`
}

function explainSlot(name: string): string | null {
  if (name === '' || slots.includes(name)) return null
  return `there is no slot "${name}", so what it holds is not shown: ${suggestName(name, slots)}`
}

/** Pages and frameworks add properties of their own, so only a likely misspelling is reported. */
function explainProperty(name: string): string | null {
  const meant = /^[a-z]{4,}$/i.test(name) ? nearest(name, attributes) : null
  if (meant === null || meant === name) return null
  const advice = properties.includes(meant) ? `did you mean ${meant}?` : `set the attribute ${meant}.`
  return `there is no property "${name}": ${advice}`
}

function explainAttribute(name: string, value: string): string | null {
  if (attributes.includes(name)) return explainValue(name, value)
  if (/^on.*checkout/.test(name)) {
    const meant = nearest(name.slice(2), events) ?? 'checkout-completed'
    return `attributes do not listen to events, so "${name}" does nothing: call addEventListener('${meant}', …).`
  }
  if (STANDARD.has(name) || name.startsWith('on') || PREFIXED.test(name) || FOREIGN.test(name)) return null
  return `there is no attribute "${name}": ${suggestName(name, attributes)}`
}

function explainValue(name: string, value: string): string | null {
  if (name === 'src' && /\/l\/\w+$/.test(value)) return `src="${value}" is the address of a payment link: use link.`
  if (name === 'link' && /\/pay\//.test(value)) return `link="${value}" is the address of a payment: use src.`
  if (name === 'redirect' && !redirects.includes(value))
    return `redirect cannot be "${value}", so payers stay: ${suggestName(value, redirects)}`
  if (name === 'modal' || name === 'opened') {
    const isTrue = ['', 'true', name].includes(value.toLowerCase())
    return isTrue ? null : `${name}="${value}" is true as well: leave the attribute out, or set the property to false.`
  }
  // An unsupported language is not an error: the element shows English.
  if (name !== 'lang' || /^([a-z]{2,3}(-[a-z0-9]+)*)?$/i.test(value)) return null
  return `lang="${value}" is no tag of a language, so English is shown: use one of ${LANGUAGES.join(', ')}.`
}
