import type { PublicPayment } from '../wire.ts'

/** What a wallet was asked to send: the page may be loaded again before it is known what became of it. */
export type Mark = {
  payment: string
  /** What was to be paid then: once that has changed, something was paid and the mark is past. */
  due: string
  wallet: string | null
  from: string | null
  /** Null until the wallet has said it. */
  hash: string | null
}

const keyOf = (payment: string) => `crypto-checkout:asked:${payment}`

/** Keeps a mark for as long as the tab is there, where the browser lets it. */
export function keepMark(mark: Mark): void {
  tolerant(() => sessionStorage.setItem(keyOf(mark.payment), JSON.stringify(mark)))
}

export function dropMark(payment: string): void {
  tolerant(() => sessionStorage.removeItem(keyOf(payment)))
}

/** The mark of a payment that still waits for what it was asked for; one that is past is dropped. */
export function markOf({ id, amountDue, transactions }: PublicPayment): Mark | null {
  const mark = tolerant<Mark | null>(() => JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null'))
  // The payment's own list says more of a transaction that is in it, even that the network dropped it.
  const listed = transactions.some(({ hash }) => hash === mark?.hash)
  if (!mark || (mark.due === amountDue && !listed)) return mark
  dropMark(id)
  return null
}

/** Private modes and sandboxed frames have storage that throws, already when it is named. */
function tolerant<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
}
