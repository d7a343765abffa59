import type { PublicPayment } from '@crypto-checkout/api-types'

/** A request to a wallet to send. The page may be reloaded before its outcome is known. */
export type PendingRequest = {
  payment: string
  /** The amount due at that time. Once it has changed, something was paid and the mark is obsolete. */
  due: string
  wallet: string | null
  from: string | null
  /** Null until the wallet has reported it. */
  hash: string | null
}

const keyOf = (payment: string) => `crypto-checkout:asked:${payment}`

/** Stores a mark for the lifetime of the tab, if the browser allows it. */
export function savePendingRequest(mark: PendingRequest): void {
  tolerant(() => sessionStorage.setItem(keyOf(mark.payment), JSON.stringify(mark)))
}

export function dropPendingRequest(payment: string): void {
  tolerant(() => sessionStorage.removeItem(keyOf(payment)))
}

/** The mark of a payment that still waits for the requested transfer. An obsolete mark is dropped. */
export function restorePendingRequest({ id, amountDue, transactions }: PublicPayment): PendingRequest | null {
  const mark = tolerant<PendingRequest | null>(() => JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null'))
  // The payment's own list says more about its transactions, even that the network dropped one.
  const listed = transactions.some(({ hash }) => hash === mark?.hash)
  if (!mark || (mark.due === amountDue && !listed)) return mark
  dropPendingRequest(id)
  return null
}

/** In private modes and sandboxed frames, storage throws as soon as it is accessed. */
function tolerant<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
}
