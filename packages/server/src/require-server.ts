import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describeStorage } from '@crypto-checkout/core'
import { LOCK, tryLockData } from './data-lock.ts'
import { printError } from './print.ts'
import type { Settings } from './settings.ts'
import { OperatorError } from './usage.ts'

const SQLITE = 'sqlite:'

/**
 * Says on standard error if no server runs on the data, for commands that wait for events. Throws OperatorError where
 * there is no database. Creates no file and no folder.
 */
export function requireEvents({ database, dataDir }: Settings): void {
  if (database.startsWith(SQLITE) && !existsSync(database.slice(SQLITE.length))) {
    throw new OperatorError(
      `There is no database ${describeStorage(database)}, so no events can come. Start a server first (npm start, or ` +
        'crypto-checkout start), and name its data with --data DIR or CHECKOUT_DATABASE_URL.',
    )
  }
  if (isServed(dataDir)) return
  printError(
    `No server runs on ${dataDir} on this machine. Events come once one does: start it with npm start, or ` +
      'crypto-checkout start. An app with the middleware needs no server.',
  )
}

function isServed(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK))) return false
  const release = tryLockData(dataDir)
  release?.()
  return release === null
}
