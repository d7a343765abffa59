import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LOCK, tryLockData } from './data-lock.ts'
import { printError } from './print.ts'
import type { Settings } from './settings.ts'

/** For commands that wait for events: warns on standard error if no server runs on the data. Creates no file and no folder. */
export function warnIfNotServed({ dataDir }: Settings): void {
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
