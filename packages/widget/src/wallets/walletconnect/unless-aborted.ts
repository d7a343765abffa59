import { WalletConnectError } from './error.ts'

/**
 * The result of `work`, unless the signal aborts or the time ends first. The work itself cannot be stopped: a late
 * result is passed to `undo`.
 * @throws WalletConnectError `aborted` or, after `patienceMs`, `unreachable`
 */
export function waitUnlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  { undo, patienceMs }: { undo?: (late: T) => Promise<void>; patienceMs?: number } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (error: WalletConnectError) => {
      settle()
      reject(error)
      // A late failure is ignored: the first reason was already reported.
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
