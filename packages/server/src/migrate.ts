import { describeStorage, migrateStorage } from '@crypto-checkout/core'
import { lockData } from './data-lock.ts'
import { print } from './print.ts'
import { readSettings } from './settings.ts'
import { type Command, parseOptions } from './usage.ts'

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
