/** `sandbox: 'local'` in an app, with real local networks. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cryptoCheckout } from '@crypto-checkout/express'
import { cryptoCheckout as openForFetch } from '@crypto-checkout/fetch'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { startCommand } from './support/harness.ts'

const publicUrl = 'http://127.0.0.1:4000/checkout'

/**
 * Lines that may be logged while local networks start: they do not answer yet, and a chain that continues has no state
 * of its older blocks, of which one may still be the final one.
 */
const AT_THE_START = /cannot be reached|no node has the state of block|: recovered$/

/** Pays with the helper of the hosted page, and waits for finality. */
async function payOnce(open: typeof openForFetch | typeof cryptoCheckout, database: string): Promise<void> {
  const lines: string[] = []
  const checkout = open({
    publicUrl,
    database,
    sandbox: 'local',
    rates: { EUR: 1.08 },
    log: (line) => lines.push(line),
  })
  try {
    await checkout.ready()
    const { settings } = await checkout.sandbox.merchant.retrieve()
    expect(Object.keys(settings.wallets).toSorted()).toEqual(['ethereum', 'polygon', 'stellar'])
    const created = await checkout.sandbox.payments.create({
      amount: 10,
      currency: 'EUR',
      cryptocurrency: 'USDC',
      network: 'ethereum',
      merchantWallet: String(settings.wallets.ethereum),
      alternatives: 'all',
    })
    expect(created.methods?.map(({ network }) => network)).toEqual(
      expect.arrayContaining(['ethereum', 'polygon', 'stellar']),
    )
    expect(created.cryptoAmount).toBe('10.800000')
    expect(created.address).not.toBe(settings.wallets.ethereum)
    const completed = new Promise((resolve) => {
      checkout.sandbox.on('payment.completed', ({ data }) => resolve(data.object.id), { name: `wait ${created.id}` })
    })
    await checkout.context.testPayer?.send({
      network: 'ethereum',
      cryptocurrency: 'USDC',
      to: created.address,
      amount: BigInt(created.cryptoAmount.replace('.', '')),
    })
    expect(await completed).toBe(created.id)
  } finally {
    await checkout.stop()
    expect(lines.filter((line) => !AT_THE_START.test(line))).toEqual([])
  }
}

test('a payment completes on networks that start and stop with the checkout, and continue at the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = `sqlite:${folder}/checkout.db`
  await payOnce(cryptoCheckout, database)
  await payOnce(openForFetch, database)
})

/** An app with the checkout at its root, and commands that read its options. */
async function openApp() {
  const folder = mkdtempSync(join(tmpdir(), 'local-app-'))
  const app = express()
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const options = { publicUrl: url, database: `sqlite:${folder}/checkout.db`, sandbox: 'local' } as const
  const checkout = cryptoCheckout({ ...options, log: () => {} })
  app.use(checkout)
  onTestFinished(async () => {
    await checkout.stop()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await checkout.ready()
  writeFileSync(join(folder, 'options.mjs'), `export const options = ${JSON.stringify(options)}`)
  const run = async (...words: string[]) => {
    const command = startCommand([...words, '--app', 'options.mjs'], { cwd: folder })
    const code = await command.ended
    return { code, output: command.stdout + command.stderr }
  }
  return { checkout, run }
}

test('commands beside an app read its options, and say what is so', async () => {
  const { checkout, run } = await openApp()
  const examined = await run('doctor')
  expect(examined).toMatchObject({ code: 0, output: expect.stringContaining('ok    configuration: ') })
  expect(examined.output).toContain('options.mjs')
  expect(examined.output).toMatch(/sandbox polygon \(eip155:31338\): read to block \d+/)
  expect(examined.output).not.toMatch(/BAD|production is off/)
  expect((await checkout.doctor()).ok).toBe(true)

  expect(await run('trigger', 'payment.completed')).toMatchObject({
    code: 0,
    output: expect.stringContaining('payment.completed'),
  })
  expect((await checkout.sandbox.payments.list({ status: 'completed' })).totalCount).toBe(1)
  expect(await run('faucet', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toMatchObject({ code: 0 })
  expect(await run('keys', 'create', '--environment', 'sandbox')).toMatchObject({
    code: 0,
    output: expect.stringContaining('pk_test_'),
  })
  expect(await run('status')).toMatchObject({ code: 0, output: expect.stringContaining('Server:    answers at ') })
  expect(await run('start')).toMatchObject({ code: 1, output: expect.stringContaining('Start your app') })
})
