import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
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
  for (const transfer of transfers) {
    if (released.has(`${chain.id} ${transfer.from}`)) continue
    const isMint = transfer.from === NOBODY && (await isRecipient(db, chain.id, transfer.to))
    if (!isMint || !(await isDelivery(db, network, transfer, state))) kept.push(transfer)
  }
  return kept
}

/** Tells whether a transaction mints what an account has burned. A transaction that is gone again is read again. */
async function isDelivery(db: Db, { cctp, chain }: Network, transfer: ObservedTransfer, state: 'seen' | 'final') {
  if (!cctp || !chain.transactor) return false
  const { converting, finalReceipt, receipt } = chain.transactor
  const { txHash, blockNumber } = transfer
  const found = state === 'final' ? await finalReceipt(txHash, blockNumber) : await receipt(txHash)
  const delivered = converting.listDeliveries(found?.logs ?? [], cctp).filter(({ recipient, token, rawAmount }) => {
    return recipient === transfer.to && token === transfer.token && rawAmount === transfer.rawAmount
  })
  const accounts = await findAccounts(
    db,
    delivered.map(({ account }) => ({ chain: chain.id, account })),
  )
  return [...accounts.values()].some(({ to_chain }) => to_chain === chain.id)
}
