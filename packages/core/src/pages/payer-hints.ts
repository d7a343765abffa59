import type { MisdirectedTransfer, PublicPayment, ReportedTransaction } from '@crypto-checkout/api-types'
import { getExplorerUrl } from '../chains/network.ts'
import { type Context, listChainIds } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { formatAmount } from '../domain/money.ts'
import { toIsoTime } from '../domain/time.ts'
import { findNetworkLook } from '../networks/require-network.ts'
import { decideClaim } from '../payments/claims/decide.ts'
import { findUnnamed } from '../payments/hints/find-unnamed.ts'
import { canHaveHints } from '../payments/hints/record-hint.ts'
import { findHintsByHash, findPaymentHints, type HintRow } from '../payments/hints/store.ts'
import type { PaymentRow } from '../payments/store.ts'
import {
  findTransfersInTransactions,
  findTransfersMeantFor,
  MAX_UNATTRIBUTED,
  type TransferRow,
} from '../payments/transfers/misdirected.ts'
import { findPendingRelay } from '../relays/evm/store.ts'
import { pipeline } from '../storage/database.ts'

const MAX_REPORTED = 3
/** A wallet's transaction is mined or forgotten within the hour. */
const SENT_FOR_MS = 3_600_000
/** The time for which a transaction that a payer named is looked for: as long as an exchange may take to send it. */
const CLAIMED_FOR_MS = 86_400_000

type Hints = Pick<PublicPayment, 'misdirected' | 'reported' | 'unnamed'>

/**
 * Hints that the payment itself does not show a payer: apparently misdirected money, and transactions that were
 * reported or that the checkout sends for the payer. Misdirected money is shown whatever the payment's status.
 * Transactions are shown only while money may still arrive. `isClaimable`: whether a sender's signature would decide.
 */
export async function findPayerHints(ctx: Context, payment: PaymentRow, isClaimable: Promise<boolean>): Promise<Hints> {
  const chains = listChainIds(ctx, toEnvironment(payment.livemode))
  const [reports, astray] = await pipeline([
    findPaymentHints(ctx.db, payment.id),
    findTransfersMeantFor(ctx.db, payment, chains),
  ])
  const { strays, rows, ...found } = await findTransfersInTransactions(ctx.db, payment, chains, reports)
  const misdirected = [...new Map([...astray, ...strays].map((row) => [row.id, row])).values()]
  const provable = (await isClaimable) ? await findProvable(ctx, payment, strays, rows) : new Set<string>()
  const known = { ...found, misdirected: new Set(misdirected.map((row) => row.tx_hash)) }
  return {
    misdirected: misdirected.slice(0, MAX_UNATTRIBUTED).map((row) => misdirectedView(ctx, row, provable)),
    reported: canHaveHints(payment) ? await listReported(ctx, payment, reports, known) : [],
    // A payer who has named a transaction, or whose money is shown, is not asked.
    unnamed:
      reports.length + misdirected.length === 0 && (await isClaimable) ? await findUnnamed(ctx.db, payment) : null,
  }
}

/** The ids of the transfers that would pay the payment if their senders signed for it. */
async function findProvable(
  ctx: Context,
  payment: PaymentRow,
  strays: readonly TransferRow[],
  rows: readonly TransferRow[],
): Promise<ReadonlySet<string>> {
  const isAsked = ({ chain, token }: TransferRow) => chain === payment.chain && token === payment.token
  const asked = strays.filter(isAsked)
  if (asked.length === 0) return new Set()
  const hashes = [...new Set(asked.map((row) => row.tx_hash))]
  const namings = await findHintsByHash(ctx.db, hashes)
  const inTransaction = (hash: string) => rows.filter((row) => row.tx_hash === hash)
  const decided = asked.map(({ tx_hash, from_address: from }) =>
    decideClaim({ payment, from, rows: inTransaction(tx_hash), namings }),
  )
  // A proof of this payment that waits need not be given again.
  const proven = new Set(namings.flatMap((one) => (one.id === payment.id && one.proved_at !== null ? one.tx_hash : [])))
  return new Set(
    decided.flatMap((one) => (typeof one === 'string' || proven.has(one.transfer.tx_hash) ? [] : [one.transfer.id])),
  )
}

/** Hashes of transactions: see `findTransfersInTransactions`. */
type Known = Readonly<Record<'shown' | 'onChain' | 'own' | 'misdirected', ReadonlySet<string>>>

/** The transactions that were named and are not shown otherwise: at most three. */
async function listReported(
  ctx: Context,
  payment: PaymentRow,
  reports: readonly HintRow[],
  known: Known,
): Promise<Hints['reported']> {
  const relayed = await findRelay(ctx, payment)
  const others = reports.flatMap((report): Report[] => {
    const status = describeReport(report, known)
    const isOld = report.reported_at <= ctx.now() - (status === 'sent' ? SENT_FOR_MS : CLAIMED_FOR_MS)
    return status === null || isOld || report.tx_hash === relayed?.tx_hash ? [] : [{ ...report, status }]
  })
  // The checkout sends a relay again after a reorganisation. A wallet's transaction is only shown as dropped.
  const all = relayed && !known.onChain.has(relayed.tx_hash) ? [relayed, ...others] : others
  return all.slice(0, MAX_REPORTED).map((report) => reportView(ctx, payment, report))
}

/** Null if the transaction is shown otherwise. A payer who named one by hand is told what became of it. */
function describeReport({ tx_hash, from_address }: HintRow, known: Known): Report['status'] | null {
  if (from_address !== null) return known.shown.has(tx_hash) ? null : 'sent'
  if (known.own.has(tx_hash) || known.misdirected.has(tx_hash)) return null
  return known.onChain.has(tx_hash) ? 'unrelated' : 'claimed'
}

type Report = Pick<HintRow, 'tx_hash' | 'reported_at'> & Pick<ReportedTransaction, 'status'>

async function findRelay(ctx: Context, payment: PaymentRow): Promise<Report | null> {
  const network = ctx.network(toEnvironment(payment.livemode), payment.network)
  const relayed = network?.sending?.gas ? await findPendingRelay(ctx.db, payment.id) : null
  return relayed && { tx_hash: relayed.hash, reported_at: relayed.since, status: 'sent' }
}

function misdirectedView(ctx: Context, row: TransferRow, provable: ReadonlySet<string>): MisdirectedTransfer {
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  return {
    hash: row.tx_hash,
    from: network?.chain.addresses.display(row.from_address) ?? row.from_address,
    amount: formatAmount(row.amount),
    cryptocurrency: row.cryptocurrency,
    network: row.network,
    networkTitle: findNetworkLook(ctx, row).title,
    explorerUrl: getExplorerUrl(network, row.tx_hash),
    provable: provable.has(row.id),
  }
}

function reportView(ctx: Context, payment: PaymentRow, report: Report): ReportedTransaction {
  const { tx_hash: hash, reported_at, status } = report
  const network = ctx.network(toEnvironment(payment.livemode), payment.network)
  return { hash, reportedAt: toIsoTime(reported_at), explorerUrl: getExplorerUrl(network, hash), status }
}
