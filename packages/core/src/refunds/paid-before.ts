import { getTokenAt, type Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import { getSigner, type Receipt, type ReceiptTransfer, type Transactor } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import { CheckoutError } from '../domain/error.ts'
import { floorToMillionths } from '../domain/money.ts'
import { findFinality } from '../networks/progress.ts'
import type { Db, Tx } from '../storage/database.ts'
import { bookSendFee } from '../transactions/book-fee.ts'
import { findUnexplained } from '../transactions/external-transactions.ts'
import { findMerchantsPaid, listKeys } from '../transactions/known-keys.ts'
import { assignReleased, findReleased } from '../transactions/store.ts'
import { changeRefund } from './change.ts'
import type { RefundRow } from './store.ts'
import { findOutgoing, placeTransfer, toObserved } from './transfer.ts'

/** A slower node must not delay a payer. The result is then null. */
const LOOK_MS = 5_000
/** A week on Ethereum, more than a day on Polygon. The transfer left after a backup was made. */
const DEPTH = 50_000

/** A transfer that pays a refund, from its account or from a key that pays refunds or did. */
export type PaidBefore = {
  readonly receipt: Receipt
  readonly transfer: ReceiptTransfer
  /** The send of a released key that made it; null if there is no such send. */
  readonly sendId: number | null
}

/** `created_at`: no earlier transfer has paid it. */
type Paid = Pick<RefundRow, 'token' | 'raw_amount' | 'from_address' | 'created_at'>

/**
 * The transfer that already paid a refund to an address (any case). The payer entered the address before, in a database
 * that was since replaced by a backup. Null if none is final, or the nodes do not answer in time.
 */
export async function findPaidBefore(
  ctx: Context,
  network: Network,
  refund: Paid,
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
  readonly refund: Paid
  readonly destination: string
}

async function look(ctx: Context, { network, transactor, refund, destination }: Sought): Promise<PaidBefore | null> {
  const { finalNumber } = (await findFinality(ctx.db, network)) ?? { finalNumber: null }
  if (finalNumber === null) return null
  const senders = [refund.from_address, ...(await findFreeKeys(ctx, network, transactor))]
  const to = destination.toLowerCase()
  const within = { from: Math.max(0, finalNumber - DEPTH), to: finalNumber }
  const hashes = await transactor.movedBetween({ token: refund.token, senders, recipient: to }, within)
  for (const hash of hashes) {
    const receipt = await transactor.finalReceipt(hash, finalNumber)
    if (!receipt?.succeeded || receipt.blockTime < refund.created_at - CLOCK_TOLERANCE_MS) continue
    const transfer = transactor
      .transfersIn(receipt)
      .find(
        (one) =>
          one.token === refund.token &&
          one.to === to &&
          senders.includes(one.from) &&
          one.rawAmount === refund.raw_amount,
      )
    if (transfer && (await isFree(ctx.db, network, hash))) return { receipt, transfer, sendId: null }
  }
  return null
}

/**
 * The keys that are not on hold, former ones too. The unknown transactions of a key on hold are matched with pending
 * refunds by themselves.
 */
async function findFreeKeys(ctx: Context, network: Network, transactor: Transactor): Promise<string[]> {
  const keys = (await listKeys(ctx, network)).map(async ({ signer }) => {
    const sent = await transactor.nonce(signer.address, 'latest')
    const isHeld = (await findUnexplained(ctx, { network, signer }, sent)) !== null
    return isHeld ? [] : [signer.address.toLowerCase()]
  })
  return (await Promise.all(keys)).flat()
}

/** A refund that is about to be made or to be paid. */
type Due = {
  readonly merchantId: string
  /** Any case. */
  readonly token: string
  readonly to: string
  readonly rawAmount: bigint
  /** The time at which its payment was made, in milliseconds. */
  readonly since: number
}

/**
 * The payment of a key that an operator has released, if it was this refund: the same coin, amount and address, after
 * the refund's payment was made. Throws `network_unreachable` if there is one and no node shows it.
 */
export async function findReleasedPayment(ctx: Context, network: Network, due: Due): Promise<PaidBefore | null> {
  const { transactor } = network.chain
  if (!transactor) return null
  const [token, to] = [due.token.toLowerCase(), due.to.toLowerCase()]
  const { data } = transactor.transferCall({ token, to, rawAmount: due.rawAmount })
  const call = { to_address: token, data: data.toLowerCase() }
  for (const send of await findReleased(ctx.db, network.chain.id, due.since - CLOCK_TOLERANCE_MS, call)) {
    if (send.hash === null || !(await isFree(ctx.db, network, send.hash))) continue
    const signer = { address: send.signer }
    const merchants = await findMerchantsPaid(ctx.db, network, {
      signer,
      isFormer: !getSigner(network.sending, send.signer),
    })
    if (merchants && !merchants.includes(due.merchantId)) continue
    const receipt = await transactor.receipt(send.hash).catch(refuseUnread)
    const transfer =
      receipt && transactor.transfersIn(receipt).find((one) => one.token === token && one.from === send.signer)
    if (receipt && transfer) return { receipt, transfer, sendId: send.id }
  }
  return null
}

function refuseUnread(error: unknown): never {
  if (!(error instanceof NodeError)) throw error
  const reason = 'A key may have paid this refund already, and no node shows that now: try again.'
  throw new CheckoutError('network_unreachable', reason)
}

/** The sum that a key has paid since a time (milliseconds) and an operator has released, in millionths of coins. */
export async function sumReleasedSince(db: Db, network: Network, signer: string, since: number): Promise<bigint> {
  const rows = await findReleased(db, network.chain.id, since, { signer })
  return rows.reduce((sum, { to_address, data }) => {
    const token = getTokenAt(network, to_address)
    const call = network.chain.transactor?.decodeTransferCall(data)
    return token && call ? sum + floorToMillionths(call.rawAmount, token.decimals) : sum
  }, 0n)
}

/** Tells whether no refund has a transfer in this transaction. */
export async function isFree(db: Db, { chain }: Network, hash: string): Promise<boolean> {
  const known = await findOutgoing(db, chain.id, [hash])
  return known.every(({ state }) => state === 'orphaned')
}

/** Completes a refund whose transfer was found, whichever account sent it. */
export async function completeWith(
  ctx: Context,
  tx: Tx,
  before: RefundRow,
  { receipt, transfer, sendId, destination }: PaidBefore & { readonly destination: string },
): Promise<RefundRow> {
  const parties = { destination, to_address: transfer.to, from_address: transfer.from }
  const known = await findOutgoing(tx, before.chain, [receipt.hash])
  const observed = toObserved(receipt, transfer)
  const placed = await placeTransfer(ctx, tx, before, { transfer: observed, state: 'final', known })
  if (sendId !== null) await bookSendFee(ctx, tx, await assignReleased(tx, sendId, before.id))
  const payer = { method: sendId === null ? 'sign' : 'signer', send_id: sendId } as const
  return changeRefund(ctx, tx, before, { ...payer, ...parties, watched_from: ctx.now() }, placed)
}
