/** Mistakes that a program in plain JavaScript can make. No compiler has checked these calls. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '../testing/shop.ts'
import { createCheckout } from './checkout.ts'
import { ConfigError } from './config.ts'

const noop = () => {}

test.each([
  ['a misspelt event', ['payment.complete', noop], /payment\.complete.*did you mean payment\.completed\?/],
  ['an event that is none', ['order.shipped', noop], /order\.shipped.*payment\.completed/],
  ['a pattern', ['payment.*', noop], /payment\.\*/],
  ['no event', [undefined, noop], /undefined/],
  ['no handler', ['payment.completed'], /payment\.completed.*must be a function/],
  ['a handler that is no function', ['payment.completed', {}], /payment\.completed.*must be a function/],
  ['a misspelt option', ['payment.completed', noop, { nmae: 'ship' }], /nmae.*did you mean name\?/],
  ['an empty name', ['payment.completed', noop, { name: '' }], /name must be/],
  ['a name in place of options', ['payment.completed', noop, 'ship'], /options.*name/],
])('checkout.on refuses %s at once', async (_, args, message) => {
  const { checkout } = await openShop()
  for (const operations of [checkout, checkout.sandbox, checkout.as('mer_1').sandbox]) {
    const on = operations.on as (...args: unknown[]) => void
    expect(() => on(...args)).toThrow(message)
    expect(() => on(...args)).toThrow(TypeError)
  }
})

test.each([
  [{ log: 'console' }, /log: must be a function/],
  [{ observer: noop }, /observer: must be an object/],
  [{ assets: {} }, /assets: must be a list/],
  [{ testPayer: 'anvil' }, /testPayer: must be an object/],
  [{ migrations: 'never' }, /migrations: must be run, upgrade or refuse/],
  [{ requireNetworks: 'yes' }, /requireNetworks: must be true or false/],
  [{ by: 'me' }, /by: must be in_process or command_line/],
  [{ lgo: noop }, /lgo: there is no such key; did you mean log\?/],
])('createCheckout refuses %j', (options, message) => {
  const config = { publicUrl: 'http://localhost/', database: 'sqlite::memory:', ...(options as object) }
  expect(() => createCheckout(config)).toThrow(message)
})

test('createCheckout refuses to be called without options', () => {
  expect(() => (createCheckout as (options?: object) => unknown)()).toThrow(/publicUrl/)
})

const polygon = { rpcUrls: ['https://rpc.example.com'] }

test.each(['http://pay.example.com', 'http://192.168.1.7:3000/checkout', 'http://localhost.example.com'])(
  'production is not offered at %s: on the way, anybody could change the address to pay to',
  (publicUrl) => {
    const options = { publicUrl, database: 'sqlite::memory:', production: { networks: { polygon } } }
    expect(() => createCheckout(options)).toThrow(ConfigError)
    expect(() => createCheckout(options)).toThrow(/publicUrl: .*https/)
  },
)

test.each([
  ['on this machine', { publicUrl: 'http://127.0.0.1:3000', production: { networks: { polygon } } }],
  ['with https', { publicUrl: 'https://pay.example.com', production: { networks: { polygon } } }],
  ['in the sandbox', { publicUrl: 'http://192.168.1.7', sandbox: { networks: { polygon } } }],
])('%s a publicUrl is taken', async (_, options) => {
  await createCheckout({ ...options, database: 'sqlite::memory:' }).stop()
})

test.each([{}, { production: { networks: {} } }, { production: { networks: {} }, sandbox: { networks: {} } }])(
  'a host that serves payments is refused without networks: %j',
  async (environments) => {
    const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const options = { publicUrl: 'https://pay.example.com', database: `sqlite:${folder}/x.db`, ...environments }
    expect(() => createCheckout({ ...options, requireNetworks: true })).toThrow(ConfigError)
    expect(() => createCheckout({ ...options, requireNetworks: true })).toThrow(/networks: none/)
    expect(readdirSync(folder)).toEqual([])
    // Commands need no networks: they work on the database.
    await createCheckout(options).stop()
  },
)
