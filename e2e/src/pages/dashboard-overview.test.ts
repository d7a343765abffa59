import { expect, test } from 'vitest'
import { findBarriersInThemes, looks, openDashboardOfFile } from '../support/dashboard-harness.ts'
import { ask, createWallet, pay, pollUntil } from '../support/harness.ts'
import { PATIENCE_MS } from '../support/page-harness.ts'

const { dashboard, devnet } = await openDashboardOfFile()
const wallet = createWallet()

/** A payment that is paid, and final. */
async function sell(amount: number): Promise<void> {
  const { payments } = dashboard.checkout.sandbox
  const terms = { currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: wallet } as const
  const payment = await payments.create({ ...terms, amount })
  await pay(devnet, payment)
  await ask(devnet, 'anvil_mine', ['0x8'])
  await pollUntil(
    () => payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
}

test('a new shop is told what comes next, until it has done so or closes the list', async () => {
  const page = await dashboard.signIn('owner')
  const steps = page.getByRole('region', { name: 'Set up your shop' })
  await steps.getByText('Add your wallet').waitFor()
  await page.getByText('Nothing needs your attention.').waitFor()
  await page.getByText('No payment was completed in these days.').waitFor()
  await dashboard.checkout.sandbox.merchant.updateSettings({ wallets: { ethereum: wallet } })
  await page.reload()
  await steps.getByText('There is a wallet').waitFor()
  await steps.getByRole('button', { name: 'Hide' }).click()
  await page.reload()
  await page.getByText('Nothing needs your attention.').waitFor()
  expect(await steps.count()).toBe(0)
})

test('an environment without a network says so, and offers no payment', async () => {
  const page = await dashboard.signIn('owner')
  await page.goto(`${dashboard.origin}/dashboard/production/`)
  await page.getByText('No network is configured here.').waitFor()
  await page.getByText('No payment was completed in these days.').waitFor()
  await page.getByRole('link', { name: 'Make an API key' }).waitFor()
  for (const name of ['Create a payment', 'Take a first payment', 'Add your wallet'])
    expect(await page.getByRole('link', { name }).count()).toBe(0)
  for (const [path, none] of [
    ['payments', 'No payments yet'],
    ['links', 'No payment links yet'],
  ] as const) {
    await page.goto(`${dashboard.origin}/dashboard/production/${path}`)
    await page.getByText('No network is configured here.').waitFor()
    await page.getByText(none).waitFor()
    expect(await page.locator(`main a[href$="/${path}/new"]`).count()).toBe(0)
  }
})

test('a first visit begins in the environment that the page names, and later ones where the last one was', async () => {
  const page = await dashboard.signIn('owner')
  await page.route(`${dashboard.origin}/dashboard/`, async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({
      response: answer,
      body: text.replace('data-environment="sandbox"', 'data-environment="production"'),
    })
  })
  await page.goto(`${dashboard.origin}/dashboard/`)
  await page.waitForURL(/\/sandbox\/$/)
  await page.evaluate('localStorage.clear()')
  await page.goto(`${dashboard.origin}/dashboard/`)
  await page.waitForURL(/\/production\/$/)
})

test('a payment appears by itself once it is final, in the totals, the chart and the table behind it', async () => {
  const page = await dashboard.signIn('owner')
  await page.getByText('No payment was completed in these days.').waitFor()
  await sell(40)
  await page.getByText('1 payment', { exact: true }).waitFor({ timeout: PATIENCE_MS })
  const chart = page.getByRole('img', { name: /^Received by day/ })
  await chart.waitFor()
  expect(await chart.locator('rect.kind').count()).toBe(1)
  await page.getByText('Show as a table').click()
  await page.getByRole('cell', { name: /^40\.\d+ USDC on Ethereum$/ }).waitFor()
  await page.getByRole('link', { name: '7 days' }).click()
  await page.waitForURL(/\?days=7$/)
  await page.getByRole('link', { name: '7 days' }).and(page.locator('[aria-current="true"]')).waitFor()
  await expect.poll(() => chart.locator('.bar').count()).toBe(7)
  await page.goBack()
  await expect.poll(() => chart.locator('.bar').count()).toBe(30)
})

test('the days are those of the shop, wherever its viewer is', async () => {
  const { merchant } = dashboard.checkout.sandbox
  const readDay = async (timeZone: string, timezoneId: string) => {
    await merchant.updateSettings({ timeZone })
    const page = await dashboard.signIn('owner', { timezoneId })
    await page.getByText(`Days of the time zone ${timeZone}.`).waitFor()
    await page.getByText(`Days and times: ${timeZone}`).waitFor()
    await page.getByText('Show as a table').click()
    return page.locator('details tbody td').first().textContent()
  }
  // Fourteen hours apart or more, so at any time their dates are not the same.
  const east = await readDay('Pacific/Kiritimati', 'Europe/Berlin')
  expect(await readDay('Pacific/Kiritimati', 'Pacific/Pago_Pago')).toBe(east)
  expect(await readDay('Pacific/Pago_Pago', 'Pacific/Kiritimati')).not.toBe(east)
  await merchant.updateSettings({ timeZone: null })
})

