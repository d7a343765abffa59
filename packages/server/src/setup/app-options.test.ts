import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from './settings.ts'

/** Writes a module of an app. */
function write(code: string, name = 'options.mjs') {
  const folder = mkdtempSync(join(tmpdir(), 'app-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, name)
  writeFileSync(file, code)
  return { folder, file, read: (env = {}) => readSettings({ app: file }, env) }
}

test("an app's options are its configuration, and variables of a server do not count", () => {
  const { file, read } = write(`export const options = {
    publicUrl: 'https://shop.example.com/checkout', database: 'sqlite:/srv/shop/checkout.db', mountPath: '/',
    log: () => {}, production: { networks: { polygon: { rpcUrls: ['https://polygon-rpc.example.com'] } } },
  }`)
  const settings = read({ CHECKOUT_DATABASE_URL: 'sqlite:other.db', PUBLIC_URL: 'https://other.example.com' })
  expect(settings).toMatchObject({
    ...{ file, isApp: true, isLocal: false, database: 'sqlite:/srv/shop/checkout.db', databaseFrom: file },
    publicUrl: 'https://shop.example.com/checkout',
    config: { production: { networks: { polygon: { rpcUrls: ['https://polygon-rpc.example.com'] } } } },
  })
})

test('the local networks of an app are found beside its database', () => {
  const { folder, read } = write(
    "module.exports = { options: { publicUrl: 'http://127.0.0.1:4000', sandbox: 'local', database: 'sqlite:' + __dirname + '/checkout.db' } }",
    'options.cjs',
  )
  expect(read()).toMatchObject({ isLocal: true, dataDir: join(folder, 'local-networks') })
})

test.each([
  ['export const checkout = 1', 'exports no options, only checkout'],
  ['export const options = await Promise.resolve({})', 'an await outside of functions'],
  [
    "export const options = { publicUrl: 'https://shop.example.com', databse: 'sqlite:a.db' }",
    'did you mean database?',
  ],
])('%s is refused', (code, message) => {
  expect(() => write(code).read()).toThrow(message)
})

test('a missing module, and a configuration beside it, are refused', () => {
  expect(() => readSettings({ app: '/nowhere/options.js' }, {})).toThrow('there is no module /nowhere/options.js')
  const { file } = write('export const options = {}')
  expect(() => readSettings({ app: file, config: file }, {})).toThrow('--app and --config are both given')
})
