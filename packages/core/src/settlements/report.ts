import { type Context, runOnSnapshot } from '../context/context.ts'
import { isValidLink, type SignedLink } from '../context/secrets/sign-link.ts'
import { sumArrivedByPayment } from '../deposits/sweeps-store.ts'
import { formatAmount, formatCents } from '../domain/money.ts'
import { toOwner } from '../domain/owner.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import { writeCsv } from '../http/export-link.ts'
import { findShown, type PaymentRow, type PaymentTransferRow } from '../payments/find.ts'
import { withLinkTexts } from '../payments/links/texts.ts'
import { isOfMethod } from '../payments/methods/method.ts'
import { findPaymentsOfSettlement } from '../payments/settlement-store.ts'
import type { Db } from '../storage/database.ts'
import { findAnySettlement, type SettlementRow } from './store.ts'

const COLUMNS = [
  'payment',
  'created_at',
  'completed_at',
  'amount',
  'currency',
  'rate',
  'received',
  'cryptocurrency',
  'network',
  'address',
  'memo',
  'transactions',
  'metadata',
  'arrived',
] as const

/** The settlement of a link to its report; null if the link was not made here or has expired. */
export async function openStatement(ctx: Context, link: SignedLink): Promise<SettlementRow | null> {
  const settlement = await findAnySettlement(ctx.db, link.name)
  if (!settlement) return null
  const owner = toOwner(settlement)
  return (await isValidLink(ctx, owner, link)) ? settlement : null
}

type Line = PaymentRow & { readonly cells: readonly string[] }

/** Yields the payments of a settlement as CSV (RFC 4180), oldest first. Each page is as of when it is read. */
export function readStatement(ctx: Context, settlement: SettlementRow): AsyncGenerator<string> {
  return writeCsv<Line>(
    COLUMNS,
    (last, limit) => runOnSnapshot(ctx, ({ db }) => readLines(db, settlement, last, limit)),
    ({ cells }) => cells,
  )
}

async function readLines(db: Db, settlement: SettlementRow, last: PaymentRow | null, limit: number): Promise<Line[]> {
  const payments = await findPaymentsOfSettlement(db, settlement.id, last, limit)
  const ids = payments.map((payment) => payment.id)
  const shown = await findShown(db, payments)
  const arrived = settlement.method === 'deposit' ? await sumArrivedByPayment(db, settlement.id, ids) : null
  return payments.map((payment) => {
    const final = (shown.get(payment.id)?.transfers ?? []).filter(
      (one) => one.state === 'final' && isOfMethod(payment, one),
    )
    const received = payment.received_final
    const inWallet = arrived ? (arrived.get(payment.id) ?? 0n) : received
    const texts = shown.get(payment.id)?.texts ?? null
    return { ...payment, cells: toFields(withLinkTexts(payment, texts), final, { received, inWallet }) }
  })
}

/** The amount received from payers, and the part of it that this settlement brought to the wallet, in millionths. */
type Sums = { readonly received: bigint; readonly inWallet: bigint }

function toFields(payment: PaymentRow, final: readonly PaymentTransferRow[], { received, inWallet }: Sums): string[] {
  return [
    payment.id,
    toIsoTime(payment.created_at),
    toIsoTimeOrNull(payment.completed_at) ?? '',
    formatCents(payment.amount_cents, payment.currency),
    payment.currency,
    payment.rate,
    formatAmount(received),
    payment.cryptocurrency,
    payment.network,
    payment.address,
    payment.memo ?? '',
    final.map((one) => one.tx_hash).join(' '),
    payment.metadata,
    formatAmount(inWallet),
  ]
}
