import type { Context } from '../../context/context.ts'
import type { AccountRow } from '../../deposits/account-store.ts'
import type { Tx } from '../../storage/database.ts'
import type { SettlementRow } from '../store.ts'
import { takeFees } from '../take.ts'
import { completeArrived } from './complete.ts'
import { insertConversion, place } from './store.ts'

/** Begins to convert the money that a settlement's sweeps have brought to an account, finally, from a block on. */
export async function startConversion(
  ctx: Context,
  tx: Tx,
  settlement: SettlementRow,
  { account, from }: { readonly account: AccountRow; readonly from: number },
): Promise<void> {
  const { id: settlement_id, amount } = settlement
  const { chain, account: address, to_chain } = account
  await insertConversion(tx, {
    settlement_id,
    chain,
    account: address,
    amount,
    from_block: from,
    created_at: ctx.now(),
  })
  await takeFees(tx, settlement, { account: address, chains: [chain, to_chain] })
  await completeArrived(ctx, tx, await place(tx, account))
}
