import type { EventType } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { type NewEvent, recordEvents } from '../events/record.ts'
import type { Tx } from '../storage/database.ts'
import type { NamedWallet } from './store.ts'
import { toWalletView } from './view.ts'

type WalletEvent = Extract<EventType, `wallet.${string}`>

/** Records an event for each of these merchants, in each environment that has a network of the wallet's kind. */
export async function recordWalletEvents(
  ctx: Context,
  tx: Tx,
  type: WalletEvent,
  users: readonly NamedWallet[],
): Promise<void> {
  const events = users.flatMap((user) =>
    [true, false]
      .map((livemode) => toWalletView(ctx, user, livemode))
      .filter((view) => view.networks.length > 0)
      .map((view): NewEvent => {
        return { merchantId: user.merchant_id, livemode: view.livemode, type, object: view }
      }),
  )
  await recordEvents(ctx, tx, events)
}
