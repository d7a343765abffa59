import { expect, test } from 'vitest'
import type { Observer } from '../context/observer.ts'
import {
  asBrowser,
  createTransferFor,
  FakeClock,
  paymentInput,
  ScriptedLedger,
  ScriptedNode,
  testCheckout,
} from '../testing/index.ts'
import { openShop } from '../testing/shop.ts'
import { testStorage } from '../testing/storage.ts'
import { readNetwork } from '../watcher/read.ts'
import type { CheckoutOptions } from './checkout.ts'

type Told = { [Name in keyof Observer]: Parameters<Observer[Name]>[] }

/** Records all calls. */
function listening() {
  const calls: Told = {
    ...{ answered: [], recorded: [], strayed: [], reorganised: [], asked: [], disagreed: [] },
    ...{ attempted: [], ended: [], committed: [] },
  }
  const keep =
    <Name extends keyof Observer>(name: Name) =>
    (...args: Parameters<Observer[Name]>) => {
      calls[name].push(args)
    }
  const observer: Observer = {
    answered: keep('answered'),
    recorded: keep('recorded'),
    strayed: keep('strayed'),
    reorganised: keep('reorganised'),
    asked: keep('asked'),
    disagreed: keep('disagreed'),
    attempted: keep('attempted'),
    ended: keep('ended'),
    committed: keep('committed'),
  }
  return { calls, observer }
}

async function open(options: Partial<CheckoutOptions> = {}) {
  const { calls, observer } = listening()
  const shop = await openShop({ observer, ...options })
  await shop.settle()
  return { shop, calls, answers: () => calls.answered.splice(0).map(([answered]) => answered) }
}

const PAYMENTS = '/sandbox/v1/payments'
const request = { method: 'GET', status: 200, code: null, replayed: false, paymentId: null }

test('requests are told by the pattern of their route, with the payment and the refusal, and nothing that was sent', async () => {
  const { shop, answers } = await open()
  const headers = { 'idempotency-key': 'once' }
  const { body: payment } = await shop.request('POST', PAYMENTS, { body: paymentInput, headers })
  await shop.request('POST', PAYMENTS, { body: paymentInput, headers })
  await shop.request('POST', PAYMENTS, { body: { ...paymentInput, amount: 9 }, headers })
  await shop.request('GET', `${PAYMENTS}/${payment.id}`, { key: { publicKey: 'pk_test_x', secretKey: 'sk_test_x' } })
  await shop.request('GET', `${PAYMENTS}/pay_secret`)
  await shop.request('GET', '/v1/secret-path')
  await shop.request('GET', `/pay/${payment.id.slice(4)}`, { headers: asBrowser })
  await shop.request('GET', `/pay/${payment.id.slice(4)}/status`)
  await shop.request('GET', '/pay/secret/test/secret')
  await shop.request('GET', `/refund/${'s'.repeat(43)}`)
  await shop.request('GET', '/l/secret')
  await shop.request('GET', '/l/secret/qr')
  await shop.request('GET', '/l/secret/status')
  await shop.request('GET', '/reports/set_secret.csv?signature=secret')
  await shop.request('GET', '/pay.css')
  const responses = answers()
  const api = { ...request, requestId: expect.stringMatching(/^req_/), ms: expect.any(Number) }
  const id = payment.id
  expect(responses).toEqual([
    { ...api, method: 'POST', route: PAYMENTS, status: 201, paymentId: id },
    { ...api, method: 'POST', route: PAYMENTS, status: 201, replayed: true },
    { ...api, method: 'POST', route: PAYMENTS, status: 400, code: 'idempotency_mismatch' },
    { ...api, route: `${PAYMENTS}/{id}`, status: 401, code: 'invalid_api_key', paymentId: id },
    { ...api, route: `${PAYMENTS}/{id}`, status: 404, code: 'resource_missing' },
    { ...api, route: 'none', status: 404, code: 'unknown_endpoint' },
    { ...api, route: '/pay/{id}', paymentId: id },
    { ...api, route: '/pay/{id}/status', paymentId: id },
    { ...api, route: '/pay/{id}/test/{scenario}', status: 404 },
    { ...api, route: '/refund/{token}', status: 404 },
    { ...api, route: '/l/{id}', status: 404 },
    { ...api, route: '/l/{id}/qr', status: 404 },
    { ...api, route: '/l/{id}/status', status: 404, code: 'resource_missing' },
    { ...api, route: '/reports/{id}', status: 404 },
    { ...api, route: 'file' },
  ])
  expect(JSON.stringify(responses)).not.toContain('secret')
  await shop.stop()
})

test('what fails unforeseen is told as 500, with the id that the answer has, or what is thrown', async () => {
  const { shop, answers } = await open()
  const payment = await shop.create()
  answers()
  await shop.stop()
  const page = shop.request('GET', `/pay/${payment.id.slice(4)}`, { headers: asBrowser })
  await expect(page).rejects.toMatchObject({ requestId: expect.stringMatching(/^req_/) })
  const { requestId } = await page.catch((error) => error)
  const called = await shop.request('GET', PAYMENTS)
  expect(called.body.error.requestId).toBe(called.headers['x-request-id'])
  expect(answers()).toMatchObject([
    { status: 500, requestId, route: '/pay/{id}', paymentId: payment.id },
    { status: 500, requestId: called.headers['x-request-id'], code: 'internal_error' },
  ])
})

