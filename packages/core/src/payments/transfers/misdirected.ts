import { CLOCK_TOLERANCE_MS, QUARANTINE_MS } from '../../domain/attribution.ts'
import type { Db } from '../../storage/database.ts'
import type { Row } from '../../storage/tables.ts'
import { findAtAddress, findInTransactions, findUnattributedRows, findWithMemo, type TransferRow } from './store.ts'

export { MAX_UNATTRIBUTED } from './store.ts'
export type { TransferRow }

/** By the clock tolerance, blocks older than an amount's next payment may already pay it. */
const OWN_MS = QUARANTINE_MS - CLOCK_TOLERANCE_MS

/** A prepared query names a fixed number of chains. */
const CHAINS_AT_ONCE = 3

/** The parts of a payment that decide whether money was meant for it. */
export type Asked = Pick<
  Row<'payments'>,
  'id' | 'chain' | 'address' | 'memo' | 'recognition' | 'created_at' | 'min_transfer'
>

/**
 * Unattributed transfers that were probably meant for a payment, the oldest first: to its address in another coin, or on
 * another of these chains. They match by the payment's own address, by its memo, or by an amount that it asked for, until
 * another payment may have that amount.
 */
export async function findTransfersMeantFor(db: Db, asked: Asked, chains: readonly string[]): Promise<TransferRow[]> {
  const rows = await findMeantFor(db, asked, chains)
  return rows.sort((a, b) => a.block_time - b.block_time)
}

async function findMeantFor(db: Db, asked: Asked, chains: readonly string[]): Promise<TransferRow[]> {
  const { chain, memo, recognition } = asked
  const money = { address: asked.address.toLowerCase(), least: asked.min_transfer }
  const stray = { payment: asked.id, toleranceMs: CLOCK_TOLERANCE_MS, ownMs: OWN_MS }
  if (recognition !== 'address' && memo !== null) return findWithMemo(db, { ...money, chain, memo })
  const found: TransferRow[] = []
  for (let start = 0; start === 0 || start < chains.length; start += CHAINS_AT_ONCE) {
    const [first = chain, second = first, third = second] = chains.slice(start, start + CHAINS_AT_ONCE)
    const where = { first, second, third }
    const rows =
      recognition === 'address'
        ? findAtAddress(db, { ...money, ...where })
        : findUnattributedRows(db, { ...stray, ...where })
    found.push(...(await rows))
  }
  return found
}

/** `from_address` is null if only the hash is known. Then any sender fits. */
export type Transaction = { readonly tx_hash: string; readonly from_address: string | null }

/**
 * The recorded transfers of transactions that were named. `shown`: transactions with any transfer to the
 * payment's address. `onChain`: those that are on the chain now. `own`: those that paid this payment. `strays`: their
 * unattributed transfers. `rows`: all of them.
 */
export async function findTransfersInTransactions(
  db: Db,
  asked: Asked,
  chains: readonly string[],
  transactions: readonly Transaction[],
): Promise<{
  readonly shown: ReadonlySet<string>
  readonly onChain: ReadonlySet<string>
  readonly own: ReadonlySet<string>
  readonly strays: readonly TransferRow[]
  readonly rows: readonly TransferRow[]
}> {
  const hashes = transactions.map((one) => one.tx_hash)
  const rows = await findInTransactions(db, { chains, hashes, address: asked.address.toLowerCase() })
  // Money from before a payment was created was never meant for it.
  const since = asked.created_at - CLOCK_TOLERANCE_MS
  const senders = new Map(transactions.map((one) => [one.tx_hash, one.from_address]))
  const live = rows.filter((row) => row.state !== 'orphaned')
  const fits = ({ tx_hash, from_address }: TransferRow) => [null, from_address].includes(senders.get(tx_hash) ?? null)
  const strays = live.filter((row) => row.payment_id === null && row.block_time >= since && fits(row))
  const hashesIn = (some: readonly TransferRow[]) => new Set(some.map((row) => row.tx_hash))
  const own = rows.filter((row) => row.payment_id === asked.id)
  return { shown: hashesIn(rows), onChain: hashesIn(live), own: hashesIn(own), strays, rows }
}
