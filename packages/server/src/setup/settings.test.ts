import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listWarnings, readSettings } from './settings.ts'

test.each([
  [{}, {}, ['data/checkout.db', 'the data directory']],
  [{}, { DATABASE_URL: 'sqlite:theirs.db' }, ['sqlite:theirs.db', 'DATABASE_URL']],
  [{ database: 'sqlite:file.db' }, { DATABASE_URL: 'sqlite:theirs.db' }, ['sqlite:file.db', 'config.json']],
  [
    { database: 'sqlite:file.db' },
    { DATABASE_URL: 'sqlite:theirs.db', CHECKOUT_DATABASE_URL: 'sqlite:ours.db' },
    ['sqlite:ours.db', 'CHECKOUT_DATABASE_URL'],
  ],
])('of %j and %j the database is the one that was meant for the checkout', (config, env, [database, from]) => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  const settings = readSettings({ config: file, data: join(folder, 'data') }, env)
  expect(settings.database).toContain(database)
  expect(settings.databaseFrom).toContain(from)
})

test('a variable turns claims off, whatever the file says, and a misspelt one is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'config.json')
  writeFileSync(file, JSON.stringify({ claims: 'on' }))
  const read = (env: Record<string, string>) =>
    readSettings({ config: file, data: join(folder, 'data') }, env).config.claims
  expect(read({})).toBe('on')
  expect(read({ CHECKOUT_CLAIMS: '' })).toBe('on')
  expect(read({ CHECKOUT_CLAIMS: 'off' })).toBe('off')
  expect(() => read({ CHECKOUT_CLAIMS: 'no' })).toThrow(/^CHECKOUT_CLAIMS: /)
})

/** Reads a configuration file with this text. */
function readText(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'config.json')
  writeFileSync(file, text)
  return readSettings({ config: file, data: join(folder, 'data') }, {})
}

test('a byte order mark before the configuration is skipped', () => {
  expect(readText('\uFEFF{ "rates": { "EUR": 1.08 } }').config.rates).toEqual({ EUR: 1.08 })
})

test('a file with the local sandbox of the middleware is told how a server gets it', () => {
  expect(() => readText('{ "sandbox": "local" }')).toThrow(/only the middleware .* without a configuration file/)
})

test.each([
  ['{ "rates": { "JPY": 150, "EUR": 1.08 } }', ['rates.JPY: 150 .* one USD is 150 JPY, write 0.00666667']],
  ['{ "trustProxy": true }', ['trustProxy: true believes every client']],
  [
    '{ "publicUrl": "https://pay.example.com", "production": { "networks": { "polygon": { "rpcUrls": ["https://rpc.example.com"], "conversion": "unaudited" } } } }',
    ['conversion: USDC on polygon passes through a contract that no auditor has read'],
  ],
  ['{ "rates": { "KWD": 3.25, "JPY": "chainlink" }, "trustProxy": 1 }', []],
])('of %s the operator hears what is most likely not meant', (text, warnings) => {
  expect(listWarnings(readText(text))).toEqual(warnings.map((one) => expect.stringMatching(one)))
})

test.runIf(process.platform === 'linux')('a file that this user may not read is named, with what to do', () => {
  // Not even root may read it.
  const file = '/proc/sys/vm/compact_memory'
  const message = `EACCES: permission denied, open '${file}'. Give the user that runs this, ${userInfo().uid}, the right to it`
  expect(() => readSettings({ config: file })).toThrow(`The configuration cannot be read: ${message}`)
  expect(() => readSettings({}, { CHECKOUT_DATABASE_URL_FILE: file })).toThrow(`CHECKOUT_DATABASE_URL_FILE: ${message}`)
})
