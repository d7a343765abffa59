import { expect, test } from 'vitest'
import { findPublicPayment } from '../../pages/public-view.ts'
import { FakeClock, testCheckout } from '../../testing/index.ts'
import { explainQueries } from '../../testing/plans.ts'
import { createScriptedAccount } from '../../testing/scripted-event.ts'
import { ScriptedLedger, type ScriptedPayment } from '../../testing/scripted-ledger.ts'
import { isOnPostgres } from '../../testing/storage.ts'

const PASSPHRASE = 'Scripted Stellar Network'
const WALLET = createScriptedAccount(1)
const STRANGER = createScriptedAccount(2)
const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }
const USDT = { code: 'USDT', issuer: createScriptedAccount(4) }

async function openShop() {
  const clock = new FakeClock()
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: clock.now(), assets: [USDC, USDT] })
  const urls = { rpcUrls: ['http://127.0.0.1:8/rpc'], horizonUrls: ['http://127.0.0.1:8'] }
  const stellar = { networkPassphrase: PASSPHRASE, coins: { USDC, USDT }, ...urls }
  const shop = await testCheckout(
    { sandbox: { networks: { stellar } }, production: { networks: {} } },
    { clock, ledger },
  )
  await shop.settle()
  const payment = await shop.create({ network: 'stellar', merchantWallet: WALLET })
  const send = async (sent: Pick<ScriptedPayment, 'asset' | 'stroops' | 'memo'>) => {
    clock.advance(5_000)
    ledger.close(clock.now(), [{ from: STRANGER, to: WALLET, ...sent }])
    await shop.settle()
  }
  const view = async () => (await shop.request('GET', `/pay/${payment.id}/status`, { key: null })).body
  return { shop, payment, send, view }
}

test('another coin with a payment’s memo is told to its payer, in whatever amount, also when it is completed', async () => {
  const { payment, send, view } = await openShop()
  await send({ asset: USDT, stroops: 70_000_000n, memo: payment.memo })
  const misdirected = [{ amount: '7.000000', cryptocurrency: 'USDT', network: 'stellar' }]
  expect(await view()).toMatchObject({ status: 'created', misdirected })
  await send({ asset: USDC, stroops: 100_000_000n, memo: payment.memo })
  expect(await view()).toMatchObject({ status: 'completed', misdirected })
})

test('neither dust nor money with another memo is told', async () => {
  const { payment, send, view } = await openShop()
  await send({ asset: USDT, stroops: 10n, memo: payment.memo })
  await send({ asset: USDT, stroops: 100_000_000n, memo: null })
  await send({ asset: USDT, stroops: 100_000_000n, memo: '1' })
  expect((await view()).misdirected).toEqual([])
})

test.skipIf(isOnPostgres())('looking for another coin with the memo follows an index', async () => {
  const { shop, payment } = await openShop()
  const queries = await explainQueries(shop.checkout.context, (ctx) => findPublicPayment(ctx, payment.id))
  const steps = queries.filter(({ sql }) => /"transfers"/.test(sql)).flatMap((query) => query.steps)
  expect(steps.join()).toContain('transfers_unattributed_of_memo (to_address=? AND memo=? AND amount>?)')
})
