import type { Context } from '../../context/context.ts'
import type { AccountRow } from '../../deposits/account-store.ts'
import type { Tx } from '../../storage/database.ts'
import type { SettlementRow } from '../store.ts'
import { completeArrived } from './complete.ts'
import { insertConversion, place } from './store.ts'

/** Begins to convert the money that a settlement's sweeps have brought to an account, finally. */
export async function startConversion(
  ctx: Context,
  tx: Tx,
  settlement: SettlementRow,
  { chain, account }: AccountRow,
): Promise<void> {
  const { id: settlement_id, amount } = settlement
  await insertConversion(tx, { settlement_id, chain, account, amount, created_at: ctx.now() })
  await completeArrived(ctx, tx, await place(tx, { chain, account }))
}
