import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createCheckout } from '@crypto-checkout/core'
import { afterEach, expect, test, vi } from 'vitest'
import { serverApp } from './app.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('what goes wrong inside is logged and not shown, and readiness tells of a database that is gone', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const checkout = createCheckout({ publicUrl: 'https://pay.example.com', database: 'sqlite::memory:', log: () => {} })
  await checkout.sandbox.payments.list()
  const server = serverApp(checkout, false).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await checkout.stop()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const page = await fetch(`${url}/pay/${'0'.repeat(26)}`)
  expect([page.status, await page.text()]).toEqual([500, 'Something went wrong here: try again.\n'])
  expect(log).toHaveBeenCalledTimes(1)
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'the database does not answer' }])
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
