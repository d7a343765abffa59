import { resolve } from 'node:path'
import { backupStorage, describeStorage, restoreStorage } from '@crypto-checkout/core'
import { lockData } from './data-lock.ts'
import { print } from './print.ts'
import { readSettings } from './settings.ts'
import { type Command, OperatorError, parseOptions } from './usage.ts'

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
