import type { ObservedTransfer, Step } from '../chains/chain.ts'
import { type Network, tokenAt } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { bookedAmount } from '../domain/money.ts'
import { recordEvent } from '../events/record.ts'
import { findPayee, recomputePaymentOf } from '../payments/payee.ts'
import type { Tx } from '../storage/database.ts'
import { findByIdentity, findSeen, identityOf, insertTransfer, type TransferRow, updateTransfer } from './store.ts'
import { transferView } from './view.ts'
import { watchersOf } from './watched-wallets.ts'

/** Payments whose transfers changed, and whether one of them lost a transfer. */
type Touched = Map<string, { lostTransfer: boolean }>

/** Records transfers that were read; those known already only follow to the block they are in now. */
export async function recordSeen(
  ctx: Context,
  tx: Tx,
  network: Network,
  transfers: readonly ObservedTransfer[],
): Promise<void> {
  const touched: Touched = new Map()
  for (const transfer of transfers) await recordOne(ctx, tx, network, transfer, touched)
  await recomputeAll(ctx, tx, touched)
}

/** Takes back everything seen above a block. */
export async function recordRewind(ctx: Context, tx: Tx, network: Network, toNumber: number): Promise<void> {
  const touched: Touched = new Map()
  for (const row of await findSeen(tx, network.chain.id, tokensOf(network), toNumber + 1, null))
    await orphan(tx, row, touched)
  await recomputeAll(ctx, tx, touched)
}

/**
 * Reconciles the final blocks of a range with the second reading: what it shows is final, what it
 * does not show is not on the chain, what was missed before is recorded now. Throws when it leaves
 * out what one of the very same blocks showed before: one of the readings is wrong.
 */
export async function recordFinal(
  ctx: Context,
  tx: Tx,
  network: Network,
  range: Omit<Extract<Step, { kind: 'finalize' }>, 'kind'>,
): Promise<void> {
  const touched: Touched = new Map()
  const hashes = new Map(range.blocks.map((block) => [block.number, block.hash]))
  const confirmed = new Set<string>()
  for (const transfer of range.transfers) {
    const row = await recordOne(ctx, tx, network, transfer, touched)
    if (!row) continue
    confirmed.add(row.id)
    if (row.final_at !== null) continue
    await updateTransfer(tx, row.id, { state: 'final', final_at: ctx.now() })
    touch(touched, row)
  }
  for (const row of await findSeen(tx, network.chain.id, tokensOf(network), range.from, range.to)) {
    if (confirmed.has(row.id)) continue
    if ((hashes.get(row.block_number) ?? row.block_hash) === row.block_hash) {
      throw new Error(`block ${row.block_number} showed ${row.tx_hash} before and does not now: reading it again`)
    }
    await orphan(tx, row, touched)
  }
  await recomputeAll(ctx, tx, touched)
}

/** The row of a transfer to a watched wallet; null for transfers that are none of ours. */
async function recordOne(
  ctx: Context,
  tx: Tx,
  network: Network,
  transfer: ObservedTransfer,
  touched: Touched,
): Promise<TransferRow | null> {
  const known = await findByIdentity(tx, identityOf(network.chain.id, transfer))
  if (known) return followBlock(tx, known, transfer, touched)
  const row = await insertNew(ctx, tx, network, transfer)
  if (!row) return null
  touch(touched, row)
  if (row.payment_id === null && row.merchant_id !== null) {
    await recordEvent(ctx, tx, {
      merchantId: row.merchant_id,
      livemode: row.livemode === 1,
      type: 'transfer.unattributed',
      object: transferView(ctx, row),
    })
  }
  return row
}

/**
 * A transaction that is mined again in another block is the same transfer. What is final stays as
 * it is. The time of the other block may count for less, so what was seen before counts as lost.
 */
async function followBlock(
  tx: Tx,
  known: TransferRow,
  transfer: ObservedTransfer,
  touched: Touched,
): Promise<TransferRow> {
  if (known.state === 'final') return known
  if (known.state === 'seen' && known.block_hash === transfer.blockHash) return known
  const changes = { state: 'seen', ...blockColumns(transfer) }
  await updateTransfer(tx, known.id, changes)
  touch(touched, known, known.state === 'seen')
  return { ...known, ...changes }
}

async function insertNew(
  ctx: Context,
  tx: Tx,
  network: Network,
  transfer: ObservedTransfer,
): Promise<TransferRow | null> {
  const token = tokenAt(network, transfer.token)
  if (!token || transfer.rawAmount <= 0n) return null
  const watchers = await watchersOf(tx, network.chain.id, transfer.to)
  if (watchers.length === 0) return null
  const amount = bookedAmount(transfer.rawAmount, token.decimals)
  const wallet = { chain: network.chain.id, token: transfer.token, address: transfer.to }
  const payment = await findPayee(tx, wallet, amount, transfer.blockTime)
  const owner = payment ?? soleOwner(network, watchers)
  return insertTransfer(tx, {
    id: ctx.newId('tr'),
    ...identityOf(network.chain.id, transfer),
    ...blockColumns(transfer),
    network: network.name,
    cryptocurrency: token.coin,
    amount,
    state: 'seen',
    seen_at: ctx.now(),
    final_at: null,
    payment_id: payment?.id ?? null,
    merchant_id: owner?.merchant_id ?? null,
    livemode: owner?.livemode ?? (network.environment === 'production' ? 1 : 0),
  })
}

/** What this network's readings speak of: another environment may watch other tokens on the same chain. */
function tokensOf(network: Network): string[] {
  return network.tokens.map((token) => token.address.toLowerCase())
}

type Watcher = Awaited<ReturnType<typeof watchersOf>>[number]

/** The one merchant who uses a wallet, in the reading network's environment first; null when there are several. */
function soleOwner(network: Network, watchers: readonly Watcher[]): Watcher | null {
  const [first] = watchers
  if (!first || watchers.some((watcher) => watcher.merchant_id !== first.merchant_id)) return null
  const livemode = network.environment === 'production' ? 1 : 0
  return watchers.find((watcher) => watcher.livemode === livemode) ?? first
}

function blockColumns(transfer: ObservedTransfer) {
  return {
    block_number: transfer.blockNumber,
    block_hash: transfer.blockHash,
    block_time: transfer.blockTime,
    log_index: transfer.logIndex,
  }
}

async function orphan(tx: Tx, row: TransferRow, touched: Touched): Promise<void> {
  await updateTransfer(tx, row.id, { state: 'orphaned' })
  touch(touched, row, true)
}

function touch(touched: Touched, row: TransferRow, lostTransfer = false): void {
  if (row.payment_id === null) return
  const known = touched.get(row.payment_id)
  touched.set(row.payment_id, { lostTransfer: lostTransfer || (known?.lostTransfer ?? false) })
}

async function recomputeAll(ctx: Context, tx: Tx, touched: Touched): Promise<void> {
  for (const [id, change] of touched) await recomputePaymentOf(ctx, tx, id, change)
}
