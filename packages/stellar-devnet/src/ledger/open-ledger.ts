import { lockDataDir } from '../runtime/data-dir.ts'
import { type Chain, openChain } from './chain.ts'
import { type Journal, noJournal, openJournal, setAside } from './journal.ts'
import { setUpEnvelope } from './set-up.ts'
import { readClock } from './time.ts'

/** The time to wait for another process that still holds the folder */
const LOCK_TIMEOUT_MS = 10_000

export type OpenedLedger = {
  readonly chain: Chain
  /** True if the network begins anew */
  readonly fresh: boolean
  /** The network's last port; 0 if it had none */
  readonly port: number
  recordPort(port: number): Promise<void>
  /** Closes the files and unlocks the folder. */
  close(): Promise<void>
}

/**
 * Continues the network stored in `dir`, or begins one. Unusable files are moved away and reported to `log`.
 * @throws if another process holds the folder for more than ten seconds
 */
export async function openLedger(dir: string | undefined, log: (line: string) => void): Promise<OpenedLedger> {
  const folder = dir === undefined ? undefined : await lockDataDir(dir, LOCK_TIMEOUT_MS)
  try {
    const { chain, journal, fresh } = await openStored(dir, log)
    const close = async (): Promise<void> => {
      await journal.close()
      folder?.unlock()
    }
    const recordPort = async (port: number): Promise<void> => folder?.record({ pid: process.pid, port })
    return { chain, fresh, port: folder?.last?.port ?? 0, recordPort, close }
  } catch (error) {
    folder?.unlock()
    throw error
  }
}

async function openStored(
  dir: string | undefined,
  log: (line: string) => void,
): Promise<{ chain: Chain; journal: Journal; fresh: boolean }> {
  const journal = dir === undefined ? noJournal : await openUsable(dir, log)
  try {
    // With fewer than two ledgers the set-up was interrupted. It is the same each time.
    const usable = journal.records.length >= 2
    if (usable) return { chain: await openChain(journal.records, journal.append, readClock), journal, fresh: false }
    if (journal.records.length > 0) await journal.discard()
  } catch (error) {
    log(`The saved local network in ${dir} cannot be used and begins anew: ${describeError(error)}`)
    await journal.discard()
  }
  return { chain: await begin(journal), journal, fresh: true }
}

async function openUsable(dir: string, log: (line: string) => void): Promise<Journal> {
  try {
    return await openJournal(dir)
  } catch (error) {
    log(`The saved local network in ${dir} cannot be used and begins anew: ${describeError(error)}`)
    await setAside(dir)
    return await openJournal(dir)
  }
}

async function begin(journal: Journal): Promise<Chain> {
  const chain = await openChain([], journal.append, readClock)
  const submitted = chain.submit(setUpEnvelope())
  await chain.close()
  const outcome = submitted.status === 'ERROR' ? submitted : await submitted.applied
  if ('successful' in outcome && outcome.successful) return chain
  throw new Error(`The local network could not be set up: ${outcome.result.result.type}`)
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
