import { resolve } from 'node:path'
import { backupStorage } from '@crypto-checkout/core'
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
