import { printPrice } from '@crypto-checkout/api-types'
import { cacheOfFrozen } from './cache.ts'

// Node has JSON.rawJSON; the library definitions of ES2024 do not.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): number }

type Line = { readonly unitAmount: number }
type Shape = { object?: unknown; amount?: unknown; lineItems?: unknown; data?: unknown }
/** A link has an amount or its bounds. */
type Bounds = Readonly<Record<'amount' | 'minimum' | 'maximum' | 'preset', number | null>>
type PricedLink = Bounds & { readonly currency: string; readonly lineItems?: readonly Line[] }

const toText = cacheOfFrozen((answer: Shape) => JSON.stringify(printable(answer)))

/**
 * JSON of a response. Prices of payments, links, their lines and refunds are printed with the decimals of their currency, two
 * at least: `100.00`.
 */
export function serialise(answer: unknown): string {
  return toText(answer as Shape)
}

function printable(value: Shape): unknown {
  if (value.object === 'payment' || value.object === 'refund') return priced(value as Priced)
  if (value.object === 'payment_link') return pricedLink(value as PricedLink)
  if (value.object === 'list') return { ...value, data: (value.data as Shape[]).map(printable) }
  if (value.object === 'event')
    return { ...value, data: { object: printable((value.data as { object: Shape }).object) } }
  return value
}

type Priced = { readonly amount: number; readonly currency: string; readonly lineItems?: readonly Line[] }

function priced(value: Priced): object {
  const { amount, currency, lineItems } = value
  const lines = lineItems?.length ? { lineItems: printLines(lineItems, currency) } : {}
  return { ...value, amount: print(amount, currency), ...lines }
}

function pricedLink(value: PricedLink): object {
  const { amount, minimum, maximum, preset, currency, lineItems = [] } = value
  const printed = Object.entries({ amount, minimum, maximum, preset }).map(([name, price]) => [
    name,
    price === null ? null : print(price, currency),
  ])
  return { ...value, ...Object.fromEntries(printed), lineItems: printLines(lineItems, currency) }
}

function printLines(lines: readonly Line[], currency: string): object[] {
  return lines.map((line) => ({ ...line, unitAmount: print(line.unitAmount, currency) }))
}

function print(price: number, currency: string): number {
  return rawJSON(printPrice(price, currency))
}

/** A public view has no `object`, but has a price. */
export const serialisePriced = cacheOfFrozen((view: Priced) => JSON.stringify(priced(view)))

/** The public view of a link, which has no `object` either. */
export function serialiseLink(view: PricedLink): string {
  return JSON.stringify(pricedLink(view))
}
