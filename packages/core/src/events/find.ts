import type { Event } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { findEvent } from './store.ts'
import { toEventView } from './view.ts'

export { type EventRow, findLastSequence } from './store.ts'

export async function retrieveEvent(
  ctx: Context,
  caller: Pick<Caller, 'merchantId' | 'livemode'>,
  id: string,
): Promise<Event> {
  const row = await findEvent(ctx.db, caller, id)
  if (!row)
    throw new CheckoutError(
      'resource_missing',
      'There is no such event: check the id, and that the keys are of its environment.',
      'id',
    )
  return toEventView(row)
}
