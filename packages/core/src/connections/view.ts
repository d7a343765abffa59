import type { Connection } from '@crypto-checkout/api-types'
import { toIsoTime } from '../domain/time.ts'
import { connection } from '../http/shapes/account.ts'
import { createView } from '../http/view.ts'
import type { ConnectionWithParts } from './store.ts'

const toView = createView(connection)

/** A connection has no state of its own: it is as its keys and its webhook are. */
export function toConnectionView(row: ConnectionWithParts): Connection {
  return toView(row, {
    key: row.key_id ?? '',
    webhook: row.webhook_id,
    connectedAt: toIsoTime(row.connected_at ?? 0),
    status: row.is_active === 1 ? 'active' : 'ended',
  })
}