test('a shop without a zone is asked for it and for its currency once, with those of the browser', async () => {
  const { checkout } = dashboard
  const page = await dashboard.signIn('owner', { timezoneId: 'Asia/Tokyo' })
  await page.getByRole('heading', { name: 'Where is your shop?' }).waitFor()
  expect(await page.getByLabel('Time zone of the shop').inputValue()).toBe('Asia/Tokyo')
  await page.getByLabel('Currency').fill('eur')
  await page.getByRole('button', { name: 'Use these' }).click()
  await page.getByText('Days and times: Asia/Tokyo').waitFor()
  await expect.poll(() => page.getByText('Where is your shop?').count()).toBe(0)
  for (const { merchant } of [checkout.sandbox, checkout]) {
    expect((await merchant.retrieve()).settings).toMatchObject({ timeZone: 'Asia/Tokyo', currency: 'EUR' })
    await merchant.updateSettings({ timeZone: null, currency: null })
  }
  const again = await dashboard.signIn('owner')
  await again.getByRole('button', { name: 'Later' }).click()
  await again.reload()
  await again.locator('#received').waitFor()
  expect(await again.getByText('Where is your shop?').count()).toBe(0)
})

test('an answer to the question keeps what somebody else has set meanwhile', async () => {
  const { checkout } = dashboard
  const page = await dashboard.signIn('owner', { timezoneId: 'Asia/Tokyo' })
  await page.getByRole('heading', { name: 'Where is your shop?' }).waitFor()
  await checkout.sandbox.merchant.updateSettings({ timeZone: 'Europe/Berlin', currency: 'CHF' })
  await checkout.merchant.updateSettings({ currency: 'GBP' })
  await page.getByRole('button', { name: 'Use these' }).click()
  await page.getByText('Days and times: Europe/Berlin').waitFor()
  const regions = await Promise.all(
    [checkout.sandbox, checkout].map(async ({ merchant }) => {
      const { timeZone, currency } = (await merchant.retrieve()).settings
      await merchant.updateSettings({ timeZone: null, currency: null })
      return { timeZone, currency }
    }),
  )
  expect(regions).toEqual([
    { timeZone: 'Europe/Berlin', currency: 'CHF' },
    { timeZone: 'Asia/Tokyo', currency: 'GBP' },
  ])
})

test('a browser that knows no zone of its own proposes UTC, so that an answer is one', async () => {
  const page = await dashboard.signIn('owner')
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }
    }
  })
  await page.reload()
  await expect.poll(() => page.getByLabel('Time zone of the shop').inputValue()).toBe('UTC')
})

test('a zone of the shop that the browser does not know breaks no page, and is named', async () => {
  const page = await dashboard.signIn('owner')
  await page.route('**/dashboard/auth/session', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({ response: answer, body: text.replaceAll('"timeZone":null', '"timeZone":"Mars/Phobos"') })
  })
  await page.reload()
  await page.getByText('This browser does not know Mars/Phobos').waitFor()
  await page.getByText('Days of the time zone UTC.').waitFor()
})

test('money that belongs to no payment is shown, and leads to where it is assigned', async () => {
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to: wallet, amount: 7_770_000n })
  await ask(devnet, 'anvil_mine', ['0x8'])
  const page = await dashboard.signIn('owner')
  const link = page.getByRole('link', { name: /Money without a payment/ })
  await link.waitFor({ timeout: PATIENCE_MS })
  expect(await link.getAttribute('href')).toBe(`${dashboard.home}unattributed`)
})

test('a cashier sees what it took itself, and nothing that it could not do', async () => {
  const page = await dashboard.signIn('cashier')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.locator('#received').waitFor()
  expect(await page.getByText('USDC on Ethereum').count()).toBe(0)
  expect(await page.getByText('Set up your shop').count()).toBe(0)
  expect(await page.getByText('Money without a payment').count()).toBe(0)
})

test.each(looks)('the overview has no barrier: %o', async (look) => {
  const page = await dashboard.signIn('owner', look)
  await page.getByText('Show as a table').click()
  expect(await findBarriersInThemes(page)).toEqual([])
  await page.goto(`${dashboard.origin}/dashboard/production/`)
  await page.getByText('Nothing needs your attention.').waitFor()
  expect(await findBarriersInThemes(page)).toEqual([])
})
