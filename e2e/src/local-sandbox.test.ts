/** `sandbox: 'local'` in an app, with real local networks. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cryptoCheckout } from '@crypto-checkout/express'
import { cryptoCheckout as openForFetch } from '@crypto-checkout/fetch'
import { expect, onTestFinished, test } from 'vitest'

const publicUrl = 'http://127.0.0.1:4000/checkout'

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
    expect(lines.filter((line) => !line.includes('cannot be reached'))).toEqual([])
  }
}

test('a payment completes on networks that start and stop with the checkout, and continue at the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = `sqlite:${folder}/checkout.db`
  await payOnce(cryptoCheckout, database)
  await payOnce(openForFetch, database)
})