test('what is recorded and undone is not told', async () => {
  const { shop, calls } = await open({ production: { networks: {} } })
  const payment = await shop.create()
  shop.mine([createTransferFor(payment), createTransferFor(payment, 20_000n)])
  const { context } = shop.checkout
  const transact: typeof context.transact = (work) =>
    context.transact(async (tx) => {
      await work(tx)
      throw new Error('undone')
    })
  await expect(readNetwork({ ...context, transact }, context.networks[0]!)).rejects.toThrow('undone')
  expect([calls.strayed, calls.recorded]).toEqual([[], [expect.anything()]])
  await shop.settle()
  expect([calls.strayed.length, calls.recorded.length]).toEqual([1, 3])
})

test('payments, reorganisations and transfers that pay nothing are told with their network', async () => {
  const { shop, calls } = await open({ production: { networks: {} } })
  const where = { environment: 'sandbox', network: 'ethereum' }
  const payment = await shop.create()
  shop.mine([createTransferFor(payment), createTransferFor(payment, 1n)])
  await shop.settle()
  shop.node.drop(1)
  for (let block = 0; block < 2; block++) shop.mine()
  await shop.settle()
  const payments = calls.recorded.map(([event]) => event).filter(({ type }) => type.startsWith('payment.'))
  expect(payments.map(({ type }) => type)).toEqual(['payment.created', 'payment.processing', 'payment.reverted'])
  expect(payments[0]).toEqual({ ...where, type: 'payment.created', coin: 'USDC', paymentId: payment.id })
  expect(calls.strayed).toEqual([[{ ...where, reason: 'unknown_amount' }]])
  expect(calls.reorganised).toEqual([[where, 1]])
  expect(
    calls.asked.every(([host, method, outcome]) => host === '127.0.0.1:1' && /^eth_/.test(method) && outcome === 'ok'),
  ).toBe(true)
  expect(calls.committed.length).toBeGreaterThan(3)
  await shop.stop()
})

test('an event is told once, however often its transaction is run, and not at all where that fails', async () => {
  const { calls, observer } = listening()
  const real = await testStorage()
  let fails = false
  const storage: typeof real = {
    ...real,
    async transact(work) {
      const undone = real.transact(async (tx) => {
        await work(tx)
        throw new Error('not committed')
      })
      return undone.catch((error) => (fails ? Promise.reject(error) : real.transact(work)))
    },
  }
  const shop = await testCheckout({ observer }, { storage })
  // Payments created at once share a transaction.
  const ids = (await Promise.all([shop.create(), shop.create(), shop.create()])).map(({ id }) => id)
  fails = true
  await expect(shop.create()).rejects.toThrow()
  const created = calls.recorded.map(([event]) => event).filter(({ type }) => type === 'payment.created')
  expect(created.map(({ paymentId }) => paymentId).sort()).toEqual(ids.sort())
  fails = false
  await shop.stop()
})

test('why a transfer pays nothing is told: another coin, no memo, or one of nobody', async () => {
  const { calls, observer } = listening()
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: 137, startTime: clock.now() })
  const USDC = { code: 'USDC', issuer: 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5' }
  const passphrase = 'Observed'
  const ledger = new ScriptedLedger({ passphrase, startTime: clock.now(), assets: [USDC] })
  const stellar = { networkPassphrase: passphrase, coins: { USDC }, rpcUrls: ['http://127.0.0.1:8000'] }
  const networks = { polygon: { rpcUrls: ['http://127.0.0.1:1'] }, stellar }
  const shop = await testCheckout(
    { observer, sandbox: { networks: {} }, production: { networks } },
    { node, ledger, clock },
  )
  ledger.close(clock.now(), [])
  await shop.settle()
  const { payments } = shop.checkout
  const onPolygon = await payments.create({ ...paymentInput, network: 'polygon' })
  const wallet = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7'
  await payments.create({ ...paymentInput, network: 'stellar', merchantWallet: wallet })
  shop.mine([{ ...createTransferFor(onPolygon), token: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174' }])
  clock.advance(5_000)
  const from = 'GCDNJUBQSX7AJWLJACMJ7I4BC3Z47BQUTMHEICZLE6MU4KQBRYG5JY6B'
  const sent = { asset: USDC, from, to: wallet, stroops: 10n }
  ledger.close(clock.now(), [
    { ...sent, memo: null },
    { ...sent, memo: '4444333322221111' },
  ])
  await shop.settle()
  expect(calls.strayed.map(([{ network, reason }]) => `${network} ${reason}`).sort()).toEqual([
    'polygon other_token',
    'stellar no_memo',
    'stellar unknown_memo',
  ])
  await shop.stop()
})

test('webhooks to addresses that may not be reached are told as blocked', async () => {
  const { shop, calls } = await open()
  const { sandbox, context } = shop.checkout
  const { id } = await sandbox.webhooks.create({ url: 'https://shop.example.com/hook' })
  await context.transact((tx) =>
    tx.updateTable('webhooks').set({ url: 'https://10.0.0.1/hook' }).where('id', '=', id).execute(),
  )
  await sandbox.webhooks.ping(id)
  await shop.deliver()
  expect(calls.attempted).toEqual([
    [{ outcome: 'blocked', deliveryId: expect.stringMatching(/^\w+_/), paymentId: null }],
  ])
  await shop.stop()
})
