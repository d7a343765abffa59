/** A note for commands on the server that runs on a data folder. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../command-line/errors.ts'
import type { LocalDevnet } from './local-networks.ts'

/** Written by a server to its data directory, for the commands: its address and its local networks. */
export type Note = {
  readonly publicUrl: string
  readonly networks: LocalDevnet['networks'] | null
  /** The merchant's wallet on the local EVM networks. */
  readonly merchantWallet: string | null
}

export function writeNote(dataDir: string, note: Note): void {
  // A command that reads meanwhile sees the old note or the new one.
  writeFileSync(`${getFile(dataDir)}.new`, JSON.stringify(note), { mode: 0o600 })
  renameSync(`${getFile(dataDir)}.new`, getFile(dataDir))
}

/** The last server's note; null before the first start. That server may have stopped since. */
export function readNote(dataDir: string): Note | null {
  try {
    return JSON.parse(readFileSync(getFile(dataDir), 'utf8'))
  } catch {
    return null
  }
}

export type LocalServer = { readonly [Key in keyof Note]: NonNullable<Note[Key]> }

/** The note of a server with local networks. Throws OperatorError if none has run. */
export function requireLocalNetworks(dataDir: string): LocalServer {
  const { publicUrl, networks, merchantWallet } = readNote(dataDir) ?? {}
  if (!publicUrl || !networks || !merchantWallet) {
    throw new OperatorError(
      `No server with local networks runs on ${dataDir}. Start one with npm start, or name an app with sandbox: 'local' by --app.`,
    )
  }
  return { publicUrl, networks, merchantWallet }
}

function getFile(dataDir: string): string {
  return join(dataDir, 'server.json')
}
