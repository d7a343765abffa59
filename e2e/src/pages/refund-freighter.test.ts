import type { Refund } from '@crypto-checkout/core'
import { pickCases } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { closeLedger, stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import { Keypair, Memo, Operation, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createFreighter, type Freighter } from '../support/freighter.ts'
import { listAccessibilityProblems } from '../support/freighter-shop.ts'
import { cleanUp, pollUntil } from '../support/harness.ts'
import {
  collectConsoleErrors,
  openPageSite,
  PATIENCE_MS,
  type PageSite,
  startBrowser,
} from '../support/page-harness.ts'
import {
  buildPayment,
  createAccount,
  createHorizon,
  createStellarConfig,
  MERCHANT,
  readSequence,
  type Stellar,
  send,
  USDC,
} from '../support/stellar-harness.ts'

let devnet: Stellar
let site: PageSite
let browser: Browser

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
  site = await openPageSite(createStellarConfig(devnet))
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await site.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

beforeEach(() => untilRead())

/** Waits until all current ledgers have been read. */
async function untilRead(): Promise<void> {
  const { sequence } = await closeLedger(devnet.networks.stellar)
  await pollUntil(
    () => site.checkout.networks(),
    ([network]) => (network?.read ?? 0) >= sequence,
  )
}

/** A refund of 4 USDC for the merchant's account to sign, and its page's address. */
async function newRefund(input: object = {}): Promise<{ refund: Refund; url: string; to: string }> {
  const { sandbox } = site.checkout
  const price = { amount: 10, currency: 'USD', cryptocurrency: 'USDC' } as const
  const payment = await sandbox.payments.create({ ...price, network: 'stellar', merchantWallet: MERCHANT })
  await send(devnet, [buildPayment('10')], { memo: Memo.text(payment.memo ?? '') })
  await pollUntil(
    () => sandbox.payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
  const to = (await createAccount(devnet, [USDC])).publicKey()
  const refund = await sandbox.refunds.create({ paymentId: payment.id, amount: 4, destination: to, ...input })
  if (refund.nextAction?.type !== 'sign') throw new Error('there is nothing to sign')
  await untilRead()
  return { refund, url: refund.nextAction.url, to }
}

function freighterOf(key: Keypair = stellarKeys.merchant): Freighter {
  return createFreighter(key, devnet.networks.stellar.passphrase)
}

/** Opens the page, with Freighter if given. Collects the browser's complaints, except those about refused requests. */
async function open(url: string, wallet: Freighter | null): Promise<{ page: Page; consoleErrors: string[] }> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors = collectConsoleErrors(page, /status of 400/)
  await wallet?.inject(page)
  await page.goto(url)
  return { page, consoleErrors }
}

const signing = (page: Page) => page.getByRole('button', { name: 'Sign with Freighter' })
const findStatus = (page: Page, text: RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: PATIENCE_MS })

async function untilStatus({ id }: Refund, wanted: Refund['status']): Promise<Refund> {
  return pollUntil(
    () => site.checkout.sandbox.refunds.retrieve(id),
    ({ status }) => status === wanted,
  )
}

/** The payments that an account received, with their memos. */
async function receivedBy(account: string): Promise<{ amount: string; memo: string | undefined }[]> {
  const { records } = await createHorizon(devnet).payments().forAccount(account).join('transactions').call()
  const payments = records.filter((record) => record.type === 'payment')
  return Promise.all(
    payments.map(async (record) => ({ amount: record.amount, memo: (await record.transaction()).memo })),
  )
}

const refunded = [
  ['with its memo', { destinationMemo: 'customer 17' }, 'customer 17'],
  ['without a memo', {}, undefined],
] as const

