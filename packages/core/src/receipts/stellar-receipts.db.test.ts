import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { FakeClock, testCheckout } from '../testing/index.ts'
import { createScriptedAccount } from '../testing/scripted-event.ts'
import { ScriptedLedger, type ScriptedPayment } from '../testing/scripted-ledger.ts'

const PASSPHRASE = 'Scripted Stellar Network'
const WALLET = createScriptedAccount(1)
const PAYER = createScriptedAccount(2)
const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }

async function openShop() {
  const clock = new FakeClock()
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: clock.now(), assets: [USDC] })
  const urls = { rpcUrls: ['http://127.0.0.1:8/rpc'], horizonUrls: ['http://127.0.0.1:8'] }
  const stellar = { networkPassphrase: PASSPHRASE, coins: { USDC }, ...urls }
  const options = { sandbox: { networks: { stellar } }, production: { networks: {} } }
  const shop = await testCheckout(options, { clock, ledger })
  await shop.settle()
  const payment = await shop.create({ network: 'stellar', merchantWallet: WALLET })
  /** Sends payments of so many stroops each, in one ledger. */
  const send = async (stroops: readonly bigint[]) => {
    const toOne = (amount: bigint): ScriptedPayment => {
      return { asset: USDC, from: PAYER, to: WALLET, stroops: amount, memo: payment.memo }
    }
    clock.advance(5_000)
    ledger.close(clock.now(), stroops.map(toOne))
    await shop.settle()
  }
  const readClaims = async () => decodeJwt((await shop.retrieve(payment)).receipt ?? '') as Record<string, unknown>
  return { shop, payment, send, readClaims }
}

test('on Stellar a receipt has the memo, and neither hashes of ledgers nor indexes, which nodes do not agree on', async () => {
  const { shop, payment, send, readClaims } = await openShop()
  await send([100_000_000n])
  const claims = await readClaims()
  const [transaction] = (await shop.retrieve(payment)).transactions
  expect(claims).toMatchObject({
    network: expect.stringMatching(/^stellar:/),
    token: expect.stringMatching(/^C[A-Z2-7]{55}$/),
    recipient: WALLET,
    memo: payment.memo,
  })
  const { hash, block } = transaction ?? {}
  expect(claims.transfers).toEqual([{ transaction: hash, block, amount: '10.000000', from: PAYER }])
})

test('a receipt names the largest 20 of many transfers, and says how many there were', async () => {
  const { shop, payment, send, readClaims } = await openShop()
  const small = Array.from({ length: 29 }, (_, index) => 1_000_000n + BigInt(index) * 10n)
  await send([...small, 100_000_000n])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', transactionCount: 30 })
  const claims = await readClaims()
  const amounts = (claims.transfers as { amount: string }[]).map(({ amount }) => amount)
  expect(amounts).toEqual(['10.000000', ...Array.from({ length: 19 }, (_, index) => `0.1000${28 - index}`)])
  expect(claims).toMatchObject({ transferCount: 30, cryptoAmountReceived: '12.900406' })
})
