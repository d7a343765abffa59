/** The merchant to which something belongs, in one environment: production if `livemode` is true. */
export type Owner = { readonly merchantId: string; readonly livemode: boolean }

/** The owner that a row names. */
export function toOwner({
  merchant_id,
  livemode,
}: {
  readonly merchant_id: string
  readonly livemode: boolean
}): Owner {
  return { merchantId: merchant_id, livemode }
}
