import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCheckout } from '../app/checkout.ts'

const folder = mkdtempSync(join(tmpdir(), 'private-files-'))
let umask = 0

beforeAll(() => {
  // The default of most systems.
  umask = process.umask(0o022)
})

afterAll(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

const modesIn = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, (statSync(join(path, name)).mode & 0o777).toString(8)]))

async function open(path: string, work: () => unknown): Promise<void> {
  const checkout = createCheckout({ publicUrl: 'http://127.0.0.1:3000', database: `sqlite:${path}` })
  await checkout.ready()
  await work()
  await checkout.stop()
}

const whole = { 'shop.db': '600', 'shop.db-shm': '600', 'shop.db-wal': '600' }

test('a new database is its owner’s alone, with its side files and its folder', async () => {
  const data = join(folder, 'new')
  await open(join(data, 'shop.db'), () => expect(modesIn(data)).toEqual(whole))
  expect(modesIn(folder)).toEqual({ new: '700' })
})

test('a database that others could read is closed to them when it is opened', async () => {
  const data = mkdtempSync(join(folder, 'old-'))
  chmodSync(data, 0o755)
  const path = join(data, 'shop.db')
  await open(path, () => {})
  for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644)
  await open(path, async () => {
    expect(modesIn(data)).toEqual(whole)
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644)
    // Side files of a killed process are restricted, too.
    await open(path, () => expect(modesIn(data)).toEqual(whole))
  })
})

test('a file that is no checkout’s keeps its mode', async () => {
  const data = mkdtempSync(join(folder, 'foreign-'))
  const path = join(data, 'notes.txt')
  writeFileSync(path, 'no database at all, and long enough to have a header of its own, as SQLite sees it'.repeat(20))
  chmodSync(path, 0o644)
  expect(() => createCheckout({ publicUrl: 'http://127.0.0.1:3000', database: `sqlite:${path}` })).toThrow()
  expect(modesIn(data)).toEqual({ 'notes.txt': '644' })
})
