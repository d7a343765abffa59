import type { ClaimChallenge } from '@crypto-checkout/api-types'
import { Keypair } from '@stellar/stellar-sdk'
import { expect, test } from 'vitest'
import { createScriptedAccount, FakeClock, ScriptedLedger, testCheckout } from '../../testing/index.ts'
import type { ScriptedPayment } from '../../testing/scripted-ledger.ts'
import { readProblem } from '../../testing/shop.ts'

const PASSPHRASE = 'Scripted Stellar Network'
const WALLET = createScriptedAccount(1)
const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }
const USDT = { code: 'USDT', issuer: createScriptedAccount(4) }
const PAYER = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 7))
const STRANGER = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 8))

const sign = (text: string, key = PAYER) => Buffer.from(key.signMessage(text)).toString('base64')

/** Stellar behind an RPC and a Horizon node, with a payment of 10 USDC. */
async function open() {
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
  const post = (path: string, body: unknown) =>
    shop.request('POST', `/pay/${payment.id}/claims/${path}`, { key: null, body })
  const ask = async (hash: string) =>
    (await post('challenge', { hash, from: PAYER.publicKey() })).body as ClaimChallenge
  return {
    ...{ shop, ledger, payment, post, ask },
    /** Sends 10 USDC without a memo, unless told otherwise. Returns the hash. */
    async send(more: Partial<ScriptedPayment> = {}): Promise<string> {
      const txHash = ledger.newHash()
      const sent = { asset: USDC, from: PAYER.publicKey(), to: WALLET, stroops: 100_000_000n, memo: null, txHash }
      clock.advance(5_000)
      ledger.close(clock.now(), [{ ...sent, ...more }])
      clock.advance(5_000)
      ledger.close(clock.now())
      await shop.settle()
      return more.txHash ?? txHash
    },
    async prove(hash: string, key = PAYER) {
      const { message } = await ask(hash)
      return post('prove', { hash, from: PAYER.publicKey(), message, signature: sign(message, key) })
    },
  }
}

test('a payer who forgot the memo has the money counted by a message signed with the account', async () => {
  const { shop, payment, send, ask, prove } = await open()
  const hash = await send()
  expect(await ask(hash)).toMatchObject({
    standard: 'SEP-53',
    message: expect.stringContaining(`Transaction: ${hash}`),
  })
  expect((await prove(hash)).body).toMatchObject({ status: 'completed', amountReceived: '10.000000' })
  expect((await shop.checkout.sandbox.transfers.list({})).data).toMatchObject([
    { payment: payment.id, assignedBy: 'sender' },
  ])
})

test('a memo of nobody’s payment does not keep the sender from proving it', async () => {
  const { send, prove } = await open()
  expect((await prove(await send({ memo: '1234567812345678' }))).body).toMatchObject({ status: 'completed' })
})

test('a transfer without a memo that only one node shows is not counted', async () => {
  const { shop, ledger, payment, send, prove } = await open()
  const memoless = (one: Required<ScriptedPayment>) => (one.memo === null ? null : one)
  ledger.horizonFault.shows = memoless
  const hash = await send()
  const refused = readProblem(await prove(hash))
  expect([400, 503]).toContain(refused.status)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', transactions: [] })
  ledger.horizonFault.shows = (one) => one
  expect((await prove(hash)).body).toMatchObject({ status: 'completed' })
})

test.each([
  ['an own key that may sign nothing any more', 0],
  ['an own key that was given back', 1],
])('%s', async (_, weight) => {
  const { shop, ledger, payment, send, prove } = await open()
  const hash = await send()
  ledger.ownKeyWeights.set(PAYER.publicKey(), weight)
  const answer = await prove(hash)
  if (weight > 0) expect(answer.body).toMatchObject({ status: 'completed' })
  else {
    expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'signature' })
    expect((await shop.retrieve(payment)).transactions).toEqual([])
  }
})

test('signatures that do not fit, other coins and other accounts are refused', async () => {
  const { shop, payment, post, send, ask, prove } = await open()
  const hash = await send()
  const { message } = await ask(hash)
  const good = { hash, from: PAYER.publicKey(), message, signature: sign(message) }
  const other = await send({ asset: USDT })
  const foreign = await send({ from: STRANGER.publicKey() })
  const cases: [string, object, string | null][] = [
    ['by a stranger', { ...good, signature: sign(message, STRANGER) }, 'signature'],
    ['of another text', { ...good, signature: sign('Hello') }, 'signature'],
    ['in hexadecimal', { ...good, signature: Buffer.from(PAYER.signMessage(message)).toString('hex') }, 'signature'],
    [
      'without the prefix of SEP-53',
      { ...good, signature: Buffer.from(PAYER.sign(Buffer.from(message))).toString('base64') },
      'signature',
    ],
    ['that is none', { ...good, signature: '' }, 'signature'],
    ['for another account', { ...good, from: STRANGER.publicKey() }, 'from'],
    ['for what is no account', { ...good, from: WALLET.slice(1) }, 'from'],
    ['for another coin', { ...good, hash: other }, 'hash'],
    ['for a stranger’s transaction', { ...good, hash: foreign }, 'from'],
  ]
  for (const [name, body, param] of cases) {
    const problem = readProblem(await post('prove', body))
    expect([name, problem.status, problem.param]).toEqual([name, 400, param])
  }
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', transactions: [] })
  expect((await prove(hash)).status).toBe(200)
})
