import { expect, test } from 'vitest'
import { FakeClock, testCheckout } from '../testing/index.ts'
import { createScriptedAccount } from '../testing/scripted-event.ts'
import { ScriptedLedger, type ScriptedPayment } from '../testing/scripted-ledger.ts'

const PASSPHRASE = 'Scripted Stellar Network'
const WALLET = createScriptedAccount(1)
const STRANGER = createScriptedAccount(2)
const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }

async function openShop() {
  const clock = new FakeClock()
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: clock.now(), assets: [USDC] })
  const urls = { rpcUrls: ['http://127.0.0.1:8/rpc'], horizonUrls: ['http://127.0.0.1:8'] }
  const stellar = { networkPassphrase: PASSPHRASE, coins: { USDC }, ...urls }
  const shop = await testCheckout(
    { sandbox: { networks: { stellar } }, production: { networks: {} } },
    { clock, ledger },
  )
  await shop.settle()
  const payment = await shop.create({ network: 'stellar', merchantWallet: WALLET })
  return {
    shop,
    payment,
    /** Sends `count` payments of `stroops` each, in one ledger. */
    async send(count: number, stroops: bigint, memo: string | null) {
      const one: ScriptedPayment = { asset: USDC, from: STRANGER, to: WALLET, stroops, memo }
      clock.advance(5_000)
      ledger.close(
        clock.now(),
        Array.from({ length: count }, () => one),
      )
      await shop.settle()
    },
    async listAllEventTypes() {
      const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
      return data.map(({ type }) => type).filter((type) => type !== 'booking.created')
    },
  }
}

test('on Stellar dust with a payment’s memo is summed with it, and dust without one with the wallet', async () => {
  const { shop, payment, send, listAllEventTypes } = await openShop()
  await send(30, 10n, payment.memo)
  await send(30, 10n, null)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', transactionCount: 30, exceptions: [] })
  expect(await listAllEventTypes()).toEqual(['payment.created'])
  await send(1, 99_990n, null)
  expect(await listAllEventTypes()).toEqual(['payment.created', 'transfer.unattributed'])
})

test('of many claimable balances with a payment’s memo views show the largest 20', async () => {
  const { shop, payment } = await openShop()
  const { context } = shop.checkout
  const network = context.network('sandbox', 'stellar')
  const token = network?.tokens[0]?.address
  if (!network || !token) throw new Error('the shop has no coin on Stellar')
  const claimables = Array.from({ length: 60 }, (_, index) => ({
    id: `B${index}`,
    token,
    rawAmount: index === 37 ? 100_000_000n : 10n,
    memo: payment.memo,
    txHash: String(index).padStart(64, '0'),
  }))
  context.claimables.read(network, WALLET, claimables)
  const { claimable } = await shop.retrieve(payment)
  expect(claimable).toHaveLength(20)
  expect(claimable.map(({ amount }) => amount)).toContain('10.000000')
})
