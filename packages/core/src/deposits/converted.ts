import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Db } from '../storage/database.ts'
import { findAccounts, isRecipient } from './account-store.ts'

/** The sender of coins that are minted (ERC-20). */
export const NOBODY = `0x${'0'.repeat(40)}`

/**
 * Leaves out a merchant's own money that comes from a converter's account: released on this network, or burned on
 * another and minted here. It is no income. Throws NodeError.
 */
export async function withoutConversions(
  db: Db,
  network: Network,
  transfers: readonly ObservedTransfer[],
  state: 'seen' | 'final',
): Promise<readonly ObservedTransfer[]> {
  const { cctp, chain } = network
  if (!cctp || !chain.transactor || transfers.length === 0) return transfers
  const released = await findAccounts(
    db,
    transfers.map(({ from }) => ({ chain: chain.id, account: from })),
  )
  const kept: ObservedTransfer[] = []
  const dropped = new Map<string, number>()
  for (const transfer of transfers) {
    if (released.has(`${chain.id} ${transfer.from}`)) continue
    const isMint = transfer.from === NOBODY && (await isRecipient(db, chain.id, transfer.to))
    const key = `${transfer.txHash} ${transfer.token} ${transfer.to} ${transfer.rawAmount}`
    const before = dropped.get(key) ?? 0
    // A payer's own delivery may be of the same amount, in the same transaction.
    if (isMint && before < (await countDeliveries(db, network, transfer, state))) dropped.set(key, before + 1)
    else kept.push(transfer)
  }
  return kept
}

/** Counts the mints of a transaction that look like a transfer, and are of money that accounts have burned. */
async function countDeliveries(
  db: Db,
  { cctp, chain }: Network,
  transfer: ObservedTransfer,
  state: 'seen' | 'final',
): Promise<number> {
  if (!cctp || !chain.transactor) return 0
  const { converting, finalReceipt, receipt } = chain.transactor
  const { txHash, blockNumber } = transfer
  const found = state === 'final' ? await finalReceipt(txHash, blockNumber) : await receipt(txHash)
  if (!found && state === 'final') throw new NodeError('contradiction', `${txHash} has final logs, and no receipt`)
  const delivered = converting.listDeliveries(found?.logs ?? [], cctp).filter(({ recipient, token, rawAmount }) => {
    return recipient === transfer.to && token === transfer.token && rawAmount === transfer.rawAmount
  })
  const accounts = await findAccounts(
    db,
    delivered.map(({ account }) => ({ chain: chain.id, account })),
  )
  const ours = new Set([...accounts.values()].filter((one) => one.to_chain === chain.id).map(({ account }) => account))
  return delivered.filter(({ account }) => ours.has(account)).length
}
