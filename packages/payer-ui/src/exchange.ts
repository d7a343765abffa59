import type { PublicPayment } from '@crypto-checkout/api-types'
import type { Language } from './language.ts'
import type { Terms } from './payment-texts.ts'
import { type Phase, takesChoice } from './phase.ts'

/** How exchanges name the built-in networks in their forms. Loaded with the steps. */
export const exchangeNames: Readonly<Record<string, string>> = {
  polygon: 'Polygon (POL, MATIC)',
  ethereum: 'Ethereum (ERC20)',
  stellar: 'Stellar (XLM)',
}

type ExchangeTerms = Terms & {
  /** The network as exchanges name it; its own title if that is not known. */
  exchangeNetwork: string
}

export function addExchangeNetwork(terms: Terms, { network }: Pick<PublicPayment, 'network'>): ExchangeTerms {
  return { ...terms, exchangeNetwork: exchangeNames[network] ?? terms.network }
}

/** The steps of a withdrawal from an exchange, in one language: a value without imports. */
export type ExchangeTexts = {
  language: Language
  /** Why the payer should choose another method, followed by buttons of such methods. */
  switch: string
  network: (terms: ExchangeTerms) => string
  amount: (terms: Terms) => string
  /** What the exchange must not get wrong. */
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
