import { type Refusal, type RefusalCode, refusals } from './catalog/refusals.ts'

export type { RefusalCode }

/** The status and category of a refusal. */
export function findRefusal(code: RefusalCode): Refusal {
  return refusals[code]
}

/** A refusal with a code from the table. Its message says what to do next and never repeats a secret. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError'
  readonly code: RefusalCode
  readonly param: string | null
  /** The amount of the coin that the payer lacks, with six fractional digits. */
  readonly missing: string | null

  constructor(code: RefusalCode, message: string, param: string | null = null, missing: string | null = null) {
    super(message)
    this.code = code
    this.param = param
    this.missing = missing
  }
}
