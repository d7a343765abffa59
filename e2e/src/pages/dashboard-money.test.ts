import { readFile } from 'node:fs/promises'
import type { Payment, Refund } from '@crypto-checkout/core'
import { mine } from '@crypto-checkout/devnet/testing'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findBarriers, findBarriersInThemes, looks, openDashboardOfFile } from '../support/dashboard-harness.ts'
import { createWallet, pay, pollUntil, toMillionths } from '../support/harness.ts'
import { PATIENCE_MS } from '../support/page-harness.ts'

const { dashboard, devnet } = await openDashboardOfFile()

/** Whatever a payer, a merchant or a chain can fill must come out as the text that it is. */
const XSS = `<img src=x onerror="document.title='pwned'"><script>document.title='pwned'</script>`
const PAYER = `0x${'7'.repeat(40)}`

const operations = () => dashboard.checkout.sandbox
const terms = { cryptocurrency: 'USDC', network: 'ethereum' } as const

/** A payment over the API, as a shop makes it. */
async function createPayment(more: Partial<Parameters<typeof makeInput>[0]> = {}): Promise<Payment> {
  return operations().payments.create(makeInput(more))
}

type More = { amount?: number; reference?: string; description?: string; merchantWallet?: string }

function makeInput(more: Readonly<More>) {
  return { amount: 12.5, currency: 'USD', merchantWallet: wallet, ...terms, ...more }
}

const wallet = createWallet()

beforeAll(async () => {
  await operations().merchant.updateSettings({ wallets: { ethereum: wallet } })
})

/** Sends money, and makes it final. */
async function send(payment: Payment, amount?: bigint): Promise<void> {
  await pay(devnet, payment, amount)
  await mine(devnet.networks.ethereum, 5)
}

async function payInFull(payment: Payment): Promise<Payment> {
  await send(payment)
  return pollUntil(
    () => operations().payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
}

function heading(page: Page, name: string | RegExp) {
  return page.locator('main').getByRole('heading', { name, level: 1 })
}

test('a payment is created by a form, and its page shows what happens while it happens', async () => {
  const page = await dashboard.signIn('manager')
  await dashboard.visit(page, 'payments/new')
  await page.getByLabel('Amount').fill('49,90')
  await page.getByLabel('What it is for').fill(XSS)
  await page.getByRole('button', { name: 'Create the payment' }).click()
  await heading(page, 'Payment created: US$49.90').waitFor()
  await page.getByRole('img', { name: "A QR code of the payer's page" }).waitFor()
  await page.getByRole('link', { name: 'See the payment' }).click()
  await heading(page, /US\$49\.90\s+Waiting/).waitFor()
  await page.getByText('Created (you)').waitFor()
  await page.getByText(XSS).first().waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await pay(devnet, await operations().payments.retrieve(id))
  await mine(devnet.networks.ethereum, 1)
  await page.getByText(/^1 of \d/).waitFor({ timeout: PATIENCE_MS })
  await mine(devnet.networks.ethereum, 1)
  await page.getByText(/^2 of \d/).waitFor({ timeout: PATIENCE_MS })
  await mine(devnet.networks.ethereum, 5)
  await heading(page, /US\$49\.90\s+Paid/).waitFor({ timeout: PATIENCE_MS })
  await page.getByText('Paid (the network)').waitFor()
  await page.getByRole('row', { name: /^Received Ethereum \+49\.9\d* USDC US\$49\.90 / }).waitFor()
  expect(await page.title()).not.toBe('pwned')
})

test('a list keeps its filters in its address, says what is new, and is exported as it is shown', async () => {
  const reference = `R-${crypto.randomUUID()}`
  await createPayment({ reference, amount: 3 })
  const page = await dashboard.signIn('accountant')
  await dashboard.visit(page, 'payments')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill(reference)
  await search.press('Enter')
  await page.getByText('1 in all').waitFor()
  await page.getByLabel('Status').selectOption('Waiting')
  await page.getByRole('button', { name: 'Remove the filter Status: Waiting' }).waitFor()
  await page.getByRole('link', { name: 'US$3.00' }).click()
  await heading(page, /US\$3\.00/).waitFor()
  await page.goBack()
  await page.getByText('1 in all').waitFor()
  expect(new URL(page.url()).searchParams.toString()).toBe(`q=${reference}&status=created`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(reference)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Remove the filter' }).first().waitFor({ state: 'detached' })
  await page.locator('.listing[aria-busy=false]').waitFor()
  const latest = await createPayment({ amount: 4.44 })
  await page.getByRole('button', { name: '1 new' }).click()
  const row = page.getByRole('row', { name: /US\$4\.44/ })
  await row.getByText('Waiting').waitFor()
  await send(latest)
  await row.getByText('Paid').waitFor({ timeout: PATIENCE_MS })
})

test('lists come without the images of QR codes', async () => {
  const payment = await createPayment()
  const link = await operations().paymentLinks.create({
    title: 'Honey',
    currency: 'EUR',
    minimum: 1,
    merchantWallet: wallet,
    ...terms,
  })
  const page = await dashboard.signIn('manager')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const list = /\/v1\/(payments|events)$/.exec(pathname)?.[1]
    if (list) asked.push(`${list} ${searchParams.get('qrCode')}`)
  })
  for (const path of ['payments', 'events', `payments/${payment.id}`, `links/${link.id}`]) {
    const answer = page.waitForResponse(/\/v1\/(payments|events)\?/)
    await dashboard.visit(page, path)
    expect(await (await answer).text()).not.toContain('data:image/png')
  }
  expect(new Set(asked)).toEqual(new Set(['payments false', 'events false']))
})

