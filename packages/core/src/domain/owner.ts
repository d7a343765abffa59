/** The merchant to which something belongs, in one environment: production if `livemode` is true. */
export type Owner = { readonly merchantId: string; readonly livemode: boolean }

/** An owner as a row names it. */
export type OwnerColumns = { readonly merchant_id: string; readonly livemode: boolean }

export function toOwner({ merchant_id, livemode }: OwnerColumns): Owner {
  return { merchantId: merchant_id, livemode }
}

export function toOwnerColumns({ merchantId, livemode }: Owner): OwnerColumns {
  return { merchant_id: merchantId, livemode }
}

/** Leaves out a row of another owner. */
export function pickOwned<Row extends OwnerColumns>(row: Row | null, owner: Owner): Row | null {
  return row?.merchant_id === owner.merchantId && row.livemode === owner.livemode ? row : null
}
