/** Compares entries of the ledger with what a chain shows of their transactions. Pure functions. */
import type { ObservedTransfer } from '../chains/chain.ts'
import { formatSignedAmount, toLedgerAmount } from '../domain/money.ts'
import { formatEntryId } from './list.ts'
import type { EntryRow } from './list-store.ts'

/** An entry that is not so, with what the ledger says and what the chain says. */
export type Mismatch = { readonly entry: EntryRow; readonly ledger: string; readonly chain: string }

const moneyKinds: ReadonlySet<string> = new Set(['received', 'assigned', 'refunded', 'swept', 'reversed'])
const conversionKinds: ReadonlySet<string> = new Set(['converted', 'released'])

/** Tells whether an entry is about one transfer of its own. */
export function isOfMoney({ kind }: Pick<EntryRow, 'kind'>): boolean {
  return moneyKinds.has(kind)
}

/**
 * Tells whether an entry is a settlement's part of a burn, a mint or a release. Such a part has no transfer of its own, and
 * a burn goes to Circle's contract, not to the wallet.
 */
export function isOfConversion({ kind }: Pick<EntryRow, 'kind'>): boolean {
  return conversionKinds.has(kind)
}

/** Tells whether an entry is about a transaction's cost. */
export function isOfFee(entry: Pick<EntryRow, 'kind'>): boolean {
  return !isOfMoney(entry) && !isOfConversion(entry)
}

const toKey = ({ merchant_id, livemode }: EntryRow, sequence: number | null, ordinal: number | null) =>
  [merchant_id, livemode, sequence, ordinal].join()

/** The entries that no other one takes back. `entries`: all of their transactions. */
export function listLive(entries: readonly EntryRow[]): EntryRow[] {
  const corrected = new Set(entries.map((one) => toKey(one, one.corrects_sequence, one.corrects_ordinal)))
  return entries.filter(
    (one) => one.corrects_sequence === null && !corrected.has(toKey(one, one.sequence, one.ordinal)),
  )
}

/** The corrections that are not the opposite of what they name. */
export function compareCorrections(entries: readonly EntryRow[]): Mismatch[] {
  const byKey = new Map(entries.map((one) => [toKey(one, one.sequence, one.ordinal), one]))
  const taken = new Set<EntryRow>()
  return entries.flatMap((entry) => {
    const { corrects_sequence, corrects_ordinal } = entry
    if (corrects_sequence === null) return []
    const corrected = byKey.get(toKey(entry, corrects_sequence, corrects_ordinal))
    const ledger = `corrects ${formatEntryId(corrects_sequence, corrects_ordinal ?? 0)} with ${describeMove(entry)}`
    if (!corrected) return [{ entry, ledger, chain: 'no such entry of the transaction' }]
    if (taken.has(corrected)) return [{ entry, ledger, chain: 'another one corrects it already' }]
    taken.add(corrected)
    return isOpposite(entry, corrected) ? [] : [{ entry, ledger, chain: `that one has ${describeMove(corrected)}` }]
  })
}

function isOpposite(one: EntryRow, other: EntryRow): boolean {
  const sums = [one.amount, one.raw_amount, one.fiat_amount].map((amount) => -(amount ?? 0n))
  const amounts = [other.amount ?? 0n, other.raw_amount ?? 0n, other.fiat_amount ?? 0n]
  const places = ({ account, counterparty, token, transfer_id }: EntryRow) =>
    [account, counterparty, token, transfer_id].join()
  return sums.every((sum, index) => sum === amounts[index]) && places(one) === places(other)
}

/**
 * The entries of a transaction that it did not move. Each entry has a transfer of its own. `entries`: all of the
 * transaction. `moved`: all of its transfers.
 */
export function compareTransaction(
  entries: readonly EntryRow[],
  moved: readonly ObservedTransfer[],
  findDecimals: (token: string) => number,
): Mismatch[] {
  const pools = { in: [...moved], out: [...moved] }
  return listLive(entries)
    .filter(isOfMoney)
    .flatMap((entry) => {
      if (isUnmoved(entry)) return []
      const pool = isDeparture(entry) ? pools.out : pools.in
      const index = pool.findIndex((transfer) => isShown(entry, transfer, findDecimals(transfer.token)))
      if (index >= 0) {
        pool.splice(index, 1)
        return []
      }
      const isTaken = moved.some((transfer) => isShown(entry, transfer, findDecimals(transfer.token)))
      const chain = isTaken ? 'it moves that for another entry already' : describeMoved(entry, moved)
      return [{ entry, ledger: describeEntry(entry), chain }]
    })
}

