/** Parts of a payment that a payer unfolds. */

/** The parts that a payer can unfold. */
type Part = 'methods' | 'exchange' | 'claim'

/** A part of a payment that the payer has unfolded. */
export type Unfolded = {
  readonly part: Part
  /** The sample payment. */
  readonly payment: string
  /** Something that is visible once the part is. */
  readonly sign: string
  /** True if the next step of the payer there is refused: a choice, or an entry that is no transaction. */
  readonly isRefused?: true
}

/** All of them by name. */
export const unfolded: Readonly<Record<string, Unfolded>> = {
  'methods-open': { part: 'methods', payment: 'methods', sign: '.methods[open] .choices' },
  'methods-refused': { part: 'methods', payment: 'methods', sign: '.methods[open] .refused', isRefused: true },
  'exchange-open': { part: 'exchange', payment: 'created', sign: '.exchange[open] ol' },
  'exchange-open-deposit': { part: 'exchange', payment: 'deposit', sign: '.exchange[open] ol' },
  'exchange-open-stellar': { part: 'exchange', payment: 'stellar', sign: '.exchange[open] ol' },
  'exchange-open-methods': { part: 'exchange', payment: 'methods', sign: '.exchange[open] ol' },
  'claim-open': { part: 'claim', payment: 'created', sign: '.claim[open] .entry' },
  'claim-open-expired': { part: 'claim', payment: 'expired', sign: '.claim[open] .entry' },
  'claim-open-not-found': { part: 'claim', payment: 'claim-not-found', sign: '.claim[open] .entry' },
  'claim-refused': { part: 'claim', payment: 'created', sign: '.claim[open] .refused', isRefused: true },
}

/** The entry of a payer who does not know what a transaction is. */
export const NO_HASH = 'order-2026-1017'

/** A page whose details are unfolded where only a payer can unfold them, because no scripts run. */
export function unfoldPage(page: string, { part }: Unfolded): string {
  return page.replace(`<details class="${part}">`, `<details class="${part}" open>`)
}
