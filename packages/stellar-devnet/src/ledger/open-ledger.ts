import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '../runtime/lock.ts'
import { type Chain, openChain } from './chain.ts'
import { type Journal, noJournal, openJournal, setAside } from './journal.ts'
import { setUpEnvelope } from './set-up.ts'
import { readClock } from './time.ts'

/** How long to wait for another process that still holds the folder */
const LOCK_TIMEOUT_MS = 10_000

export type Opened = {
  readonly chain: Chain
  /** Whether the network begins anew */
  readonly fresh: boolean
  /** The network's last port; 0 if it had none */
  readonly port: number
  recordPort(port: number): Promise<void>
  /** Releases the folder. */
  leave(): Promise<void>
}

/**
 * Continues the network stored in `dir`, or begins one. Unusable files are moved away and reported to `log`.
 * @throws if another process holds the folder for more than ten seconds
 */
export async function openLedger(dir: string | undefined, log: (line: string) => void): Promise<Opened> {
  const folder = dir === undefined ? undefined : await occupy(dir)
  try {
    const { chain, journal, fresh } = await openStored(dir, log)
    const leave = async (): Promise<void> => {
      await journal.close()
      folder?.leave()
    }
    return { chain, fresh, port: folder?.port ?? 0, recordPort: folder?.recordPort ?? nowhere, leave }
  } catch (error) {
    folder?.leave()
    throw error
  }
}

async function nowhere(): Promise<void> {}

async function openStored(
  dir: string | undefined,
  log: (line: string) => void,
): Promise<{ chain: Chain; journal: Journal; fresh: boolean }> {
  const kept = dir === undefined ? noJournal : await openUsable(dir, log)
  try {
    // With fewer than two ledgers the set-up was interrupted. It is the same each time.
    const usable = kept.records.length >= 2
    if (usable) return { chain: await openChain(kept.records, kept.append, readClock), journal: kept, fresh: false }
    if (kept.records.length > 0) await kept.discard()
  } catch (error) {
    log(`The saved local network in ${dir} cannot be used and begins anew: ${describeError(error)}`)
    await kept.discard()
  }
  return { chain: await begin(kept), journal: kept, fresh: true }
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

type Occupant = { readonly pid: number; readonly port: number }

async function occupy(dir: string): Promise<{ port: number; recordPort(port: number): Promise<void>; leave(): void }> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const leave = await lockFolder(dir, LOCK_TIMEOUT_MS, new AbortController().signal)
  const file = join(dir, 'network.json')
  const last = await readOccupant(file)
  if (!leave) {
    const who = last ? `process ${last.pid}` : 'another process'
    throw new Error(
      `The local network in ${dir} is in use by ${who}. Stop that server, or take another data directory.`,
    )
  }
  const recordPort = (port: number): Promise<void> => writeFile(file, `${JSON.stringify({ pid: process.pid, port })}\n`)
  return { port: last?.port ?? 0, recordPort, leave }
}

async function readOccupant(file: string): Promise<Occupant | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Occupant
  } catch {
    // Missing or half written: its content is not essential.
    return undefined
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
