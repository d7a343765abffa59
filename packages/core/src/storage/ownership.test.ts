import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { APPLICATION_ID, SCHEMA_VERSION } from './migrate.ts'
import { migrateStorage, openStorage } from './open.ts'

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'checkout.db')
}

function write(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

function read(path: string, sql: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare(sql).get()
  database.close()
  return row
}

test.each([
  ['another table', 'create table orders (id text)'],
  ['a table of a name that we use', 'create table payments (id text)'],
  ['another mark', 'pragma application_id = 5'],
  ['another version', 'create table orders (id text); pragma user_version = 300'],
])('a SQLite file with %s is refused by its path, and left as it is', async (_, sql) => {
  const path = newPath()
  write(path, sql)
  const before = readFileSync(path)
  for (const migrations of ['run', 'upgrade', 'refuse'] as const) {
    expect(() => openStorage(`sqlite:${path}`, migrations)).toThrow(`${path}: it is a database of another program`)
  }
  await expect(migrateStorage(`sqlite:${path}`)).rejects.toThrow(`${path}: it is a database of another program`)
  expect(readFileSync(path)).toEqual(before)
})

test('a SQLite file of ours is marked, one of before the mark too', async () => {
  const path = newPath()
  await openStorage(`sqlite:${path}`, 'run').close()
  const mark = { application_id: APPLICATION_ID }
  expect(read(path, 'pragma application_id')).toEqual(mark)
  write(path, 'pragma application_id = 0')
  await openStorage(`sqlite:${path}`, 'run').close()
  expect(read(path, 'pragma application_id')).toEqual(mark)
})

test.each([
  [
    'a newer release',
    (path: string) => write(path, `pragma user_version = ${SCHEMA_VERSION + 1}`),
    'use a newer release',
  ],
  ['something else', (path: string) => writeFileSync(path, 'x'.repeat(5_000)), 'no SQLite database, or it is damaged'],
])('a file of %s is named in one line', (_, make, message) => {
  const path = newPath()
  make(path)
  const open = () => openStorage(`sqlite:${path}`, 'run')
  expect(open).toThrow(message)
  expect(open).toThrow(new RegExp(`^${path}: [^\\n]+$`))
  expect(open).toThrow(expect.objectContaining({ code: 'database_not_usable' }))
})
