import type { NotificationKind } from '@crypto-checkout/api-types'
import type { Context } from '../../context/context.ts'
import type { Owner } from '../../domain/owner.ts'
import { HOUR_MS } from '../../domain/time.ts'
import { findEventsAfter } from '../../events/store.ts'
import type { Tx } from '../../storage/database.ts'
import { findKind, mayGet } from './kinds.ts'
import {
  countForOwnerSince,
  countSince,
  findOwnersBehind,
  findPlace,
  insertNotification,
  listChosen,
  movePlace,
} from './store.ts'

const OWNERS_AT_ONCE = 20
const EVENTS_AT_ONCE = 100
/** Older news are no news: the server or its mail server was away. */
export const MAX_AGE_MS = 24 * HOUR_MS
/** Anybody can send money. The last message says that more are left out. */
const MOST_IN_AN_HOUR = 30
/**
 * E-mails to all users of a merchant in an environment. The checkout does not confirm an invited address, so
 * a merchant could have strangers mailed.
 */
const MOST_IN_AN_HOUR_FOR_OWNER = 100

/**
 * Queues a message for each new event and each user who wants it, together with the new place, so that none is queued
 * twice.
 */
export async function queueNotifications(ctx: Context): Promise<{ readonly more: boolean }> {
  const owners = await findOwnersBehind(ctx.db, OWNERS_AT_ONCE)
  let isMore = owners.length === OWNERS_AT_ONCE
  for (const owner of owners) {
    const read = await ctx.transact((tx) => queueFor(ctx, tx, owner), 'background')
    isMore ||= read === EVENTS_AT_ONCE
  }
  return { more: isMore }
}

async function queueFor(ctx: Context, tx: Tx, owner: Owner): Promise<number> {
  const events = await findEventsAfter(tx, owner, (await findPlace(tx, owner)) ?? 0, EVENTS_AT_ONCE)
  const last = events.at(-1)
  if (!last) return 0
  const choices = await listChosen(tx, owner)
  const since = ctx.now() - MAX_AGE_MS
  const users = new Set(choices.map(({ user_id }) => user_id)).size
  let left = MOST_IN_AN_HOUR_FOR_OWNER - (await countForOwnerSince(tx, owner, ctx.now() - HOUR_MS))
  for (const event of events.filter(({ created_at }) => created_at > since)) {
    const kind = findKind(event)
    const wanting = choices.filter((one) => one.kind === kind && event.created_at >= one.created_at)
    for (const choice of wanting) {
      if (left <= 0 || !kind || !mayGet(choice.role, kind)) continue
      // One is left for each user.
      if (await queue(ctx, tx, { eventId: event.id, kind, choice, isLast: left <= users })) left -= 1
    }
  }
  await movePlace(tx, owner, last.sequence)
  return events.length
}

type Choice = Awaited<ReturnType<typeof listChosen>>[number]

type Queued = {
  readonly eventId: string
  readonly kind: NotificationKind
  readonly choice: Choice
  readonly isLast: boolean
}

/** False if the user got enough in this hour. */
async function queue(ctx: Context, tx: Tx, { eventId, kind, choice, isLast }: Queued): Promise<boolean> {
  const now = ctx.now()
  const before = await countSince(tx, choice.user_id, now - HOUR_MS)
  if (before >= MOST_IN_AN_HOUR) return false
  const { merchant_id, livemode, user_id, language } = choice
  await insertNotification(tx, {
    event_id: eventId,
    user_id,
    merchant_id,
    livemode,
    kind,
    language,
    attempts: 0,
    due_at: now,
    created_at: now,
    is_last: isLast || before === MOST_IN_AN_HOUR - 1 ? 1 : 0,
  })
  return true
}
