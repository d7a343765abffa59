/** Typed text, shown rows and the place on the page are not lost without a word. */
import { paymentInput } from '@crypto-checkout/core/testing'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDashboardOfFile, pressInDialog } from '../support/dashboard-harness.ts'

const { dashboard } = await openDashboardOfFile()

const open = (page: Page, name: string) => page.locator('#menu').getByRole('link', { name, exact: true }).click()
const shopName = (page: Page) => page.getByLabel('Name of the shop')

test('leaving a form with something typed asks, and staying keeps it', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'people')
  await open(page, 'Settings')
  await shopName(page).fill('Typed')
  await open(page, 'Webhooks')
  await page.getByText('Leave without saving?').waitFor()
  await pressInDialog(page, 'Cancel')
  await page.locator('form-dialog').waitFor({ state: 'detached' })
  expect(await shopName(page).inputValue()).toBe('Typed')
  await page.goBack()
  await page.getByText('Leave without saving?').waitFor()
  expect(page.url()).toBe(`${dashboard.home}settings`)
  await pressInDialog(page, 'Cancel')
  await page.locator('form-dialog').waitFor({ state: 'detached' })
  expect(await shopName(page).inputValue()).toBe('Typed')
  await page.goBack()
  await pressInDialog(page, 'Leave')
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  await open(page, 'Settings')
  expect(await shopName(page).inputValue()).not.toBe('Typed')
  await shopName(page).fill('My shop')
  await page.getByRole('button', { name: 'Save what payers see' }).click()
  await page.getByText('Saved.').waitFor()
  await open(page, 'Webhooks')
  await page.getByRole('button', { name: 'New webhook' }).waitFor()
})

test('a press beside a dialog closes it, unless something was typed', async () => {
  const page = await dashboard.signIn('owner')
  await dashboard.visit(page, 'webhooks')
  const dialog = page.locator('form-dialog')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').waitFor()
  await page.mouse.click(5, 400)
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('https://shop.example.com/hook')
  await page.mouse.click(5, 400)
  await page.keyboard.press('Escape')
  expect(await page.getByLabel('Address').inputValue()).toBe('https://shop.example.com/hook')
  await pressInDialog(page, 'Cancel')
  await dialog.waitFor({ state: 'detached' })
})

test('after the session has ended somebody signs in above the page, and what was typed is still there', async () => {
  const page = await dashboard.join('owner')
  await dashboard.visit(page, 'settings')
  await shopName(page).fill('Still there')
  await dashboard.checkout.context.db.deleteFrom('sessions').execute()
  await page.getByRole('button', { name: 'Save what payers see' }).click()
  await page.getByLabel('Password').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByLabel('Password').waitFor({ state: 'detached' })
  expect(await shopName(page).inputValue()).toBe('Still there')
  await page.getByRole('button', { name: 'Save what payers see' }).click()
  await page.locator('.brand', { hasText: 'Still there' }).waitFor()
})

test('going back shows the same rows at the same place, also of a list that is shorter than the page left', async () => {
  const page = await dashboard.signIn('owner')
  const { payments } = dashboard.checkout.sandbox
  for (let index = 0; index < 110; index++)
    await payments.create({ ...paymentInput, amount: 10 + index, reference: `R-${index}` })
  const rows = page.locator('tbody tr')
  const readScroll = () => page.evaluate('Math.round(scrollY)')
  /** Opens the payment of a row in the middle of the window, and comes back. */
  const visitRow = async (index: number, comeBack: () => Promise<unknown>) => {
    await rows.nth(index).evaluate((row) => Reflect.get(row, 'scrollIntoView').call(row, { block: 'center' }))
    const place = await readScroll()
    expect(place).toBeGreaterThan(0)
    const count = await rows.count()
    await rows.nth(index).locator('a').click()
    await page.locator('payment-page h1').waitFor()
    expect(await readScroll()).toBe(0)
    await comeBack()
    await rows.nth(count - 1).waitFor()
    await expect.poll(() => rows.count()).toBe(count)
    await expect.poll(readScroll).toBe(place)
  }
  await dashboard.visit(page, 'payments')
  await visitRow(12, () => page.goBack())
  for (const count of [50, 75, 100, 110]) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(count)
  }
  await visitRow(104, () => page.goBack())
  // The list's own code is loaded while the page before is still on the screen.
  await visitRow(12, async () => {
    await page.reload()
    await page.locator('payment-page h1').waitFor()
    await page.goBack()
  })
  const place = await readScroll()
  await page.reload()
  await expect.poll(() => rows.count()).toBe(110)
  await expect.poll(readScroll).toBe(place)
  await open(page, 'Overview')
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await open(page, 'Payments')
  await expect.poll(() => rows.count()).toBe(25)
  expect(await readScroll()).toBe(0)
})

test('the focus follows to the page that was chosen, and the next Tab is inside it', async () => {
  const page = await dashboard.signIn('owner')
  const readFocus = () => page.evaluate('document.activeElement.closest("#menu, #content")?.id ?? null')
  expect(await readFocus()).toBe(null)
  await page.locator('#menu').getByRole('link', { name: 'Payments', exact: true }).press('Enter')
  await page.locator('payments-page h1').waitFor()
  expect(await readFocus()).toBe('content')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.localName')).toBe('button')
})
