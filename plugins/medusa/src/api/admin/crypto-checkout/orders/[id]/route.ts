/** The data of the panel on an order's page in Medusa's dashboard. Only users of the dashboard get it. */
import type { AuthenticatedMedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { createCheckoutClient, type Options } from '../../../../../providers/crypto-checkout/options.ts'
import { translateErrors } from '../../../../../providers/crypto-checkout/refusals.ts'
import { readSessionData } from '../../../../../providers/crypto-checkout/session-data.ts'
import { findSessions } from '../../../../../providers/crypto-checkout/shop.ts'
import { describePayment, type PaymentView } from './payment-view.ts'

/** The order's payments as the checkout has them now, those that were replaced too if money came for them. */
export async function GET({ scope, params }: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const sessions = await findSessions(scope, String(params.id))
  const read = sessions.map(async ({ options, data }) => {
    const session = readSessionData(data)
    return session ? readPayments(options, [session.id, ...session.previous]) : []
  })
  const payments = await translateErrors(() => Promise.all(read))
  response.json({ payments: payments.flat() })
}

async function readPayments(options: Options, [current, ...previous]: readonly string[]): Promise<PaymentView[]> {
  const client = createCheckoutClient(options)
  const ids = current === undefined ? previous : [current, ...previous]
  const payments = await Promise.all(ids.map((id) => client.payments.retrieve(id)))
  const shown = payments.filter(({ id, amountReceived }) => id === current || Number(amountReceived) > 0)
  return Promise.all(
    shown.map(async (payment) => {
      const { data: refunds } = await client.refunds.list({ paymentId: payment.id, limit: 20 })
      return describePayment(payment, refunds, options.baseUrl)
    }),
  )
}
