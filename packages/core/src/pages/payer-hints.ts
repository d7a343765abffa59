import type { MisdirectedTransfer, PublicPayment } from '@crypto-checkout/api-types'
import { type Context, listChainIds } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/environments.ts'
import { formatAmount } from '../domain/money.ts'
import { toIsoTime } from '../domain/time.ts'
import { findPendingRelay } from '../gasless/store.ts'
import { canHaveHints } from '../payments/hints/record-hint.ts'
import { findPaymentHints, type HintRow } from '../payments/hints/store.ts'
import type { PaymentRow } from '../payments/store.ts'
import {
  findTransfersInTransactions,
  findTransfersMeantFor,
  MAX_UNATTRIBUTED,
  type TransferRow,
} from '../payments/transfers/misdirected.ts'
import { findNetworkTitle } from './network-title.ts'

const MAX_REPORTED = 3
const REPORTED_FOR_MS = 3_600_000

type Hints = Pick<PublicPayment, 'misdirected' | 'reported'>

/**
 * Hints that the payment itself does not show a payer: apparently misdirected money, and transactions that were
 * reported or that the checkout sends for the payer. Misdirected money is shown whatever the payment's status.
 * Transactions are shown only while the payment waits for money.
 */
export async function findPayerHints(ctx: Context, payment: PaymentRow): Promise<Hints> {
  const chains = listChainIds(ctx, toEnvironment(payment.livemode === 1))
  const reports = await findPaymentHints(ctx.db, payment.id)
  const { shown, onChain, strays } = await findTransfersInTransactions(ctx.db, payment, chains, reports)
  const astray = await findTransfersMeantFor(ctx.db, payment, chains)
  const misdirected = new Map([...astray, ...strays].map((row) => [row.id, row]))
  return {
    misdirected: [...misdirected.values()].slice(0, MAX_UNATTRIBUTED).map((row) => misdirectedView(ctx, row)),
    reported: canHaveHints(payment) ? await reportedOn(ctx, payment, { reports, shown, onChain }) : [],
  }
}

type Known = {
  readonly reports: readonly HintRow[]
  /** Transactions that a reading has shown, and those that are on the chain now. */
  readonly shown: ReadonlySet<string>
  readonly onChain: ReadonlySet<string>
}

/** The transactions known to be on their way: at most three. */
async function reportedOn(
  ctx: Context,
  payment: PaymentRow,
  { reports, shown, onChain }: Known,
): Promise<Hints['reported']> {
  const recent = ctx.now() - REPORTED_FOR_MS
  const waiting = reports.filter((report) => report.reported_at > recent && !shown.has(report.tx_hash))
  const relayed = await relayOf(ctx, payment)
  const others = waiting.filter((report) => report.tx_hash !== relayed?.tx_hash)
  // The checkout sends a relay again after a reorganisation. A wallet's transaction is only shown as dropped.
  const told = relayed && !onChain.has(relayed.tx_hash) ? [relayed, ...others] : others
  return told.slice(0, MAX_REPORTED).map((report) => reportView(ctx, payment, report))
}

type Report = Pick<HintRow, 'tx_hash' | 'reported_at'>

async function relayOf(ctx: Context, payment: PaymentRow): Promise<Report | null> {
  const network = ctx.network(toEnvironment(payment.livemode === 1), payment.network)
  const relayed = network?.sending?.gas ? await findPendingRelay(ctx.db, payment.id) : null
  return relayed && { tx_hash: relayed.hash, reported_at: relayed.since }
}

function misdirectedView(ctx: Context, row: TransferRow): MisdirectedTransfer {
  return {
    hash: row.tx_hash,
    amount: formatAmount(BigInt(row.amount)),
    cryptocurrency: row.cryptocurrency as MisdirectedTransfer['cryptocurrency'],
    network: row.network,
    networkTitle: findNetworkTitle(ctx, { livemode: row.livemode === 1, network: row.network }),
    explorerUrl: explorerUrl(ctx, row, row.tx_hash),
  }
}

function reportView(ctx: Context, payment: PaymentRow, report: Report): PublicPayment['reported'][number] {
  const { tx_hash: hash, reported_at } = report
  return { hash, reportedAt: toIsoTime(reported_at), explorerUrl: explorerUrl(ctx, payment, hash) }
}

function explorerUrl(ctx: Context, on: Pick<PaymentRow, 'livemode' | 'network'>, hash: string): string | null {
  const network = ctx.network(toEnvironment(on.livemode === 1), on.network)
  return network?.explorerTxUrl ? `${network.explorerTxUrl}${hash}` : null
}
