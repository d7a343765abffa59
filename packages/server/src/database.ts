/** Commands for the database: backup, restore and migrate. */
import { resolve } from 'node:path'
import { backupStorage, describeStorage, migrateStorage, restoreStorage } from '@crypto-checkout/core'
import { type Command, OperatorError, parseOptions, print } from './command.ts'
import { lockData } from './data-lock.ts'
import { readSettings } from './settings.ts'

export const backup: Command = {
  usage: 'backup FILE [--json]',
  summary: 'Copy the database into a new file, also while servers run. restore puts it back.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { json: 'boolean' }, ['FILE'])
    const file = resolve(positionals[0] ?? '')
    const { database } = readSettings(values)
    try {
      const bytes = await backupStorage(database, file)
      if (values.json) return print(JSON.stringify({ file, bytes }))
      print(`The backup is in ${file}: ${bytes} bytes.`)
      print('It contains secrets of webhooks: keep it as safe as your keys.')
    } catch (error) {
      throw new OperatorError(`The backup failed: ${error instanceof Error ? error.message : error}`)
    }
  },
}

export const restore: Command = {
  usage: 'restore FILE [--json]',
  summary: 'Put a backup into the configured database, SQLite or PostgreSQL. It must be new or empty. All or nothing.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { json: 'boolean' }, ['FILE'])
    const file = resolve(positionals[0] ?? '')
    const { database, dataDir } = readSettings(values)
    const release = lockData(dataDir)
    try {
      const { version, payments, events } = await restoreStorage(file, database, dataDir)
      const name = describeStorage(database)
      if (values.json) return print(JSON.stringify({ database: name, version, payments, events }))
      print(`Restored ${file} into ${name}: ${payments} payments, ${events} events.`)
      print('Run doctor before a server starts: keys that have sent transactions since the backup are on hold.')
    } catch (error) {
      throw new OperatorError(`The restore failed: ${error instanceof Error ? error.message : error}`)
    } finally {
      release()
    }
  },
}

export const migrate: Command = {
  usage: 'migrate [--json]',
  summary: 'Bring the tables of the database up to date, and print what changed. The server does this when it starts.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const { database, dataDir } = readSettings(values)
    // Do not change the tables while a server of another release uses them.
    const release = lockData(dataDir)
    try {
      const { from, to } = await migrateStorage(database)
      if (values.json) return print(JSON.stringify({ from, to }))
      const tables = `The tables of ${describeStorage(database)}`
      if (from === to) print(`${tables} are at version ${to}: there is nothing to do.`)
      else print(`${tables} were at version ${from} and are now at version ${to}.`)
    } finally {
      release()
    }
  },
}
