/**
 * Users' changes of their own accounts, in the audit logs of their merchants' production: an account is for both
 * environments.
 */
import type { AuditOperation } from '@crypto-checkout/api-types'
import { recordChange } from '../audit/record.ts'
import type { RecordedFields } from '../audit/store.ts'
import type { Context } from '../context/context.ts'
import type { Tx } from '../storage/database.ts'
import type { Device } from './sessions.ts'
import { listMemberships } from './store.ts'

type OwnChange = {
  readonly userId: string
  readonly operation: AuditOperation
  readonly after: RecordedFields | null
}

/** Records what a user did to its own account, for each merchant that it belongs to: none is left in the dark. */
export async function recordOwnChange(ctx: Context, tx: Tx, device: Device, change: OwnChange): Promise<void> {
  for (const { merchant_id } of await listMemberships(tx, change.userId))
    await recordOwnChangeAt(ctx, tx, device, { ...change, merchantId: merchant_id })
}

/** The same for one merchant. */
export async function recordOwnChangeAt(
  ctx: Context,
  tx: Tx,
  { address, requestId }: Device,
  { userId, merchantId, operation, after }: OwnChange & { readonly merchantId: string },
): Promise<void> {
  const by = userId as `usr_${string}`
  const author = { merchantId, livemode: true, by, request: { id: requestId, address } }
  await recordChange(ctx, tx, author, { operation, object: 'user', objectId: userId, before: null, after })
}
