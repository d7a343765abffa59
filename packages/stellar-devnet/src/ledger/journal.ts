import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredLedger } from './chain.ts'
import { PASSPHRASE } from './network.ts'

const JOURNAL = 'ledgers.jsonl'
const UNREADABLE = 'ledgers.unreadable'
/** Changes when the stored format changes, or transactions have other results */
const VERSION = 1

export type Journal = {
  readonly records: readonly StoredLedger[]
  /** Stores a ledger; it is on disk when this resolves. */
  append(record: StoredLedger): Promise<void>
  /** Moves the file away: from now on the journal is empty. */
  discard(): Promise<void>
  close(): Promise<void>
}

/** The journal of a network that is not stored */
export const noJournal: Journal = {
  records: [],
  append: async () => undefined,
  discard: async () => undefined,
  close: async () => undefined,
}

/**
 * Opens the ledgers stored in the folder: one a line, each with a checksum. An incomplete last line is cut off, because
 * its ledger was never published.
 * @throws if a damaged line is followed by others, or the file is from another release
 */
export async function openJournal(dir: string): Promise<Journal> {
  const path = join(dir, JOURNAL)
  const { records, length } = await readRecords(path)
  if (length >= 0) await truncate(path, length)
  let file = await openFile(path, dir)
  let size = (await file.stat()).size
  const discard = async (): Promise<void> => {
    await file.close()
    await setAside(dir)
    file = await openFile(path, dir)
    size = (await file.stat()).size
  }
  return {
    records,
    async append(record) {
      const line = formatLine({ n: record.sequence, t: String(record.closeTime), h: record.hash, x: record.envelopes })
      try {
        await file.appendFile(line)
        await file.datasync()
        size += Buffer.byteLength(line)
      } catch (error) {
        // If the disk is full, a partly written record must not precede the next one.
        await file.truncate(size)
        throw error
      }
    },
    discard,
    close: () => file.close(),
  }
}

/** Keeps an unusable journal for inspection. */
export async function setAside(dir: string): Promise<void> {
  await rename(join(dir, JOURNAL), join(dir, UNREADABLE)).catch(ignoreMissing)
}

async function openFile(path: string, dir: string): Promise<FileHandle> {
  const file = await open(path, 'a')
  if ((await file.stat()).size === 0) {
    await file.appendFile(formatLine({ version: VERSION, passphrase: PASSPHRASE }))
    await file.datasync()
    const folder = await open(dir, 'r')
    await folder.sync().finally(() => folder.close())
  }
  return file
}

type Line = { n: number; t: string; h: string; x: string[] }

/** `length`: the length of the file's intact part; -1 if there is no file */
async function readRecords(path: string): Promise<{ records: StoredLedger[]; length: number }> {
  const bytes = await readFile(path).catch(ignoreMissing)
  if (!bytes) return { records: [], length: -1 }
  const lines: object[] = []
  let start = 0
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    const line = parseLine(bytes.toString('utf8', start, end))
    if (!line && bytes.indexOf(10, end + 1) >= 0) throw new Error(`Line ${lines.length + 1} is damaged.`)
    if (!line) break
    lines.push(line)
    start = end + 1
  }
  const [head, ...rest] = lines as [{ version?: number; passphrase?: string }?, ...Line[]]
  if (head && (head.version !== VERSION || head.passphrase !== PASSPHRASE)) throw new Error('It is of another release.')
  const records = rest.map(({ n, t, h, x }) => ({ sequence: n, closeTime: BigInt(t), hash: h, envelopes: x }))
  return { records, length: start }
}

function formatLine(content: object): string {
  const json = JSON.stringify(content)
  return `${json} ${computeChecksum(json)}\n`
}

function parseLine(line: string): object | undefined {
  const end = line.lastIndexOf(' ')
  const json = line.slice(0, end)
  return computeChecksum(json) === line.slice(end + 1) ? (JSON.parse(json) as object) : undefined
}

function computeChecksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
