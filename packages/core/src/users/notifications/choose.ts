import type { NotificationSettings } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { findLastSequence } from '../../events/store.ts'
import { recordOwnChangeAt } from '../record-own-change.ts'
import type { Device, SessionRow } from '../sessions.ts'
import { findUser, listMemberships } from '../store.ts'
import { describeAddress, isAddressConfirmed, requireMailServer } from './confirm.ts'
import { mayGet, notificationKinds } from './kinds.ts'
import { findPlace, listChoices, movePlace, replaceChoices } from './store.ts'

export const notificationChoice = z.strictObject({
  merchant: z.string().max(64),
  livemode: z.boolean(),
  kinds: z.array(z.enum(notificationKinds)).max(notificationKinds.length),
  language: z.enum(['en', 'de']),
})
export type NotificationChoice = z.output<typeof notificationChoice>

/** Lists the notifications that a user gets by e-mail, of all merchants. */
export async function listNotifications(ctx: Context, { user_id }: SessionRow): Promise<NotificationSettings> {
  const choices = await listChoices(ctx.db, user_id)
  return {
    object: 'notification_settings',
    available: ctx.mail !== null,
    address: await describeAddress(ctx, user_id),
    choices: choices.map(({ merchant_id: merchant, livemode, kind, language }) => ({
      merchant,
      livemode,
      kind,
      language,
    })),
  }
}

/**
 * Replaces what a user gets by e-mail of a merchant in an environment, from the next event on. Throws `resource_missing` for
 * others' merchants, `insufficient_scope` for what the role may not read, and `invalid_state` without a mail server
 * or a confirmed address.
 */
export async function chooseNotifications(
  ctx: Context,
  { user_id: userId }: SessionRow,
  { merchant, livemode, kinds, language }: NotificationChoice,
  device: Device,
): Promise<void> {
  if (kinds.length > 0) requireMailServer(ctx)
  const owner = { merchantId: merchant, livemode }
  await ctx.transact(async (tx) => {
    const membership = (await listMemberships(tx, userId)).find(({ merchant_id }) => merchant_id === merchant)
    if (!membership) throw new CheckoutError('resource_missing', 'You belong to no such merchant.', 'merchant')
    const refused = kinds.find((kind) => !mayGet(membership.role, kind))
    if (refused) {
      const reason = `The role ${membership.role} may not read what ${refused} reports.`
      throw new CheckoutError('insufficient_scope', reason, 'kinds')
    }
    const user = await findUser(tx, userId)
    if (kinds.length > 0 && !(user && isAddressConfirmed(user)))
      throw new CheckoutError('invalid_state', 'Confirm your e-mail address first, with the code that is sent there.')
    // A kind that stays has its time: saving others on the first of a month does not lose its report.
    const before = (await listChoices(tx, userId)).filter(
      (one) => one.merchant_id === merchant && one.livemode === livemode,
    )
    const now = ctx.now()
    const rows = [...new Set(kinds)].map((kind) => {
      const created_at = before.find((one) => one.kind === kind)?.created_at ?? now
      return { merchant_id: merchant, livemode, user_id: userId, kind, language, created_at }
    })
    await replaceChoices(tx, owner, userId, rows)
    if ((await findPlace(tx, owner)) === null) await movePlace(tx, owner, await findLastSequence(tx, owner))
    const after = { environment: livemode ? 'production' : 'sandbox', notifications: [...kinds] }
    const change = { userId, merchantId: merchant, operation: 'chooseNotifications', after } as const
    await recordOwnChangeAt(ctx, tx, device, change)
  })
}
