import type { ObservedTransfer } from '../chains/chain.ts'
import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import { compareWithChain, type PaymentDifference } from '../payments/compare.ts'
import { findCompletedBetween, findTransfersOfAll, type PaymentRow, type PaymentTransferRow } from '../payments/find.ts'
import { asMethod, isOfMethod } from '../payments/methods/method.ts'
import { findMethods } from '../payments/methods/store.ts'
import type { Db } from '../storage/database.ts'
import { type CheckoutConfig, parseConfig } from './config.ts'
import { type LedgerVerification, verifyLedger } from './verify-ledger.ts'
import {
  isHiddenByHorizon,
  listNodes,
  NOT_IN_HORIZON,
  type NodeAddress,
  type OpenedNode,
  openNode,
  type Records,
  readRecords,
} from './verify-nodes.ts'
import { type SentVerification, verifySent } from './verify-sent.ts'

export type Verification = {
  /** The number of payments completed in the period. */
  readonly payments: number
  readonly nodes: readonly {
    readonly network: string
    /** Without anything that may be a key. */
    readonly url: string
    /** The number of payments that the node shows as recorded. */
    readonly confirmed: number
    /**
     * The number of payments that it could not check, because it no longer has all blocks or could not be asked; and
     * the last reason.
     */
    readonly unknown: number
    readonly reason: string | null
  }[]
  /** For each node by itself. */
  readonly differences: readonly (PaymentDifference & {
    readonly paymentId: string
    readonly network: string
    readonly url: string
  })[]
  /** Payments that no node could check. */
  readonly unverified: readonly string[]
  /** Money that left: refunds, settlements and relays. */
  readonly sent: SentVerification
  /** The entries of the ledger. */
  readonly ledger: LedgerVerification
}

const PAYMENTS_AT_ONCE = 100

/**
 * Derives again from the chain each payment of an environment that was completed in a period, the money that left in it,
 * and the entries of its ledgers, with each node by itself. The period is in milliseconds; `to` is exclusive. Writes nothing. `nodes` of a
 * network replace those of the configuration. Throws ConfigError for an invalid address.
 */
export async function verifyPayments(
  ctx: Pick<Context, 'readSnapshot' | 'db'>,
  config: CheckoutConfig,
  period: { readonly environment: Environment; readonly from: number; readonly to: number },
  nodes: readonly NodeAddress[] = [],
): Promise<Verification> {
  const { environment, from, to } = period
  const valid = parseConfig(config)
  const opened = listNodes(valid, environment, nodes).map((address) => openNode(valid, environment, address))
  const differences: Verification['differences'][number][] = []
  const unverified: string[] = []
  let payments = 0
  let rows: PaymentRow[] = []
  do {
    const livemode = environment === 'production'
    const after = rows.at(-1)?.seq ?? 0
    const read = await ctx.readSnapshot(async (db) => {
      const found = await findCompletedBetween(db, { livemode, from, to }, after, PAYMENTS_AT_ONCE)
      return { rows: found, parts: await readParts(db, found) }
    })
    rows = read.rows
    payments += rows.length
    const answered = new Set<Part>()
    for (const node of opened) {
      const own = read.parts.filter(({ method }) => isReadBy(node, method))
      for (const difference of await compareAll(node, own, answered)) differences.push(difference)
    }
    const unanswered = new Set(read.parts.filter((part) => !answered.has(part)).map(({ payment }) => payment.id))
    unverified.push(...unanswered)
  } while (rows.length === PAYMENTS_AT_ONCE)
  const nodeCounts = opened.map(({ address, url, counts }) => ({ network: address.network, url, ...counts }))
  const senders = opened.map(({ address, url, network }) => ({ name: address.network, url, network }))
  const sent = await verifySent(ctx, period, senders)
  return { payments, nodes: nodeCounts, differences, unverified, sent, ledger: await verifyLedger(ctx, period, opened) }
}

/** Money that a payment received in one coin on one chain. `method`: the payment as if this were its only method. */
type Part = {
  readonly payment: PaymentRow
  readonly method: PaymentRow
  readonly transfers: readonly PaymentTransferRow[]
}

/** The chosen method of each payment, and the other ones that received money: each on its own chain. */
async function readParts(db: Db, payments: readonly PaymentRow[]): Promise<Part[]> {
  const transfers = await findTransfersOfAll(
    db,
    payments.map(({ id }) => id),
  )
  const methods = await findMethods(db, payments)
  return payments.flatMap((payment) => {
    const final = (transfers.get(payment.id) ?? []).filter(({ state }) => state === 'final')
    const others = (methods.get(payment.id) ?? []).filter((method) => !isOfMethod(payment, method))
    return [payment, ...others.map((method) => asMethod(payment, method))]
      .map((method) => ({ payment, method, transfers: final.filter((one) => isOfMethod(method, one)) }))
      .filter((part) => part.method === payment || part.transfers.length > 0 || part.method.received_final > 0n)
  })
}

function isReadBy({ address, network }: OpenedNode, method: Pick<PaymentRow, 'network' | 'chain'>): boolean {
  return method.network === address.network && method.chain === network.chain.id
}

/** `answered` collects what the node could check completely. It counts payments, each once. */
async function compareAll(node: OpenedNode, parts: readonly Part[], answered: Set<Part>) {
  const { counts, url, address } = node
  const differences: Verification['differences'][number][] = []
  const records = await readRecords(
    node,
    parts.flatMap(({ transfers }) => transfers),
  )
  for (const [paymentId, own] of Map.groupBy(parts, ({ payment }) => payment.id)) {
    const compared = own.map((part) => compareWithNode(node, part, records))
    const reason = compared.find((one) => typeof one === 'string')
    if (typeof reason === 'string') {
      counts.unknown += 1
      counts.reason = reason
      continue
    }
    for (const part of own) answered.add(part)
    const found = compared.filter((one) => one !== null && typeof one !== 'string')
    differences.push(...found.map((one) => ({ paymentId, network: address.network, url, ...one })))
    if (found.length === 0) counts.confirmed += 1
  }
  return differences
}

/** The difference, or in words why the node cannot tell; null if there is none. */
function compareWithNode(node: OpenedNode, { payment, method, transfers }: Part, records: Records) {
  const moved = new Map<string, readonly ObservedTransfer[]>()
  for (const one of transfers) {
    const record = recordFor(node, one, records)
    if (typeof record === 'string') return record
    moved.set(one.tx_hash, record)
  }
  const difference = compareWithChain(method, transfers, moved)
  if (!difference || method === payment) return difference
  // Another method decides about the status, so only the money is compared.
  const { recorded, told, transfers: wrong } = difference
  if (wrong.length === 0 && told.received === recorded.received) return null
  return { ...difference, told: { ...told, status: recorded.status } }
}

/** The transfers of a transfer's transaction, or why the node cannot tell, in words. */
function recordFor(node: OpenedNode, one: PaymentTransferRow, records: Records) {
  const record = records.get(one.tx_hash) ?? 'the node was not asked'
  if (typeof record === 'string') return record
  const { memo, from_address: from } = one
  return isHiddenByHorizon(node, { hasMemo: memo !== null, from }, record) ? NOT_IN_HORIZON : record
}