/** Money that leaves an account, unless a wrong sign says otherwise. */
function isDeparture({ kind, amount }: EntryRow): boolean {
  return kind === 'refunded' || (kind === 'swept' && (amount ?? 0n) < 0n)
}

/** If the coin took everything as its fee, there is no transfer to the recipient. */
function isUnmoved(entry: EntryRow): boolean {
  return isDeparture(entry) && entry.arrived === 0n && entry.amount === -(entry.coin_fee ?? 0n)
}

function isShown(entry: EntryRow, transfer: ObservedTransfer, decimals: number): boolean {
  const { account, counterparty, token, chain_time } = entry
  const [from, to] = isDeparture(entry) ? [account, counterparty] : [counterparty, account]
  return (
    transfer.token === token &&
    transfer.from === from &&
    transfer.to === to &&
    isSameAmount(entry, transfer.rawAmount, decimals) &&
    (chain_time === null || toSeconds(chain_time) === toSeconds(transfer.blockTime))
  )
}

function isSameAmount(entry: EntryRow, raw: bigint, decimals: number): boolean {
  const { amount, raw_amount, arrived, coin_fee } = entry
  const shown = toLedgerAmount(raw, decimals)
  if (!isDeparture(entry)) return amount === shown && (raw_amount === null || raw_amount === raw)
  const isWhole = raw_amount === null || coin_fee !== 0n || raw_amount === -raw
  return arrived === shown && amount === -(arrived + (coin_fee ?? 0n)) && isWhole
}

/** Ledgers of Stellar close at whole seconds. */
export function toSeconds(time: number): number {
  return Math.floor(time / 1_000)
}

/** The cost of a transaction, as its entries and as its receipt have it. `entries`: all of the transaction. */
export function compareFee(entries: readonly EntryRow[], cost: bigint | null): Mismatch[] {
  const fees = listLive(entries).filter((one) => isOfFee(one) && one.raw_amount !== null)
  const [entry] = fees
  if (!entry) return []
  const booked = fees.reduce((sum, one) => sum - (one.raw_amount ?? 0n), 0n)
  if (booked === cost && fees.length === 1) return []
  const chain = cost === null ? 'it has no final transaction' : `it cost ${cost}`
  return [{ entry, ledger: `${fees.length} entries: cost ${booked}`, chain }]
}

function describeMove({ amount, raw_amount, account }: EntryRow): string {
  return `${formatSignedAmount(amount) ?? 'an unknown amount'} (${raw_amount ?? 'unknown'}) on ${account}`
}

export function describeEntry(entry: EntryRow): string {
  const { kind, counterparty, coin, chain_time } = entry
  const time = chain_time === null ? '' : ` at ${new Date(chain_time).toISOString()}`
  return `${kind} ${describeMove(entry)} in ${coin} with ${counterparty}${time}`
}

const MOST_NAMED = 3

function describeMoved({ account }: EntryRow, moved: readonly ObservedTransfer[]): string {
  const own = moved.filter(({ from, to }) => from === account || to === account)
  const [shown, all] = own.length > 0 ? [own, 'it moves'] : [moved, `it moves nothing of ${account}, but`]
  if (moved.length === 0) return 'it moves nothing, or is not there'
  const named = shown.slice(0, MOST_NAMED).map(describeTransfer)
  const more = shown.length > MOST_NAMED ? `, and ${shown.length - MOST_NAMED} more` : ''
  return `${all} ${named.join(', ')}${more}`
}

/** In words: an amount, a token, its accounts and its time. */
export function describeTransfer({ rawAmount, token, from, to, blockTime }: ObservedTransfer): string {
  return `${rawAmount} of ${token} from ${from} to ${to} at ${new Date(blockTime).toISOString()}`
}
