/** Taking entries of the ledger into a settlement. */

import { toOwner } from '../domain/owner.ts'
import type { SettledRole } from '../entries/store.ts'
import { findTaker, listSettled } from '../payments/settlement-store.ts'
import type { Tx } from '../storage/database.ts'
import { findWaiting, type Group, moveTaken, type Taken, type WaitingEntry } from './entries-store.ts'
import { addFee, describeFee, type SettlementRow, updateSettlement } from './store.ts'

/** The number of transactions that a settlement names; the report has all of them. */
const NAMED_TRANSACTIONS = 100

/** Takes up to `limit` entries of the settlement's group, and adds them to its sums. Returns their number. */
export async function takeEntries(
  tx: Tx,
  settlement: SettlementRow,
  limit: number,
): Promise<{ readonly row: SettlementRow; readonly count: number }> {
  const { chain, token, destination, period_end } = settlement
  const group = { chain, token, wallet: destination.toLowerCase() }
  const taken = await take(tx, settlement, { group, before: period_end, limit })
  const completed = taken.flatMap((one) => (one.completed_at !== null && isMoney(one) ? (one.seq ?? []) : []))
  const listed = await listSettled(tx, settlement, { seqs: [...new Set(completed)] })
  const row = await updateSettlement(tx, settlement, {
    ...addSums(settlement, taken),
    payment_count: settlement.payment_count + listed,
  })
  return { row, count: taken.length }
}

/** Entries at once. A deposit has few, unless somebody sends it dust. */
const OF_DEPOSIT_AT_ONCE = 500

/** Takes what came to a payment's own address, which the settlement has emptied. */
export async function takeDeposit(tx: Tx, settlement: SettlementRow, address: string): Promise<void> {
  const group = { chain: settlement.chain, token: settlement.token, wallet: address }
  const options = { group, before: Number.MAX_SAFE_INTEGER, limit: OF_DEPOSIT_AT_ONCE }
  while ((await take(tx, settlement, options)).length === OF_DEPOSIT_AT_ONCE);
}

/** Takes network fees of earlier conversions of an account, which came after these were completed. */
export async function takeFees(
  tx: Tx,
  settlement: SettlementRow,
  { account, chains }: { readonly account: string; readonly chains: readonly string[] },
): Promise<void> {
  let wei = 0n
  for (const chain of chains) {
    const group = { chain, token: settlement.token, wallet: account }
    const taken = await take(tx, settlement, { group, before: Number.MAX_SAFE_INTEGER, limit: OF_DEPOSIT_AT_ONCE })
    if (chain === settlement.chain) wei -= taken.reduce((sum, { raw_amount }) => sum + (raw_amount ?? 0n), 0n)
  }
  if (wei > 0n) await updateSettlement(tx, settlement, addFee(settlement, wei))
}

type TakenEntry = WaitingEntry & Taken

async function take(
  tx: Tx,
  settlement: SettlementRow,
  { group, before, limit }: { readonly group: Group; readonly before: number; readonly limit: number },
): Promise<TakenEntry[]> {
  const owner = toOwner(settlement)
  const all: TakenEntry[] = []
  for (const opens of [1, 0] as const) {
    const rows = await findWaiting(tx, owner, { ...group, opens }, before, limit - all.length)
    const taken: TakenEntry[] = []
    for (const row of rows) {
      const earlier = await findEarlier(tx, settlement, row)
      taken.push(Object.assign(row, { role: toRole(row), follows: earlier === settlement.id ? null : earlier }))
    }
    await moveTaken(tx, settlement, { ...group, opens }, taken)
    all.push(...taken)
    if (all.length === limit) break
  }
  return all
}

/** The settlement that took the entry that this one corrects, or money of its payment. */
async function findEarlier(tx: Tx, settlement: SettlementRow, row: WaitingEntry): Promise<string | null> {
  const { corrects_sequence: sequence, corrects_ordinal: ordinal, earlier } = row
  if (sequence === null || ordinal === null) return earlier
  return findTaker(tx, toOwner(settlement), { sequence, ordinal })
}

function isMoney({ kind }: Pick<WaitingEntry, 'kind'>): boolean {
  return kind === 'received' || kind === 'assigned' || kind === 'reversed'
}

/** The entry that completes a payment is booked at the time of the completion. */
function toRole(row: WaitingEntry): SettledRole {
  const { kind, payment_id, completed_at, booked_at, chain_time, expires_at } = row
  if (kind === 'refunded') return 'refund'
  if (kind === 'network_fee' || kind === 'relayed') return 'fee'
  if (payment_id === null) return 'unattributed'
  if (completed_at !== null && booked_at > completed_at) return 'surplus'
  if (completed_at === booked_at) return 'payment'
  if (chain_time !== null && expires_at !== null && chain_time > expires_at) return 'late'
  return completed_at === null ? 'part' : 'payment'
}

function addSums(row: SettlementRow, taken: readonly TakenEntry[]): Partial<SettlementRow> {
  let { amount, refunded, unattributed, gas_cost, fee_currency } = row
  const transactions: Set<string> = new Set(JSON.parse(row.transactions))
  for (const one of taken) {
    const added = one.amount ?? 0n
    if (one.role === 'refund') refunded += added
    else if (one.role === 'unattributed') unattributed += added
    else if (one.role === 'fee') {
      gas_cost -= one.raw_amount ?? 0n
      fee_currency = one.coin ?? fee_currency
    } else {
      amount += added
      if (one.tx_hash !== null && transactions.size < NAMED_TRANSACTIONS) transactions.add(one.tx_hash)
    }
  }
  return {
    amount,
    refunded,
    unattributed,
    ...describeFee(gas_cost),
    fee_currency,
    transactions: JSON.stringify([...transactions]),
  }
}
