import { formatAmount } from '../../packages/core/src/domain/money.ts'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { History } from './history.ts'
import { expectSame } from './violation.ts'

/** The minimum transfer of the checkout, in millionths. */
const LEAST = 10_000n

/**
 * An unattributed transfer to one merchant's wallet is reported at once. Dust is reported with the transfer that brings
 * the sum since the last such event to the minimum. `events`: those of the step.
 */
export function checkUnattributed(history: History, row: Row<'transfers'>, events: readonly Row<'events'>[]): void {
  if (row.payment_id !== null) return
  const dustEvents = events
    .filter(({ type }) => type === 'transfer.unattributed')
    .map((event) => JSON.parse(event.object) as { id: string; dust: unknown })
    .filter(({ id }) => id === row.id)
    .map(({ dust }) => (dust === null ? null : (dust as { amount: string }).amount))
  expectSame(dustEvents, expectedOf(history, row), 'I8', `what was told of the unattributed ${row.id}`)
}

function expectedOf({ strayDust }: History, row: Row<'transfers'>): (string | null)[] {
  if (row.merchant_id === null) return []
  const amount = row.amount
  if (amount >= LEAST) return [null]
  const sum = (strayDust.get(keyOf(row)) ?? 0n) + amount
  strayDust.set(keyOf(row), sum >= LEAST ? 0n : sum)
  return sum >= LEAST ? [formatAmount(sum)] : []
}

/** An assigned transfer no longer counts as the wallet's dust. `row`: its state before. */
export function forgetStrayDust({ strayDust }: History, row: Row<'transfers'>): void {
  const sum = strayDust.get(keyOf(row))
  if (sum === undefined || row.merchant_id === null || row.amount >= LEAST) return
  const left = sum - row.amount
  strayDust.set(keyOf(row), left > 0n ? left : 0n)
}

function keyOf(row: Row<'transfers'>): string {
  return [row.chain, row.token, row.to_address, row.merchant_id, row.livemode].join()
}