test.each(pickCases(refunded))(
  'Freighter signs a refund %s with one click, the server sends it, and it completes',
  async (_, input, memo) => {
    const { refund, url, to } = await newRefund(input)
    const wallet = freighterOf()
    const { page, consoleErrors } = await open(url, wallet)
    await signing(page).waitFor({ timeout: PATIENCE_MS })
    expect(await listAccessibilityProblems(page)).toEqual([])
    await signing(page).click()
    await findStatus(page, /^Sent: [0-9a-f]{64}$/)
    expect(wallet.requests.filter((type) => type === 'SUBMIT_TRANSACTION')).toHaveLength(1)
    expect(await listAccessibilityProblems(page)).toEqual([])
    // After a reload before the transaction is seen, the page does not ask to sign again.
    await page.reload()
    await findStatus(page, /already asked a wallet to send this/)
    expect(await signing(page).count()).toBe(0)
    await closeLedger(devnet.networks.stellar)
    expect(await untilStatus(refund, 'completed')).toMatchObject({ transaction: { from: MERCHANT } })
    expect(await receivedBy(to)).toEqual([{ amount: '4.0000000', memo }])
    await page.reload()
    await page.getByText('The money has been sent to this address.').waitFor({ timeout: PATIENCE_MS })
    expect(consoleErrors).toEqual([])
  },
)

