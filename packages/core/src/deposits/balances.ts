import type { Tx } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'
import { addReceived, findOwnedDeposits } from './store.ts'

export { type BalanceRow, findSweepable, forgetBalances, holdBalance, isHeld, releaseBalance } from './store.ts'

type Arrival = Pick<Row<'transfers'>, 'chain' | 'token' | 'to_address' | 'network' | 'cryptocurrency' | 'amount'>

/** Adds final transfers to the balances of the deposits that they went to. */
export async function fundDeposits(tx: Tx, arrivals: readonly Arrival[], now: number): Promise<void> {
  const found = await findOwnedDeposits(
    tx,
    arrivals.map((one) => one.to_address),
  )
  const deposits = new Map(found.map((deposit) => [deposit.address, deposit]))
  for (const { chain, token, to_address, network, cryptocurrency, amount } of arrivals) {
    const deposit = deposits.get(to_address)
    if (!deposit) continue
    const { merchant_id, livemode } = deposit
    await addReceived(tx, {
      ...{ chain, token, network, cryptocurrency, merchant_id, livemode },
      address: to_address,
      payment_id: deposit.payment_id,
      recipient: deposit.recipient,
      received: amount,
      swept: 0,
      funded_at: now,
    })
  }
}
