/** An order's story as plain data, so that a shop in any language can read it. */

export type Currency = 'EUR' | 'USD' | 'JPY' | 'KWD'

/** A price as text with the currency's decimals, such as 49.90. */
export type Price = { readonly amount: string; readonly currency: Currency }

/** A coin on a network that the payer chooses on the payment's page. */
export type Method = { readonly cryptocurrency: 'USDC' | 'USDT' | 'DAI'; readonly network: 'ethereum' | 'stellar' }

/** The process that is killed, and the moment: before the checkout gets the request, or after it has answered. */
export type Death = 'shop after' | 'checkout before' | 'checkout after'

export type SingleStep =
  /** The payer goes to the payment's page, for the first time or again. */
  | { readonly do: 'place'; readonly dies?: Death }
  /** The payer sends a part of what the payment asked for: 100 is the exact amount. `first`: a page that was left open. */
  | { readonly do: 'pay'; readonly payment: 'current' | 'first'; readonly percent: number }
  /** The cart's price changes. */
  | ({ readonly do: 'amend' } & Price)
  /** The current payment's deadline passes. Payments that are made later have a long one. */
  | { readonly do: 'expire' }
  /** The shop cancels the order. */
  | { readonly do: 'cancel' }
  /** The merchant accepts what a payment has received, in the checkout's dashboard. */
  | { readonly do: 'accept'; readonly payment: 'current' | 'first' }
  /** The shop refunds a part of the order. `signed`: the merchant's wallet pays it, else it waits. */
  | {
      readonly do: 'refund'
      readonly refund: string
      readonly amount: string
      readonly signed: boolean
      readonly dies?: Death
    }
  | { readonly do: 'kill'; readonly who: 'shop' | 'checkout' }

/** `together`: steps that begin at the same time. */
export type Step = SingleStep | { readonly do: 'together'; readonly steps: readonly SingleStep[] }

/** The fate of a webhook between checkout and shop. `held`: until the next one has arrived, or the story has ended. */
export type Fate = 'deliver' | 'twice' | 'thrice at once' | 'late' | 'held' | 'refuse once' | 'forge first' | 'lose'

export type Story = {
  /** The order's number in the shop. */
  readonly order: string
  /** A name for people. */
  readonly plot: string
  readonly price: Price
  /** Null: the shop's own. */
  readonly method: Method | null
  /** Seconds until payments expire that are made before the step `expire`. */
  readonly expiresIn: number
  /** By the number of the order's webhook. Later ones are delivered. */
  readonly fates: readonly Fate[]
  readonly steps: readonly Step[]
}

/**
 * The shop's answer to a step. Payments are numbered from 0 in the order in which the shop names them. `signed`: the refund
 * was taken, and the merchant's wallet has paid it.
 */
export type Answer = { readonly payment: number } | 'taken' | 'signed' | 'refused' | null

const decimals: Readonly<Record<Currency, number>> = { EUR: 2, USD: 2, JPY: 0, KWD: 3 }

/** Converts a price's text to the currency's smallest unit. */
export function toUnits(amount: string, currency: Currency): number {
  return Math.round(Number(amount) * 10 ** decimals[currency])
}

export function fromUnits(units: number, currency: Currency): string {
  return (units / 10 ** decimals[currency]).toFixed(decimals[currency])
}

/** The steps in the order of their numbers. Steps of `together` follow one another. */
export function listSteps(steps: readonly Step[]): readonly SingleStep[] {
  return steps.flatMap((step) => (step.do === 'together' ? step.steps : [step]))
}
