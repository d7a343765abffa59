import type { Connection } from '@crypto-checkout/api-types'
import { toIsoTime } from '../domain/time.ts'
import { connection } from '../http/shapes/account.ts'
import { createView } from '../http/view.ts'
import type { ConnectionWithParts } from './store.ts'

const toView = createView(connection)

/** A connection is as its keys are: it has no state of its own. */
export function toConnectionView(row: ConnectionWithParts): Connection {
  return toView(row, {
    key: row.key_id ?? '',
    webhook: row.webhook_id,
    connectedAt: toIsoTime(row.connected_at ?? 0),
    status: row.working_keys > 0 ? 'active' : 'ended',
  })
}
