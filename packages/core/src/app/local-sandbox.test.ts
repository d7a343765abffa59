import { expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { embedCheckout } from './embedded.ts'

const parts = { readAssets: () => [], readDashboard: () => [] }
const options = { publicUrl: 'http://127.0.0.1:4000', database: 'sqlite::memory:', sandbox: 'local' } as const

function fail(code: string): never {
  throw Object.assign(new Error(code), { code })
}

test('without the package of the local networks a sentence says what to install', () => {
  const loadDevnet = () => fail('MODULE_NOT_FOUND')
  expect(() => embedCheckout(options, { ...parts, loadDevnet })).toThrow(ConfigError)
  expect(() => embedCheckout(options, { ...parts, loadDevnet })).toThrow(
    "sandbox: 'local' needs the package @crypto-checkout/devnet",
  )
})

test('whatever else is wrong with the package is not hidden', () => {
  expect(() => embedCheckout(options, { ...parts, loadDevnet: () => fail('ERR_OTHER') })).toThrow('ERR_OTHER')
})

test('no other word is taken for a sandbox', () => {
  const loadDevnet = () => fail('MODULE_NOT_FOUND')
  const misspelt = { ...options, sandbox: 'locale' } as unknown as typeof options
  expect(() => embedCheckout(misspelt, { ...parts, loadDevnet })).toThrow(/sandbox: must be/)
})
