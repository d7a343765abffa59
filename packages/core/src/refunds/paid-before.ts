import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Receipt, ReceiptTransfer, Transactor } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { findFinality } from '../networks/progress.ts'
import type { Db, Tx } from '../storage/database.ts'
import { findUnexplained } from '../transactions/external-transactions.ts'
import { changeRefund } from './change.ts'
import type { RefundRow } from './store.ts'
import { findOutgoing, placeTransfer, toObserved } from './transfer.ts'

/** A slower node must not delay a payer. The result is then null. */
const LOOK_MS = 5_000
/** A week on Ethereum, more than a day on Polygon. The transfer left after a backup was made. */
const DEPTH = 50_000

/** A final transfer that pays a refund, from its account or from the refund key. */
export type PaidBefore = { readonly receipt: Receipt; readonly transfer: ReceiptTransfer }

/**
 * The transfer that already paid a refund to an address (any case). The payer entered the address before, in a database
 * that was since replaced by a backup. Null if none is final, or the nodes do not answer in time.
 */
export async function findPaidBefore(
  ctx: Context,
  network: Network,
  refund: RefundRow,
  destination: string,
): Promise<PaidBefore | null> {
  const { transactor } = network.chain
  if (!transactor) return null
  const tooLate = Promise.withResolvers<null>()
  // Unlike a timer, this does not keep the process alive.
  AbortSignal.timeout(LOOK_MS).addEventListener('abort', () => tooLate.resolve(null), { once: true })
  const looked = look(ctx, { network, transactor, refund, destination }).catch((error: unknown) => {
    if (error instanceof NodeError) return null
    throw error
  })
  return Promise.race([looked, tooLate.promise])
}

type Sought = {
  readonly network: Network
  readonly transactor: Transactor
  readonly refund: RefundRow
  readonly destination: string
}

async function look(ctx: Context, { network, transactor, refund, destination }: Sought): Promise<PaidBefore | null> {
  const { finalNumber } = (await findFinality(ctx.db, network)) ?? { finalNumber: null }
  if (finalNumber === null) return null
  const senders = [refund.from_address, ...(await freeKey(ctx, network, transactor))]
  const to = destination.toLowerCase()
  const within = { from: Math.max(0, finalNumber - DEPTH), to: finalNumber }
  const hashes = await transactor.movedBetween({ token: refund.token, senders, recipient: to }, within)
  for (const hash of hashes) {
    const receipt = await transactor.finalReceipt(hash, finalNumber)
    if (!receipt?.succeeded || receipt.blockTime < refund.created_at) continue
    const transfer = transactor
      .transfersIn(receipt)
      .find(
        (one) =>
          one.token === refund.token &&
          one.to === to &&
          senders.includes(one.from) &&
          String(one.rawAmount) === refund.raw_amount,
      )
    if (transfer && (await isFree(ctx.db, network, hash))) return { receipt, transfer }
  }
  return null
}

/** The refund key. While it is on hold, its transactions are matched with its own sends. */
async function freeKey(ctx: Context, network: Network, transactor: Transactor): Promise<string[]> {
  const signer = network.sending?.refunds?.signer
  if (!signer) return []
  const sent = await transactor.nonce(signer.address, 'latest')
  const isHeld = (await findUnexplained(ctx, { network, signer }, sent)) !== null
  return isHeld ? [] : [signer.address.toLowerCase()]
}

/** Whether no refund has a transfer in this transaction. */
export async function isFree(db: Db, { chain }: Network, hash: string): Promise<boolean> {
  const known = await findOutgoing(db, chain.id, [hash])
  return known.every(({ state }) => state === 'orphaned')
}

/** Completes a refund whose final transfer was found, whichever account sent it. */
export async function completeWith(
  ctx: Context,
  tx: Tx,
  before: RefundRow,
  { receipt, transfer, destination }: PaidBefore & { readonly destination: string },
): Promise<void> {
  const parties = { destination, to_address: transfer.to, from_address: transfer.from }
  const known = await findOutgoing(tx, before.chain, [receipt.hash])
  const observed = toObserved(receipt, transfer)
  const placed = await placeTransfer(ctx, tx, before, { transfer: observed, state: 'final', known })
  await changeRefund(ctx, tx, before, { method: 'sign', ...parties, watched_from: ctx.now() }, placed)
}
