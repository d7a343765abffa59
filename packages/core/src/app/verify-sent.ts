import type { Chain, ObservedTransfer } from '../chains/chain.ts'
import { getTokenAt, type Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import { formatAmount, toLedgerAmount } from '../domain/money.ts'
import { findRefundsEndedBetween } from '../refunds/find.ts'
import { findRelaysBetween } from '../relays/evm/store.ts'
import { explainLost } from '../settlements/paid-out.ts'
import { findSweptBetween } from '../settlements/view.ts'
import type { Db } from '../storage/database.ts'

/** A record of money that left. */
type Booked = {
  readonly kind: 'refund' | 'settlement' | 'relay'
  /** The id of the refund, the settlement, or the relayed payment. */
  readonly id: string
  readonly network: string
  readonly chain: string
  /** The recorded transaction; null if none is known. */
  readonly hash: string | null
  readonly block: number | null
  /** If no hash is known: the account and nonce of the transaction. */
  readonly sender: { readonly address: string; readonly nonce: number } | null
  /** If another account moved it: between which accounts, and from which block on. */
  readonly moved?: { readonly token: string; readonly from: string; readonly to: string; readonly since: number } | null
  /** The mismatch between the record and the transaction's transfers, in words; null if they agree. */
  readonly check: (moved: readonly ObservedTransfer[], network: Network) => string | null
}

/** A node that is asked by itself. */
type AskedNode = { readonly network: Network; readonly name: string; readonly url: string }

export type SentVerification = {
  readonly refunds: number
  /** Deposits that settlements swept. */
  readonly sweeps: number
  readonly relays: number
  /** For each node by itself. */
  readonly differences: readonly {
    readonly kind: Booked['kind']
    readonly id: string
    readonly network: string
    readonly url: string
    readonly hash: string | null
    readonly text: string
  }[]
  /** Records that no node could check. */
  readonly unverified: readonly { readonly kind: Booked['kind']; readonly id: string }[]
}

/**
 * Derives again from the chain what left in a period, with each node by itself: refunds that were completed or failed,
 * settlements' sweeps, and relays. Writes nothing.
 */
export async function verifySent(
  ctx: Pick<Context, 'readSnapshot'>,
  period: { readonly environment: Environment; readonly from: number; readonly to: number },
  nodes: readonly AskedNode[],
): Promise<SentVerification> {
  const booked = await ctx.readSnapshot((db) => findBooked(db, period))
  const differences: SentVerification['differences'][number][] = []
  const unverified: SentVerification['unverified'][number][] = []
  for (const one of booked) {
    const able = nodes.filter(({ name, network }) => name === one.network && network.chain.id === one.chain)
    let answered = false
    for (const { network, name, url } of able) {
      const moved = await movedBy(network, one)
      if (!moved) continue
      answered = true
      const text = one.check(moved.transfers, network)
      const { kind, id } = one
      if (text !== null) differences.push({ kind, id, network: name, url, hash: moved.hash, text })
    }
    if (!answered) unverified.push({ kind: one.kind, id: one.id })
  }
  const count = (kind: Booked['kind']) => booked.filter((one) => one.kind === kind).length
  return { refunds: count('refund'), sweeps: count('settlement'), relays: count('relay'), differences, unverified }
}

type Moved = { readonly hash: string | null; readonly transfers: readonly ObservedTransfer[] }

/** The number of blocks back in which the logs are searched for a transaction if a node has no old states. */
const DEPTH = 50_000

/** Finds what a transaction moved, as a node shows it; null if the node cannot tell. */
async function movedBy({ chain }: Network, { hash, block, sender, moved }: Booked): Promise<Moved | null> {
  try {
    if (moved) return await movedByAnybody(chain, moved)
    if (hash !== null) {
      const transfers = await chain.reader.record(hash, block ?? 0)
      return transfers && { hash, transfers }
    }
    if (!sender || !chain.transactor) return { hash: null, transfers: [] }
    const newest = await chain.transactor.newest()
    const within = { from: Math.max(0, newest - DEPTH), to: newest, hashes: [] }
    const [sent] = await chain.transactor.sent(sender.address, [sender.nonce], within)
    const transfers = sent && (await chain.reader.record(sent.hash, sent.blockNumber))
    return sent && transfers ? { hash: sent.hash, transfers } : null
  } catch (error) {
    if (error instanceof NodeError) return null
    throw error
  }
}

async function movedByAnybody(
  { transactor, reader }: Pick<Chain, 'transactor' | 'reader'>,
  { token, from, to, since }: NonNullable<Booked['moved']>,
): Promise<Moved | null> {
  if (!transactor) return null
  const within = { from: since, to: await transactor.newest() }
  const hashes = await transactor.movedBetween({ token, senders: [from], recipient: to }, within)
  const transfers: ObservedTransfer[] = []
  for (const hash of hashes) transfers.push(...((await reader.record(hash, since)) ?? []))
  return { hash: null, transfers }
}

type Period = { readonly environment: Environment; readonly from: number; readonly to: number }

async function findBooked(db: Db, { environment, from, to }: Period): Promise<Booked[]> {
  const within = { livemode: environment === 'production', from, to }
  return [
    ...(await findRefundsEndedBetween(db, within)).map(bookedRefund),
    ...(await findSweptBetween(db, within)).map(bookedSweep),
    ...(await findRelaysBetween(db, { environment, from, to })).map(bookedRelay),
  ]
}

/** A row's columns about the transaction of one of our keys. */
type SentColumns = {
  readonly signer: string | null
  readonly nonce: number | null
  readonly send_hash: string | null
  readonly send_block: number | null
}

function senderIn({ signer, nonce, send_hash }: SentColumns): Booked['sender'] {
  return send_hash === null && signer !== null && nonce !== null ? { address: signer, nonce } : null
}

function bookedRefund(row: Awaited<ReturnType<typeof findRefundsEndedBetween>>[number]): Booked {
  const { id, network, chain, token, from_address, to_address } = row
  const raw = row.raw_arrived ?? row.raw_amount
  const isIt = (one: ObservedTransfer) => one.token === token && one.from === from_address && one.to === to_address
  if (row.status === 'completed') {
    const isPaid = (one: ObservedTransfer) => isIt(one) && one.rawAmount === raw && one.memo === row.memo
    const check = (moved: readonly ObservedTransfer[]) =>
      raw === 0n || moved.some(isPaid) ? null : `is recorded as completed, and does not move ${raw} to ${to_address}`
    return { kind: 'refund', id, network, chain, hash: row.tx_hash, block: row.block_number, sender: null, check }
  }
  const check = (moved: readonly ObservedTransfer[]) =>
    moved.some(isIt) ? `is recorded as failed, and was paid to ${to_address}` : null
  return {
    kind: 'refund',
    id,
    network,
    chain,
    hash: row.send_hash,
    block: row.send_block,
    sender: senderIn(row),
    check,
  }
}

function bookedSweep(row: Awaited<ReturnType<typeof findSweptBetween>>[number]): Booked {
  const { id, network, chain, token, address, hash, block_number: block } = row
  const destination = row.destination.toLowerCase()
  const isEmpty = row.state === 'empty'
  const since = row.first_block ?? 0
  const moved = isEmpty ? { token: token.toLowerCase(), from: address, to: destination, since } : null
  const check = (found: readonly ObservedTransfer[], opened: Network) => {
    if (row.lost_amount > 0n) return explainLost(row)
    const { decimals = 6 } = getTokenAt(opened, token) ?? {}
    const own = found.filter((one) => one.token === token.toLowerCase() && one.from === address)
    const arrived = own.filter((one) => one.to === destination).reduce((sum, { rawAmount }) => sum + rawAmount, 0n)
    const [is, was] = [toLedgerAmount(arrived, decimals), row.amount ?? 0n]
    // Another account's sweep may be larger: the deposit may have been paid again.
    if (is === was || (isEmpty && is > was)) return null
    return `is recorded as ${formatAmount(was)} from ${address}, and moves ${formatAmount(is)} to ${row.destination}`
  }
  return { kind: 'settlement', id, network, chain, hash, block, sender: null, moved, check }
}

function bookedRelay(row: Awaited<ReturnType<typeof findRelaysBetween>>[number]): Booked {
  const { payment_id: id, network, chain, from_address: from, to_address: to, raw_amount: raw } = row
  const token = row.token.toLowerCase()
  const isIt = (one: ObservedTransfer) =>
    one.token === token && one.from === from && one.to === to && one.rawAmount === raw
  const isUsed = row.state === 'used'
  const check = (moved: readonly ObservedTransfer[]) => {
    if (moved.some(isIt) === isUsed) return null
    return isUsed
      ? `is recorded as relayed, and does not move ${raw} to ${to}`
      : `is recorded as failed, and paid ${to}`
  }
  const hash = isUsed ? row.hash : row.send_hash
  return { kind: 'relay', id, network, chain, hash, block: row.send_block, sender: senderIn(row), check }
}
