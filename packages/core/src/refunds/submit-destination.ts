import { hash } from 'node:crypto'
import { getTokenAt } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { toOwner } from '../domain/owner.ts'
import { recordEvent } from '../events/record.ts'
import { requireAnyPayment } from '../payments/find.ts'
import { lookAtKeys } from '../transactions/refund-hold.ts'
import { requireDestination } from './destination.ts'
import { getRefundEnd, getRefundNetwork, type Signing, toRefundView } from './find.ts'
import { completeWith, findPaidBefore, findReleasedPayment, isFree } from './paid-before.ts'
import { payOutStored } from './pay-out.ts'
import { findByPageToken, type RefundRow, updateRefund } from './store.ts'

const TOKEN_BYTES = 32

/** The reason why an address was rejected: nothing can be sent there, it cannot receive now, or it needs a memo. */
export type RefundFailure = 'invalid' | 'cannot_receive' | 'memo_missing'

/** A refund as its page shows it, with its owner. */
export type RefundOnPage = Pick<Signing, 'refund' | 'owner' | 'endedAt'>

/** 256 random bits that open the page of one refund. They are shown only once; the stored hash opens nothing. */
export function generatePageToken(ctx: Pick<Context, 'random'>): { readonly token: string; readonly kept: string } {
  const bytes = Uint8Array.from({ length: TOKEN_BYTES }, () => ctx.random(256))
  const token = Buffer.from(bytes).toString('base64url')
  return { token, kept: keptOf(token) }
}

function keptOf(token: string): string {
  return hash('sha256', token, 'hex')
}

/** The refund whose page a token opens, whatever its status; null if it opens none. */
export async function findRefundOnPage(ctx: Context, token: string): Promise<RefundOnPage | null> {
  const row = await findByPageToken(ctx.db, keptOf(token))
  if (!row) return null
  const owner = toOwner(row)
  return { refund: toRefundView(ctx, row), owner, endedAt: getRefundEnd(row) }
}

/** The payer's input, as text. */
type Entry = { readonly address: string; readonly memo: string | null }

/**
 * The destination that a payer entered, in display form, if it can be recorded. Records nothing. Throws what
 * `submitDestination` throws.
 */
export async function checkDestination(ctx: Context, token: string, entry: Entry): Promise<string> {
  return (await readDestination(ctx, token, entry)).destination
}

/**
 * Records the destination that a payer entered, once. If a restored backup lost the first entry, a transfer that
 * already paid the refund there completes it. Throws `invalid_state` if the destination is already known or the refund
 * has ended, and the errors of `requireDestination`.
 */
export async function submitDestination(ctx: Context, token: string, entry: Entry): Promise<void> {
  const { before, network, destination } = await readDestination(ctx, token, entry)
  const { memo } = entry
  const { created_at: since, seq: payment_seq } = await requireAnyPayment(ctx.db, before.payment_id)
  const due = { merchantId: before.merchant_id, token: before.token, to: destination, rawAmount: before.raw_amount }
  const paid =
    (await findReleasedPayment(ctx, network, { ...due, since })) ??
    (await findPaidBefore(ctx, network, before, destination))
  await lookAtKeys(ctx, network)
  await ctx.transact(async (tx) => {
    const row = requireOpen(await findByPageToken(tx, keptOf(token)))
    if (paid && (await isFree(tx, network, paid.receipt.hash))) {
      await completeWith(ctx, tx, row, { ...paid, destination })
      return
    }
    const at = { destination, payment_seq, since: row.created_at }
    const way = await payOutStored(ctx, tx, network, row, at)
    const columns = await updateRefund(tx, row, { ...way, memo })
    const owner = toOwner(row)
    const object = toRefundView(ctx, { ...row, ...columns })
    await recordEvent(ctx, tx, { ...owner, type: 'refund.destination_received', object })
  })
}

async function readDestination(ctx: Context, token: string, { address, memo }: Entry) {
  const before = requireOpen(await findByPageToken(ctx.db, keptOf(token)))
  const network = getRefundNetwork(ctx, before)
  const coin = network && getTokenAt(network, before.token)
  if (!network || !coin) throw new CheckoutError('unsupported_asset', 'The network is no longer configured.')
  const [from, rawAmount] = [before.from_address, before.raw_amount]
  const asked = { text: address, memo, from, token: coin.address, rawAmount }
  return { before, network, destination: await requireDestination(ctx, network, asked) }
}

function requireOpen(row: RefundRow | null): RefundRow {
  if (row?.method === 'collect' && row.status === 'pending') return row
  throw new CheckoutError('invalid_state', 'The address was entered already, or the refund is not open any more.')
}
