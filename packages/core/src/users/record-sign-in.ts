import type { Tx } from '../storage/database.ts'
import type { Access } from './access.ts'
import { takeFailedCount } from './failure-store.ts'
import { readDeviceMark } from './known-device.ts'
import { recordOwnChange } from './record-own-change.ts'
import { type MarkedDevice, type OpenedSession, openSession, type SessionRow } from './sessions.ts'

/** Begins a session of a user who has signed in, and records it for each of the user's merchants, with how many
 * failed before. */
export async function openSignedIn(
  access: Access,
  tx: Tx,
  userId: string,
  method: SessionRow['method'],
  device: MarkedDevice,
): Promise<OpenedSession> {
  const browser = readDeviceMark(access, userId, device.mark) === null ? 'new' : 'known'
  const failedBefore = await takeFailedCount(tx, userId)
  const after = { method, browser, ...(failedBefore > 0 && { failedBefore }) }
  await recordOwnChange(access.ctx, tx, device, { userId, operation: 'signIn', after })
  return openSession(access.ctx, tx, userId, method, device)
}
