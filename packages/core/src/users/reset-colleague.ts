import type { IssuedReset } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { compareReach } from './members.ts'
import { issueReset } from './reset.ts'
import type { Device, SessionRow } from './sessions.ts'
import { findUser } from './store.ts'

/**
 * Makes a link by which a colleague gets new credentials, for an owner. The link gives the whole account, so the owner must
 * be one of every merchant that the user belongs to, also when the link is used. Throws `resource_missing` and
 * `invalid_state`.
 */
export async function resetColleague(
  ctx: Context,
  { user_id: ownerId }: SessionRow,
  userId: string,
  { address, requestId }: Device,
): Promise<IssuedReset> {
  if (userId === ownerId)
    throw new CheckoutError('invalid_state', 'Change how you sign in yourself in your account.', 'user')
  return ctx.transact(async (tx) => {
    const user = await findUser(tx, userId)
    const reach = await compareReach(tx, ownerId, userId)
    if (!user || reach === 'none')
      throw new CheckoutError('resource_missing', 'There is no such user of a merchant that you own.', 'user')
    if (reach === 'some') throw refuseForeign()
    const by = ownerId as `usr_${string}`
    return issueReset(ctx, tx, user, (merchantId) => ({
      merchantId,
      livemode: true,
      by,
      request: { id: requestId, address },
    }))
  })
}

function refuseForeign(): CheckoutError {
  const message =
    'This account is not only for merchants that you own. Whoever runs the server can reset it: crypto-checkout users reset'
  return new CheckoutError('invalid_state', message, 'user')
}
