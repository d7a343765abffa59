import type { Scope } from '@crypto-checkout/api-types'
import { type Refusal, type RefusalCode, refusals } from './catalog/refusals.ts'

export type { RefusalCode }

/** The status and category of a refusal. */
export function findRefusal(code: RefusalCode): Refusal {
  return refusals[code]
}

/** Facts that programs need beside the code of a refusal. */
export type RefusalFacts = {
  /** The amount of the coin that the payer lacks, with six fractional digits. */
  readonly missing?: string
  /** The right that the caller lacks. */
  readonly scope?: Scope
}

/** A refusal with a code from the table. Its message says what to do next and never repeats a secret. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError'
  readonly code: RefusalCode
  readonly param: string | null
  readonly facts: RefusalFacts

  constructor(code: RefusalCode, message: string, param: string | null = null, facts: RefusalFacts = {}) {
    super(message)
    this.code = code
    this.param = param
    this.facts = facts
  }
}

/** Returns what an id has found. Throws `resource_missing`, without the id: it may be a secret. */
export function requireFound<Found>(noun: string, found: Found | null | undefined, param = 'id'): Found {
  if (found !== null && found !== undefined) return found
  const reason = `There is no such ${noun}: check the id, and that the keys are of its environment.`
  throw new CheckoutError('resource_missing', reason, param)
}