test('without Freighter the page has its code and its link', async () => {
  const { url } = await newRefund()
  const { page, consoleErrors } = await open(url, null)
  expect(await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')).toMatch(/^web\+stellar:pay/)
  expect(await page.locator('figure.qr svg').isVisible()).toBe(true)
  expect(await signing(page).count()).toBe(0)
  expect(consoleErrors).toEqual([])
})

test('a wallet that refuses, is on another account or on another network signs nothing, and may try again', async () => {
  const { refund, url } = await newRefund()
  const wallet = freighterOf(stellarKeys.payer)
  const { page, consoleErrors } = await open(url, wallet)
  await signing(page).click()
  await findStatus(page, /uses another account/)
  wallet.key = stellarKeys.merchant
  wallet.networkPassphrase = 'Public Global Stellar Network ; September 2015'
  await signing(page).click()
  await findStatus(page, new RegExp(`another network.*: Stellar \\(${devnet.networks.stellar.passphrase.slice(0, 10)}`))
  wallet.networkPassphrase = devnet.networks.stellar.passphrase
  wallet.connects = false
  await signing(page).click()
  await findStatus(page, /The wallet refused/)
  wallet.connects = true
  expect(wallet.requests).not.toContain('SUBMIT_TRANSACTION')
  wallet.signs = false
  await signing(page).click()
  await findStatus(page, /The wallet refused/)
  await page.reload()
  wallet.signs = true
  await signing(page).click()
  await findStatus(page, /^Sent: /)
  await closeLedger(devnet.networks.stellar)
  await untilStatus(refund, 'completed')
  expect(consoleErrors).toEqual([])
})

test('what was changed on its way, or is not signed by the merchant’s account, is not sent', async () => {
  const { refund, url, to } = await newRefund()
  const wallet = freighterOf()
  wallet.changes = (xdr) =>
    TransactionBuilder.cloneFrom(TransactionBuilder.fromXDR(xdr, wallet.networkPassphrase) as Transaction, {
      memo: Memo.text('another'),
    })
      .build()
      .toXDR()
  const { page } = await open(url, wallet)
  await signing(page).click()
  await findStatus(page, /nothing was sent/)
  const before = await readSequence(devnet, MERCHANT)
  const built = await build(url)
  built.sign(Keypair.random())
  expect((await submit(url, built)).body.error.code).toBe('transaction_changed')
  // A stranger pays it from another account.
  const other = await createAccount(devnet, [USDC])
  const source = await createHorizon(devnet).loadAccount(other.publicKey())
  const { fee, networkPassphrase, timeBounds, memo } = built
  const timebounds = { minTime: 0, maxTime: Number(timeBounds?.maxTime) }
  const otherTransaction = new TransactionBuilder(source, { fee, networkPassphrase, memo, timebounds })
    .addOperation(buildPayment('4', to))
    .build()
  otherTransaction.sign(other)
  expect((await submit(url, otherTransaction)).body.error).toMatchObject({ code: 'transaction_changed', param: 'xdr' })
  await closeLedger(devnet.networks.stellar)
  expect(await readSequence(devnet, MERCHANT)).toBe(before)
  expect((await site.checkout.sandbox.refunds.retrieve(refund.id)).status).toBe('pending')
})

async function ask(url: string, what: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/stellar/${what}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

async function build(url: string): Promise<Transaction> {
  const { status, body } = await ask(url, 'transaction', {})
  expect(status).toBe(200)
  return TransactionBuilder.fromXDR(body.xdr, body.networkPassphrase) as Transaction
}

const submit = (url: string, signed: { toXDR(): string }) => ask(url, 'submit', { xdr: signed.toXDR() })

describe('a refund is paid once', () => {
  test('however often its transaction is asked for, signed and sent', async () => {
    const { refund, url, to } = await newRefund()
    const built = await Promise.all([1, 2, 3].map(() => build(url)))
    for (const one of built) one.sign(stellarKeys.merchant)
    const answers = await Promise.all(built.flatMap((one) => [submit(url, one), submit(url, one)]))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await closeLedger(devnet.networks.stellar)
    await untilStatus(refund, 'completed')
    expect(await receivedBy(to)).toEqual([{ amount: '4.0000000', memo: undefined }])
    expect((await ask(url, 'transaction', {})).body.error.code).toBe('invalid_state')
    expect((await submit(url, built[0] as Transaction)).body.error.code).toBe('invalid_state')
  })

  test('but not in place of another thing that the account sends', async () => {
    const { refund, url } = await newRefund()
    const built = await build(url)
    built.sign(stellarKeys.merchant)
    await send(devnet, [Operation.manageData({ name: 'note', value: '1' })], { signer: stellarKeys.merchant })
    expect((await submit(url, built)).body.error.code).toBe('transaction_uncertain')
    await untilRead()
    const next = await build(url)
    next.sign(stellarKeys.merchant)
    expect((await submit(url, next)).status).toBe(200)
    await closeLedger(devnet.networks.stellar)
    await untilStatus(refund, 'completed')
  })
})

test('where nobody knows whether it was sent, nobody says that it was not', async () => {
  const { url } = await newRefund()
  const wallet = freighterOf()
  const { page } = await open(url, wallet)
  await page.route('**/stellar/submit', (route) => route.abort())
  await signing(page).click()
  await findStatus(page, /already asked a wallet to send this/)
  await page.reload()
  await findStatus(page, /already asked a wallet to send this/)
  expect(wallet.requests.filter((type) => type === 'SUBMIT_TRANSACTION')).toHaveLength(1)
})

test('what does not wait for a signature has nothing to sign', async () => {
  const { refund, url } = await newRefund()
  const built = await build(url)
  built.sign(stellarKeys.merchant)
  await site.checkout.sandbox.refunds.cancel(refund.id)
  expect((await ask(url, 'transaction', {})).body.error.code).toBe('invalid_state')
  expect((await submit(url, built)).body.error.code).toBe('invalid_state')
  const nobody = url.replace(refund.id.slice(3), '0'.repeat(26))
  expect((await ask(nobody, 'transaction', {})).status).toBe(404)
  expect((await ask(url, 'assets', {})).body.error.code).toBe('unknown_endpoint')
  expect((await fetch(`${url}/stellar/transaction`)).status).toBe(404)
  for (const body of [{}, { xdr: 1 }, { xdr: 'A'.repeat(4_097) }, { xdr: 'AAAA', more: 1 }]) {
    expect((await ask(url, 'submit', body)).status).toBe(400)
  }
  const { headers } = await ask(url, 'transaction', {})
  expect(headers.get('access-control-allow-origin')).toBeNull()
})
