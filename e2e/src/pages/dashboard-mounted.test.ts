/** The dashboard of the middleware, below the path at which an app mounts it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cryptoCheckout } from '@crypto-checkout/express'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from '../support/dashboard-harness.ts'
import { startBrowser } from '../support/page-harness.ts'

test('below a mount path somebody accepts an invitation, signs in again and sees the payments', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const publicUrl = `http://localhost:${(server.address() as AddressInfo).port}/checkout`
  const networks = { ethereum: { rpcUrls: ['http://127.0.0.1:9'] } }
  const checkout = cryptoCheckout({
    ...{ publicUrl, database: 'sqlite::memory:', sandbox: { networks }, dashboard: true, log: () => {} },
  })
  server.on('request', express().use('/checkout', checkout))
  const browser = await startBrowser()
  onTestFinished(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
    await checkout.stop()
  })
  const email = 'owner@example.com'
  const { url } = await checkout.invitations.create({ email, role: 'owner' })
  const page = await openPage(browser)
  await page.goto(url)
  await page.getByRole('button', { name: 'Continue with a passkey' }).click()
  await page.locator('dashboard-frame main h1').waitFor()
  await page.goto(`${publicUrl}/dashboard/sandbox/payments`)
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
  await page.goto(`${publicUrl}/dashboard/sandbox/account`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.locator('dashboard-frame main h1').waitFor()
  expect(page.url()).toContain('/checkout/dashboard/')
})
