import type { PublicPayment } from '@crypto-checkout/api-types'
import type { Language } from './language.ts'
import type { Terms } from './payment-texts.ts'
import { type Phase, takesChoice } from './phase.ts'

type ExchangeTerms = Terms & Pick<PublicPayment, 'exchangeNetwork'>

/** The steps of a withdrawal from an exchange, in one language: a value without imports. */
export type ExchangeTexts = {
  language: Language
  /** The reason to choose another method, followed by buttons of such methods. */
  switch: string
  network: (terms: ExchangeTerms) => string
  amount: (terms: Terms) => string
  /** The detail that the exchange must not get wrong. */
  note: Readonly<Record<PublicPayment['recognition'], string>>
  time: (terms: Terms) => string
}

type Method = PublicPayment['methods'][number]

/**
 * The methods for a payer whose exchange keeps a fee, those in the payment's coin first. None if the chosen method
 * recognises any amount.
 */
export function listExchangeMethods(
  payment: Pick<PublicPayment, 'methods' | 'recognition' | 'cryptocurrency'>,
  phase: Phase,
): Method[] {
  if (payment.recognition !== 'amount' || !takesChoice(payment, phase)) return []
  const found = payment.methods.filter(
    ({ state, recognition }) =>
      (state === 'offered' || state === 'open') && (recognition === 'memo' || recognition === 'address'),
  )
  const isSame = (method: Method) => Number(method.cryptocurrency === payment.cryptocurrency)
  return found.sort((one, other) => isSame(other) - isSame(one))
}
