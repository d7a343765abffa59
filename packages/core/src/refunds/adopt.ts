import { getSigner, type Receipt, type SentTransaction } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import type { Tx } from '../storage/database.ts'
import { findMerchantsPaid } from '../transactions/known-keys.ts'
import { enqueueMined } from '../transactions/queue.ts'
import { findPayable } from '../transactions/sending-key-store.ts'
import type { Account } from '../transactions/store.ts'
import { stopSend } from './change.ts'
import { isFree } from './paid-before.ts'
import { findAnyRefund, updateRefund } from './store.ts'

/**
 * Finds the oldest pending refund of the same coin, amount and address as a key's unknown transaction, whoever was to
 * pay it, or else one that was cancelled, and makes it a refund of this key. Its send then ends like any other. False if
 * there is none. `receipt`: final, and the call succeeded.
 */
export async function adoptRefund(
  ctx: Context,
  { network, signer }: Account,
  transaction: SentTransaction,
  receipt: Receipt,
): Promise<boolean> {
  const call = network.chain.transactor?.decodeTransferCall(transaction.data)
  if (!call) return false
  // A payment was made before its refund was paid.
  const madeBefore = receipt.blockTime + CLOCK_TOLERANCE_MS
  const ids = await findPayable(ctx.db, network, { token: transaction.to, ...call, madeBefore })
  if (ids.length === 0) return false
  const isFormer = getSigner(network.sending, signer.address) === null
  const merchants = await findMerchantsPaid(ctx.db, network, { signer, isFormer })
  const own = ids.filter(({ merchant_id }) => merchants?.includes(merchant_id) ?? true)
  return ctx.transact(async (tx) => {
    if (!(await isFree(tx, network, transaction.hash))) return false
    for (const { id } of own) if (await adopt(ctx, tx, id, { network, signer, transaction })) return true
    return false
  })
}

type Adopted = Account & { readonly transaction: SentTransaction }

/** False if the refund has ended otherwise, or another key has signed it. */
async function adopt(ctx: Context, tx: Tx, id: string, { network, signer, transaction }: Adopted): Promise<boolean> {
  const row = await findAnyRefund(tx, id)
  if (row?.status !== 'cancelled' && row?.status !== 'pending') return false
  if (row.status === 'pending' && !(await stopSend(ctx, tx, row))) return false
  const { to, data } = transaction
  const order = { network, signer: signer.address, purpose: 'refund', subject: id, to, data } as const
  const from_address = signer.address.toLowerCase()
  const send_id = await enqueueMined(ctx, tx, order)
  await updateRefund(tx, row, { method: 'signer', from_address, send_id })
  return true
}
