/** Actions of the commands of the database. */

import { resolve } from 'node:path'
import { backupStorage, describeStorage, migrateStorage, restoreStorage } from '@crypto-checkout/core'
import { describeError, OperatorError } from '../command-line/errors.ts'
import { print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { lockData } from '../setup/data-lock.ts'
import { readSettings } from '../setup/settings.ts'

export async function backup(given: Input<'backup'>): Promise<void> {
  const file = resolve(given.file)
  const { database } = readSettings(given)
  try {
    const bytes = await backupStorage(database, file)
    if (given.json) return print(JSON.stringify({ file, bytes }))
    print(`The backup is in ${file}: ${bytes} bytes.`)
    print('It contains secrets of webhooks: keep it as safe as your keys.')
  } catch (error) {
    throw new OperatorError(`The backup failed: ${describeError(error)}`)
  }
}

export async function restore(given: Input<'restore'>): Promise<void> {
  const file = resolve(given.file)
  const { database, dataDir } = readSettings(given)
  const release = lockData(dataDir)
  try {
    const { version, payments, events, heldRefunds } = await restoreStorage(file, database, dataDir)
    const name = describeStorage(database)
    if (given.json) return print(JSON.stringify({ database: name, version, payments, events, heldRefunds }))
    print(`Restored ${file} into ${name}: ${payments} payments, ${events} events.`)
    print('Run doctor before a server starts: keys that have sent transactions since the backup are on hold.')
    const some = heldRefunds === 1 ? 'refund is' : 'refunds are'
    print(`${heldRefunds} pending ${some} on hold: merchants' wallets may have paid them since the backup.`)
    print('Later refunds of its payments wait as well, until you have compared each wallet with the chain.')
    print('Then run: sends held, and sends release WALLET --yes')
  } catch (error) {
    throw new OperatorError(`The restore failed: ${describeError(error)}`)
  } finally {
    release()
  }
}

export async function migrate(given: Input<'migrate'>): Promise<void> {
  const { database, dataDir } = readSettings(given)
  // Do not change the tables while a server of another release uses them.
  const release = lockData(dataDir)
  try {
    const { from, to } = await migrateStorage(database)
    if (given.json) return print(JSON.stringify({ from, to }))
    const tables = `The tables of ${describeStorage(database)}`
    if (from === to) print(`${tables} are at version ${to}: there is nothing to do.`)
    else print(`${tables} were at version ${from} and are now at version ${to}.`)
  } finally {
    release()
  }
}
