import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, findBarriers, openDashboard } from '../support/dashboard-harness.ts'
import { cleanUp, createSandboxConfig, type Ethereum, pay, pollUntil } from '../support/harness.ts'
import { PATIENCE_MS } from '../support/page-harness.ts'

let devnet: Ethereum
let dashboard: Dashboard

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  dashboard = await openDashboard({ ...createSandboxConfig(devnet), rates: { JPY: 0.0067, KWD: 3.25 } })
})

afterAll(async () => {
  await dashboard?.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const kiosk = { title: 'Kiosk', minimum: 1, currency: 'USD', cryptocurrency: 'USDC' as const, network: 'ethereum' }

test('a cashier presses digits, the payer scans the code, and the till says that it is paid', async () => {
  const { paymentLinks, payments } = dashboard.checkout.sandbox
  const link = await paymentLinks.create({ ...kiosk, merchantWallet: devnet.accounts.merchant })
  const till = `${dashboard.origin}/l/${link.id.slice(3)}?keypad`
  const page = await dashboard.signIn('cashier', { viewport: { width: 390, height: 844 } })
  await page.goto(till)
  const amount = page.getByLabel('Amount in USD')
  const key = (name: string) => page.getByRole('button', { name, exact: true })
  for (const name of ['1', '2', '5', '00']) await key(name).click()
  expect(await amount.inputValue()).toBe('125.00')
  await key('Delete the last digit').click()
  await page.keyboard.press('7')
  await page.keyboard.press('Backspace')
  expect(await amount.inputValue()).toBe('12.50')
  expect(await findBarriers(page)).toEqual([])
  await key('Show the code').click()
  await page.getByRole('heading', { name: 'Waiting for payment' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  const [payment] = (await payments.list({ paymentLink: link.id })).data
  if (!payment) throw new Error('there is no payment')
  expect(payment.amount).toBe(12.5)
  await pay(devnet, payment)
  await mine(devnet.networks.ethereum, 1)
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor({ timeout: PATIENCE_MS })
  await mine(devnet.networks.ethereum, 5)
  await pollUntil(
    () => payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
  await page.getByText('Confirmed').waitFor({ timeout: PATIENCE_MS })
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Next payment' }).click()
  await expect.poll(() => amount.inputValue()).toBe('0.00')
})

test.each([
  ['JPY', '450', 450],
  ['KWD', '0.450', 0.45],
])('digits are counted in the decimals of %s', async (currency, shown, amount) => {
  const { paymentLinks, payments } = dashboard.checkout.sandbox
  const merchantWallet = devnet.accounts.merchant
  const link = await paymentLinks.create({
    ...kiosk,
    minimum: currency === 'JPY' ? 1 : 0.001,
    currency,
    merchantWallet,
  })
  const page = await dashboard.signIn('cashier')
  await page.goto(`${dashboard.origin}/l/${link.id.slice(3)}?keypad`)
  const field = page.getByLabel(`Amount in ${currency}`)
  await page.locator('.keys').waitFor()
  await page.keyboard.type('450')
  expect(await field.inputValue()).toBe(shown)
  await page.getByRole('button', { name: 'Show the code' }).click()
  await page.getByRole('heading', { name: 'Waiting for payment' }).waitFor()
  expect((await payments.list({ paymentLink: link.id })).data).toMatchObject([{ amount, currency }])
  await dashboard.visit(page, `till?link=${link.id}`)
  await page.getByRole('button', { name: 'Take payment' }).waitFor()
  await page.keyboard.type('450')
  await page.keyboard.press('Enter')
  await page.getByText('Waiting for the payment…').waitFor()
  expect((await payments.list({ paymentLink: link.id })).data).toMatchObject([{ amount }, { amount }])
})