test('the search of every page finds payments by what people see, and opens what an id or a link names', async () => {
  const payment = await createPayment({ amount: 1_049.9, description: 'Three jars of honey' })
  const link = await operations().paymentLinks.create({
    title: 'Tips',
    currency: 'EUR',
    minimum: 1,
    merchantWallet: wallet,
    ...terms,
  })
  const page = await dashboard.signIn('manager')
  const search = page.getByRole('searchbox', { name: 'Search' })
  const searchOn = async (path: string, text: string) => {
    await dashboard.visit(page, path)
    await search.fill(text)
    await search.press('Enter')
  }
  for (const [path, text] of [
    ['', 'US$1,049.90'],
    ['settings', '1.049,90 €'],
    [`payments/${payment.id}`, `${payment.cryptoAmount} USDC`],
    ['webhooks', 'honey jar'],
  ] as const) {
    await searchOn(path, text)
    await page.getByText('1 in all').waitFor()
    await page.getByRole('link', { name: 'US$1,049.90' }).waitFor()
    expect(await search.inputValue()).toBe(text)
  }
  for (const [text, name] of [
    [payment.id.toUpperCase(), /US\$1,049\.90/],
    [payment.url, /US\$1,049\.90/],
    [link.url, 'Tips'],
  ] as const) {
    await searchOn('networks', text)
    await heading(page, name).waitFor()
    expect(await search.inputValue()).toBe('')
  }
  await searchOn('payments/new', 'honey')
  await page.getByText('1 in all').waitFor()
})

