/** Commands of the database. */
import { defineCommand, json } from '../command-line/command.ts'
import { file, required } from '../command-line/option.ts'

export const databaseCommands = {
  migrate: defineCommand({
    summary: 'Bring the tables of the database up to date, and print what changed.',
    details: 'A server does the same when it starts. The command creates the database if there is none.',
    options: { json },
    examples: [{ does: 'Prepare the database before the first start', line: 'migrate' }],
  }),
  backup: defineCommand({
    summary: 'Copy the database into a new file, also while servers run.',
    details: 'The copy is of one moment, and holds the secrets of webhooks. restore puts it back.',
    words: { file: required(file('The new file.')) },
    options: { json },
    examples: [{ does: 'Back up before an upgrade', line: 'backup checkout-backup.db' }],
  }),
  restore: defineCommand({
    summary: 'Put a backup into the configured database, which must be new or empty.',
    details: 'SQLite and PostgreSQL take the same file. All of it is put back, or nothing.',
    words: { file: required(file('A file of backup.')) },
    options: { json },
    examples: [{ does: 'Restore into a new data folder', line: 'restore checkout-backup.db --data restored' }],
  }),
}
