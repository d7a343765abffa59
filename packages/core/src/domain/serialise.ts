// Node has JSON.rawJSON; the library definitions of ES2024 do not.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): number }

type Shape = { object?: unknown; amount?: unknown; data?: unknown }

/** JSON of a response. The price of a payment or a refund is printed with two decimals: `100.00`. */
export function serialise(answer: unknown): string {
  return JSON.stringify(printable(answer as Shape))
}

function printable(value: Shape): unknown {
  if (value.object === 'payment' || value.object === 'refund')
    return { ...value, amount: rawJSON((value.amount as number).toFixed(2)) }
  if (value.object === 'list') return { ...value, data: (value.data as Shape[]).map(printable) }
  if (value.object === 'event')
    return { ...value, data: { object: printable((value.data as { object: Shape }).object) } }
  return value
}

/** A public view has no `object`, but has a price. */
export function serialisePriced(view: { readonly amount: number }): string {
  return JSON.stringify({ ...view, amount: rawJSON(view.amount.toFixed(2)) })
}
