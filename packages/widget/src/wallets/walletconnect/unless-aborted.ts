import { WalletConnectError } from './error.ts'

/**
 * What some work brings, unless the signal is sooner, or the time is over. The work itself cannot be stopped: what it
 * still brings is handed to `undo`.
 * @throws WalletConnectError `aborted` or, after `patienceMs`, `unreachable`
 */
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  { undo, patienceMs }: { undo?: (late: T) => Promise<void>; patienceMs?: number } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (error: WalletConnectError) => {
      settle()
      reject(error)
      // A failure that comes late was told as what came first.
      if (undo !== undefined) work.then(undo).catch(() => {})
    }
    const aborted = () => giveUp(new WalletConnectError('aborted', signal.reason))
    const late = () => giveUp(new WalletConnectError('unreachable'))
    const timer = patienceMs === undefined ? undefined : setTimeout(late, patienceMs)
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
    }
    work.finally(settle).then(resolve, reject)
    signal.addEventListener('abort', aborted)
    if (signal.aborted) aborted()
  })
}
