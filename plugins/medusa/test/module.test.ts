/** The provider in Medusa's payment module, with PostgreSQL and a real checkout. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { startDevnet } from '@crypto-checkout/devnet'
import type { IPaymentModuleService } from '@medusajs/framework/types'
import { Modules } from '@medusajs/framework/utils'
import { createDatabase, moduleIntegrationTestRunner } from '@medusajs/test-utils'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, createWebhookSecret, startCheckout } from './checkout.ts'

const require = createRequire(import.meta.url)
const devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
const checkout = await startCheckout(devnet)
const webhookSecret = createWebhookSecret()
const { DB_HOST: host, DB_PORT: port, DB_USERNAME: user, DB_PASSWORD: password } = process.env
await createDatabase({ databaseName: 'medusa-payment-integration-1' }, {
  host,
  port: Number(port),
  user,
  password,
} as never)

const PROVIDER = 'pp_crypto-checkout_shop'

moduleIntegrationTestRunner<IPaymentModuleService>({
  moduleName: Modules.PAYMENT,
  resolve: '@medusajs/payment',
  moduleModels: Object.values(require('@medusajs/payment/dist/models')),
  moduleOptions: {
    providers: [
      {
        resolve: join(import.meta.dirname, '../src/providers/crypto-checkout/index.ts'),
        id: 'shop',
        options: { baseUrl: checkout.baseUrl, ...checkout.keys, webhookSecret },
      },
    ],
  },
  testSuite: ({ service }) => {
    afterAll(async () => {
      await devnet.stop()
      expect(await cleanUp()).toEqual([])
    })

    async function openSession(amount = 10) {
      const collection = await service.createPaymentCollections({ currency_code: 'usd', amount })
      const session = await service.createPaymentSession(collection.id, {
        provider_id: PROVIDER,
        currency_code: 'usd',
        amount,
        data: {},
      })
      return { collection, session, id: String(session.data.id) }
    }

    test('#9494: the id of the provider is pp_, its identifier and the id of the configuration', async () => {
      expect((await service.listPaymentProviders()).map(({ id }) => id)).toContain(PROVIDER)
    })

    test('a session is authorised, captured once and refunded, and the collection says so', async () => {
      const { collection, session, id } = await openSession()
      expect(session.status).toBe('pending_authorization')
      expect(await service.authorizePaymentSession(session.id, {})).toBeNull()
      await checkout.complete(id)
      const payment = await service.authorizePaymentSession(session.id, {})
      if (!payment) throw new Error('the session was not authorised')
      expect(await service.authorizePaymentSession(session.id, {})).toMatchObject({ id: payment.id })
      await service.capturePayment({ payment_id: payment.id, amount: 3 })
      const refunded = await service.refundPayment({ payment_id: payment.id, amount: 4 })
      const [booked] = await service.listPayments({ id: payment.id }, { relations: ['captures', 'refunds'] })
      expect(booked?.captured_at).toBeTruthy()
      expect(booked?.captures?.map(({ amount }) => Number(amount))).toEqual([10])
      const [refund] = (refunded.data as { refunds?: { id: string }[] }).refunds ?? []
      expect(refund).toMatchObject({ amount: 4, next: 'collect_destination' })
      const [now] = await service.listPaymentCollections({ id: collection.id })
      expect(now).toMatchObject({ status: 'completed', captured_amount: 10, refunded_amount: 4 })
      const refunds = await checkout.client.refunds.list({ paymentId: id })
      expect(refunds.data.map(({ amount }) => amount)).toEqual([4])
    })

    test('a changed session has another payment, and a deleted one stops it', async () => {
      const { session, id } = await openSession()
      const { id: session_id, data } = session
      const updated = await service.updatePaymentSession({ id: session_id, data, amount: 12, currency_code: 'usd' })
      expect(updated.data).toMatchObject({ amount: '12', previous: [id] })
      await service.deletePaymentSession(session_id)
      expect(await checkout.client.payments.retrieve(String(updated.data.id))).toMatchObject({ status: 'cancelled' })
    })
  },
})
