/** A request that a wallet was asked for: remembered while the page may reload, and reported to the server. */
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

const toKey = (payment: string) => `crypto-checkout:asked:${payment}`

/** Stores a mark for the lifetime of the tab, if the browser allows it. */
export function savePendingRequest(mark: PendingRequest): void {
  tolerant(() => sessionStorage.setItem(toKey(mark.payment), JSON.stringify(mark)))
}

export function dropPendingRequest(payment: string): void {
  tolerant(() => sessionStorage.removeItem(toKey(payment)))
}

/** The mark of a payment that still waits for the requested transfer. An obsolete mark is dropped. */
export function restorePendingRequest({ id, amountDue, transactions }: PublicPayment): PendingRequest | null {
  const mark = tolerant<PendingRequest | null>(() => JSON.parse(sessionStorage.getItem(toKey(id)) ?? 'null'))
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

/** Waits before attempts. Nothing is lost if all fail: the server finds the transfer by itself, only later. */
const WAITS_MS = [0, 1000, 3000, 9000, 27_000]

/** Tells the server which transaction to look for, so that the payer sees it sooner. Never throws. */
export async function reportTransaction(url: string, report: { hash: string; from: string }): Promise<boolean> {
  for (const waitMs of WAITS_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const status = await post(url, report)
    if (status < 300) return true
    if (status < 500 && status !== 429) return false
  }
  return false
}

/** The answer's status; 500 if there is none. */
async function post(url: string, body: object): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      // Payers often leave once their wallet has sent.
      keepalive: true,
    })
    return response.status
  } catch {
    return 500
  }
}
