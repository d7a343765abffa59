import type { Connection } from '@crypto-checkout/api-types'
import { toIsoTime } from '../domain/time.ts'
import { connection } from '../http/shapes/account.ts'
import { createView } from '../http/view.ts'
import type { ConnectionWithParts } from './store.ts'

const toView = createView(connection)

/** A connection stores no state: it is as its code, its keys and its webhook are. */
export function toConnectionView(row: ConnectionWithParts): Connection {
  return toView(row, {
    key: row.key_id,
    webhook: row.webhook_id,
    expiresAt: row.status === 'pending' ? toIsoTime(row.code_expires_at) : null,
  })
}
