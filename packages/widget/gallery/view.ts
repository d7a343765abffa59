import { findLanguage, LANGUAGES } from '@crypto-checkout/payer-ui'
import { type State, states } from './states.ts'

const THEMES = ['auto', 'light', 'dark'] as const
const SHOWN_AS = ['element', 'dialog', 'hostile-page', 'page', 'page-without-script'] as const
const WIDTHS = ['320', '390', 'desktop'] as const

/** The options of the gallery and their values; the first is the default. */
export const choices = {
  as: SHOWN_AS,
  theme: THEMES,
  lang: LANGUAGES,
  width: WIDTHS,
} as const

export type View = {
  state: string
  as: (typeof SHOWN_AS)[number]
  theme: (typeof THEMES)[number]
  lang: (typeof LANGUAGES)[number]
  width: (typeof WIDTHS)[number]
}

/** The view that an address asks for. Unknown values become the default. */
export function viewOf(query: URLSearchParams): View {
  const one = <Choice extends string>(name: string, of: readonly Choice[]): Choice =>
    of.find((choice) => choice === query.get(name)) ?? (of[0] as Choice)
  return {
    state: one('state', [...states.keys()]),
    as: one('as', SHOWN_AS),
    theme: one('theme', THEMES),
    lang: findLanguage(query.get('lang') ?? '') ?? 'en',
    width: one('width', WIDTHS),
  }
}

/** The address of a state on its own: for a frame, a test or a camera. */
export function addressOf({ state, as, theme, lang }: Omit<View, 'width'>): string {
  const query = new URLSearchParams({ lang, theme })
  if (as === 'dialog' || as === 'hostile-page') query.set('as', as)
  if (as === 'element' || as === 'dialog' || as === 'hostile-page') return `/state/${state}?${query}`
  if (as === 'page-without-script') query.set('script', 'off')
  return `/page/${state}?${query}`
}

/** The address of a state in the gallery, among its options. */
export function galleryAddressOf(view: View): string {
  return `/?${new URLSearchParams(view)}`
}

/** Each kind of content once: fields, codes, lists, forms, notices, receipts, wallets, and no payment at all. */
const HOSTED_BY_HOSTILE = [
  ...[
    'created',
    'stellar',
    'order',
    'methods-open',
    'exchange-open-methods',
    'claim-open',
    'misdirected',
    'confirming',
  ],
  ...['completed', 'overpaid', 'expired', 'wallet-choosing', 'wallet-insufficient', 'link-amount', 'not-found'],
]

/**
 * The states that look different: the dialog shows the same card as the page, and without scripts there are no wallets.
 */
export function statesShownAs(as: View['as']): readonly string[] {
  if (as === 'hostile-page') return HOSTED_BY_HOSTILE
  if (as === 'dialog') return ['created', 'completed', 'link-amount', 'loading', 'not-found']
  if (as === 'element') return [...states].flatMap(([name, state]) => (isShownByElement(state) ? [name] : []))
  return [...states].flatMap(([name, { group }]) => (group === 'With a wallet' ? [] : [name]))
}

/** The states of the wallet's panel, which is the same on every page. */
export function walletStates(): readonly string[] {
  return [...states].flatMap(([name, { group }]) => (group === 'With a wallet' ? [name] : []))
}

/** The pages of the server that their scripts change, other than a payment's. */
export function scriptedPages(): readonly string[] {
  return [...states].flatMap(([name, { page }]) => (page?.sign === undefined ? [] : [name]))
}

/** Tells whether there is more than a page of the server. */
export function isShownByElement({ page }: State): boolean {
  return page === undefined || page.link !== undefined
}