test('the search is reached by keyboard, and goes on in a list with its filters', async () => {
  const page = await dashboard.signIn('cashier')
  await dashboard.visit(page, 'till')
  const search = page.getByRole('searchbox', { name: 'Search' })
  // The link to the content, the name of the shop, the search.
  for (let press = 0; press < 3; press++) await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement?.type')).toBe('search')
  await page.keyboard.type(`re_${'0'.repeat(26)}`)
  await page.keyboard.press('Enter')
  await page.getByText('No payment matches').waitFor()
  await page.getByLabel('Status').selectOption('Waiting')
  await page.getByRole('button', { name: 'Remove the filter Status: Waiting' }).waitFor()
  await search.fill('nothing')
  await search.press('Enter')
  await page.getByRole('button', { name: 'Remove the filter Search: nothing' }).waitFor()
  expect(new URL(page.url()).searchParams.toString()).toBe('q=nothing&status=created')
  await search.fill('')
  await search.press('Enter')
  await page.getByRole('button', { name: 'Remove the filter Search' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.toString()).toBe('status=created')
})

test('unattributed money is assigned with a reason, and the audit log keeps it', async () => {
  const payment = await createPayment({ amount: 20, reference: 'R-wrong-amount' })
  await createPayment({ amount: 20, reference: 'R-elsewhere', merchantWallet: createWallet() })
  await send(payment, toMillionths(payment.cryptoAmount) + 1_234_567n)
  const page = await dashboard.signIn('support')
  await dashboard.visit(page, 'unattributed')
  const amount = page.getByRole('link', { name: /^2\d\.\d+ USDC/ })
  await pollUntil(
    () => operations().transfers.list({ status: 'unattributed' }),
    ({ data }) => data.some(({ finalAt }) => finalAt !== null),
  )
  await page.reload()
  await amount.first().click()
  await page.getByLabel('Find another payment').fill('R-elsewhere')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('It asks for another coin, network or wallet').waitFor()
  await page.getByRole('button', { name: 'Assign: US$20.00' }).click()
  await page.getByLabel('Reason').fill('The payer wrote to us')
  await page.locator('wa-dialog').getByRole('button', { name: 'Assign', exact: true }).click()
  await heading(page, /US\$20\.00\s+Paid/).waitFor({ timeout: PATIENCE_MS })
  await page.getByText(/was assigned to it/).waitFor()
  const { data } = await operations().audit.list({ operation: 'assignTransfer' })
  expect(data[0]?.after).toMatchObject({ payment: payment.id, reason: 'The payer wrote to us' })
})

test('a part of the money is assigned on the page of its payment, and accepted as enough', async () => {
  const payment = await createPayment({ amount: 50 })
  await send(payment, toMillionths('41.500000'))
  await pollUntil(
    () => operations().transfers.list({ status: 'unattributed' }),
    ({ data }) => data.some(({ amount, finalAt }) => amount === '41.500000' && finalAt !== null),
  )
  const page = await dashboard.signIn('support')
  await dashboard.visit(page, `payments/${payment.id}`)
  await page.getByRole('button', { name: 'Assign unattributed money' }).click()
  await page.getByLabel('Transfer').selectOption({ index: 0 })
  await page.locator('wa-dialog').getByRole('button', { name: 'Assign unattributed money' }).click()
  await heading(page, /US\$50\.00\s+Partly paid/).waitFor({ timeout: PATIENCE_MS })
  await expect.poll(() => page.locator('wa-dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Accept as paid' }).click()
  await page.getByText('41.50 USDC on Ethereum arrived. The payment counts as paid in full from now on.').waitFor()
  await page.locator('wa-dialog').getByRole('button', { name: 'Accept as paid' }).click()
  await heading(page, /US\$50\.00\s+Paid\s+Underpaid/).waitFor()
  const entries = await operations().audit.list({ object: payment.id, operation: 'acceptPayment' })
  expect(entries.totalCount).toBe(1)
})

test('a refund asks the payer by a link that is shown once, and can be cancelled', async () => {
  const payment = await payInFull(await createPayment({ amount: 30 }))
  const page = await dashboard.signIn('support')
  await dashboard.visit(page, `payments/${payment.id}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByText(/^US\$30\.00 are left, which is 30\.\d+ USDC\. /).waitFor()
  await page.getByLabel('Amount in USD').fill('ten')
  await page.locator('wa-dialog').getByRole('button', { name: 'Refund' }).click()
  await page.getByText('Enter an amount such as 49.90.').waitFor()
  await page.getByLabel('Amount in USD').fill('10')
  await page.getByLabel('Reason').fill(XSS)
  await page.locator('wa-dialog').getByRole('button', { name: 'Refund' }).click()
  await page.getByText('Ask the payer where to send the money').waitFor()
  expect(await page.locator('wa-dialog .share code').textContent()).toMatch(/\/refund\//)
  await page.getByRole('button', { name: 'I have sent or kept it' }).click()
  await heading(page, /US\$10\.00\s+Waits for the payer/).waitFor()
  await expect.poll(() => page.locator('wa-dialog').count()).toBe(0)
  expect(await page.content()).not.toContain('/refund/')
  await page.getByRole('button', { name: 'Cancel the refund' }).click()
  await page.locator('wa-dialog').getByRole('button', { name: 'Cancel the refund' }).click()
  await heading(page, /US\$10\.00\s+Cancelled/).waitFor()
})

test('a refund to an address waits for a signature, on the page that signs', async () => {
  const payment = await payInFull(await createPayment({ amount: 31 }))
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, `payments/${payment.id}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByLabel('Address of the payer').fill(PAYER)
  await page.locator('wa-dialog').getByRole('button', { name: 'Refund' }).click()
  await heading(page, /US\$31\.00\s+Waits for your signature/).waitFor({ timeout: PATIENCE_MS })
  const signing = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the page to sign' }).click()
  await (await signing).getByText(PAYER.slice(0, 8)).first().waitFor({ timeout: PATIENCE_MS })
  const { data } = await operations().refunds.list({ paymentId: payment.id })
  expect(data.map(({ status }: Refund) => status)).toEqual(['pending'])
})

test('a delivery that failed is sent again', async () => {
  const { id } = await operations().webhooks.create({ url: 'http://127.0.0.1:9/hook' })
  const payment = await createPayment({ amount: 6 })
  const deliveries = () => operations().deliveries.ofPayment(payment.id)
  await pollUntil(deliveries, ({ data }) => (data[0]?.attemptCount ?? 0) > 0)
  const page = await dashboard.signIn('support')
  await dashboard.visit(page, `payments/${payment.id}`)
  await page.getByRole('button', { name: 'Send again: payment.created' }).click()
  await page.getByText('It is being sent again.').waitFor()
  await pollUntil(deliveries, ({ data }) => (data[0]?.attemptCount ?? 0) > 1)
  await operations().webhooks.delete(id)
})

test('a payment that nobody paid is cancelled, after a question', async () => {
  const payment = await createPayment({ amount: 7 })
  const page = await dashboard.signIn('support')
  await dashboard.visit(page, `payments/${payment.id}`)
  await page.getByRole('button', { name: 'Cancel the payment' }).click()
  await page.locator('wa-dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.poll(() => page.locator('wa-dialog').count()).toBe(0)
  expect((await operations().payments.retrieve(payment.id)).status).toBe('created')
  await page.getByRole('button', { name: 'Cancel the payment' }).click()
  await page.locator('wa-dialog').getByRole('button', { name: 'Cancel the payment' }).click()
  await heading(page, /US\$7\.00\s+Cancelled/).waitFor()
})

test('a link is made, changed, used in the till, and turned off', async () => {
  const page = await dashboard.signIn('manager')
  await dashboard.visit(page, 'links/new')
  await page.getByLabel('Title').fill(XSS)
  await page.getByLabel('At least').fill('5')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await heading(page, `${XSS} On`).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.locator('wa-dialog').getByLabel('Title').fill('Donation')
  await page.getByRole('button', { name: 'Save' }).click()
  await heading(page, 'Donation On').waitFor()
  await page.getByRole('link', { name: 'Use it in the till' }).click()
  await page.locator('.till-title').getByText('Donation').waitFor()
  await page.keyboard.type('400')
  await page.keyboard.press('Enter')
  await page.getByText('Enter at least US$5.00.').waitFor()
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await page.getByText('Waiting for the payment…').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'US$40.00' }).waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.locator('wa-dialog').getByRole('button', { name: 'Turn off' }).click()
  await heading(page, 'Donation Off').waitFor()
})

test('a cashier takes payments by keyboard, sees that they are paid, and can do no more', async () => {
  const page = await dashboard.signIn('cashier', { viewport: { width: 390, height: 844 } })
  await dashboard.visit(page, 'till')
  await page.getByRole('button', { name: 'Take payment' }).waitFor()
  await page.keyboard.type('1999')
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: '5', exact: true }).click()
  await page.getByText('US$19.95').waitFor()
  await page.getByRole('button', { name: 'Take payment' }).click()
  await page.getByRole('img', { name: "A QR code of the payer's page" }).waitFor()
  await page.getByText('Waiting for the payment…').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const { data } = await operations().payments.list({ limit: 1 })
  await send(data[0] as Payment)
  await page.getByText('Paid', { exact: true }).waitFor({ timeout: PATIENCE_MS })
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Next customer' }).click()
  await page.getByText('US$0.00').waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect
    .poll(() => page.getByRole('navigation').getByRole('link').allInnerTexts())
    .toEqual(['Overview', 'Payments', 'Till', 'Settings'])
  await page.goto(`${dashboard.origin}/dashboard/sandbox/payments`)
  await page.getByText('You see the payments that you made in the last 24 hours.').waitFor()
  await page.getByRole('row', { name: /US\$19\.95/ }).waitFor()
  await page.getByText('1 in all').waitFor()
  expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
  await page.goto(`${dashboard.origin}/dashboard/sandbox/refunds`)
  await page.getByText('Your role lacks this right: Refunds – See.').waitFor()
})

test('a period is closed by hand, and its report is a file', async () => {
  await payInFull(await createPayment({ amount: 8 }))
  const page = await dashboard.signIn('manager')
  await dashboard.visit(page, 'settlements')
  await page.getByText('When periods end:').waitFor()
  await page.getByRole('button', { name: 'Close the period now' }).click()
  await page.locator('wa-dialog').getByRole('button', { name: 'Close the period now' }).click()
  await page.route('**/v1/settlements/set_*', async (route) => {
    const response = await route.fetch()
    const fee = { feeAmount: '1234.004288000000000001', feeCurrency: 'POL' }
    await route.fulfill({ response, json: { ...(await response.json()), ...fee } })
  })
  await page.locator('.row-link').first().click()
  await page.getByText('1,234.004288 POL', { exact: true }).waitFor()
  await page.getByRole('row', { name: /^Received a paid payment \+8\.\d+ USDC US\$8\.00 / }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the report (CSV)' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('pay_')
  await page.getByText('Kept, because no network is chosen to settle on').waitFor()
  expect(await page.getByRole('heading', { name: 'Conversion' }).count()).toBe(0)
  await page.getByRole('link', { name: 'See its payments' }).click()
  await page.getByRole('button', { name: /Remove the filter Settlement/ }).waitFor()
  await page.locator('.row-link').first().waitFor()
})

test('a settlement shows how far its conversion is, and nothing of its route if an earlier release closed it', async () => {
  await payInFull(await createPayment({ amount: 8 }))
  await operations().settlements.create()
  const page = await dashboard.signIn('accountant')
  const conversion = {
    ...{ status: 'delivered', route: 'cctp', network: 'polygon', wallet: PAYER, account: createWallet() },
    ...{ sentAmount: '8.000000', receivedAmount: '7.990000', feeAmount: '0.010000' },
    transactions: [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`],
    deliveries: [] as object[],
    releaseCall: null as object | null,
  }
  const shown = { route: { outcome: 'converted', by: 'cctp', reason: null } as object | null, conversion }
  await page.route(/settlements\/set_\w+$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...shown } })
  })
  const [settlement] = (await operations().settlements.list()).data
  await dashboard.visit(page, `settlements/${settlement?.id}`)
  await page.getByText("Converted by Circle's contracts (CCTP)").waitFor()
  await page.getByRole('heading', { name: 'Conversion Delivered' }).waitFor()
  await page.getByText('7.99 USDC', { exact: true }).waitFor()
  await page.getByText('0.01 USDC', { exact: true }).waitFor()
  for (const hash of conversion.transactions) await page.getByTitle(hash).waitFor()
  expect(await findBarriers(page)).toEqual([])
  for (const title of ['Deliver it yourself', 'Take it as it is']) expect(await page.getByText(title).count()).toBe(0)
  const waiting = { message: `0x${'c'.repeat(600)}`, attestation: `0x${'d'.repeat(260)}` }
  conversion.status = 'attested'
  conversion.deliveries = [{ contract: createWallet(), ...waiting }]
  conversion.releaseCall = { from: PAYER, to: createWallet(), data: `0x${'e'.repeat(328)}` }
  await page.reload()
  await page.getByText('Deliver it yourself').click()
  await page.getByText('as soon as its key on Polygon can pay for gas').waitFor()
  for (const value of Object.values(waiting)) await page.getByTitle(value).waitFor()
  await page.getByText('Take it as it is').click()
  await page.getByText('Your wallet on Ethereum can take out').waitFor()
  expect(await findBarriers(page)).toEqual([])
  conversion.status = 'delivered'
  shown.route = null
  await page.reload()
  await page.getByRole('heading', { name: 'Conversion Delivered' }).waitFor()
  expect(await page.getByText("Converted by Circle's contracts (CCTP)").count()).toBe(0)
})

test('a report adds up days, says what is open, and keeps its days in its address', async () => {
  await payInFull(await createPayment({ amount: 8 }))
  const page = await dashboard.signIn('accountant')
  await page.getByText('after refunds').first().waitFor()
  await dashboard.visit(page, 'reports')
  await page.getByText('By currency, after refunds').waitFor()
  await page.getByRole('row', { name: /^USDC Ethereum \d/ }).waitFor()
  await page.getByLabel('Contents').selectOption('Every entry, for a spreadsheet (CSV)')
  await page.getByRole('button', { name: 'Make the file' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  const entries = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(entries[0]).toContain('fiat_amount')
  await page.getByRole('columnheader', { name: 'fiat_amount' }).waitFor()
  await page.getByText(`${entries.length - 1} row`).waitFor()
  await page.getByLabel('From').fill('2001-02-03')
  await page.getByLabel('Until').fill('2001-02-04')
  await page.getByText('No money moved in these days').waitFor()
  expect(new URL(page.url()).searchParams.toString()).toBe('from=2001-02-03&to=2001-02-04')
  await page.getByLabel('Until').fill('2003-02-04')
  await page.getByText('The span must have at most 366 days.').waitFor()
  const cashier = await dashboard.signIn('cashier')
  expect(await cashier.getByRole('link', { name: 'Reports' }).count()).toBe(0)
})

test('a report and a statement on paper have all sums in ink, and nothing to press', async () => {
  await payInFull(await createPayment({ amount: 7 }))
  await operations().settlements.create()
  const page = await dashboard.signIn('accountant', { colorScheme: 'dark' })
  const readPaper = async () => {
    await page.locator('html.wa-dark').waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.locator('html:not(.wa-dark)').waitFor()
    for (const role of ['navigation', 'search', 'button', 'combobox', 'textbox'] as const)
      expect([role, await page.getByRole(role).count()]).toEqual([role, 0])
    const text = String(await page.evaluate('document.body.innerText'))
    await page.emulateMedia({ media: 'screen' })
    expect(text).toContain('My shop')
    expect(text).toMatch(/\d{4} \(UTC\)|\d{2}:\d{2} \(UTC\)/)
    return text.replaceAll(',', '')
  }
  await dashboard.visit(page, 'reports')
  await page.getByText('By currency, after refunds').waitFor()
  const { totals, values, coins, networkFees } = await operations().reports.retrieve()
  const paper = await readPaper()
  const amounts = [...totals, ...values].flatMap(({ received, refunded, net }) => [received, refunded, net])
  const sums = [
    ...coins.flatMap(({ received, refunded, direct, paidOut }) => [received, refunded, direct, paidOut]),
    ...networkFees.map(({ amount }) => amount),
  ].filter((sum) => Number(sum) !== 0)
  expect([totals.length, coins.length].every((count) => count > 0)).toBe(true)
  for (const shown of [...amounts.map((amount) => amount.replace('-', '')), ...sums.map((sum) => String(Number(sum)))])
    expect(paper).toContain(shown)
  const { id, amount } = (await operations().settlements.list()).data[0] ?? { id: '', amount: '' }
  await dashboard.visit(page, `settlements/${id}`)
  await page.getByText('Its entries').waitFor()
  await page
    .getByRole('row', { name: /^Received/ })
    .first()
    .waitFor()
  expect(await readPaper()).toContain(String(Number(amount)))
})

test.each(looks)('no page has a barrier or is wider than the screen: %o', async (look) => {
  const payment = await createPayment({ amount: 9, description: XSS, reference: XSS.slice(0, 90) })
  const link = await operations().paymentLinks.create({
    title: XSS,
    currency: 'EUR',
    merchantWallet: wallet,
    ...terms,
    minimum: 1,
  })
  const [refund] = (await operations().refunds.list()).data
  const [settlement] = (await operations().settlements.list()).data
  const [transfer] = (await operations().transfers.list()).data
  const page = await dashboard.signIn('owner', look)
  const inner = [
    ...['payments/new', `payments/${payment.id}`, `refunds/${refund?.id}`, `settlements/${settlement?.id}`],
    ...[`unattributed/${transfer?.id}`, 'links/new', `links/${link.id}`, `till?link=${link.id}`],
  ]
  for (const path of ['payments', 'unattributed', 'refunds', 'settlements', 'reports', 'links', 'till', ...inner]) {
    await dashboard.visit(page, path)
    await page.locator('main .spinner').waitFor({ state: 'detached' })
    await page.locator('main .state[role=alert]').waitFor({ state: 'detached' })
    expect([path, await findBarriersInThemes(page)]).toEqual([path, []])
    expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([path, true])
    expect(await page.title()).not.toBe('pwned')
  }
})
