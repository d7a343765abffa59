/** The data of the panel on an order's page in Medusa's dashboard. Only users of the dashboard get it. */
import type { AuthenticatedMedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { createCheckoutClient, type Options } from '../../../../../providers/crypto-checkout/options.ts'
import { translateErrors } from '../../../../../providers/crypto-checkout/refusals.ts'
import { readSessionData } from '../../../../../providers/crypto-checkout/session-data.ts'
import { describePayment, type PaymentView } from './payment-view.ts'

const PREFIX = 'pp_crypto-checkout_'

type Session = { readonly provider_id: string; readonly data: Record<string, unknown> }
type Order = { readonly payment_collections: readonly { readonly payment_sessions: readonly Session[] }[] }
type Entry = { readonly id?: string; readonly options?: Options }

/** The order's payments as the checkout has them now, those that were replaced too if money came for them. */
export async function GET({ scope, params }: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: 'order',
    fields: ['payment_collections.payment_sessions.provider_id', 'payment_collections.payment_sessions.data'],
    filters: { id: String(params.id) },
  })
  const orders = data as unknown as readonly Order[]
  const sessions = orders.flatMap((order) => order.payment_collections.flatMap((one) => one.payment_sessions))
  const { modules } = scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const { providers = [] } = ((modules as { payment?: { options?: unknown } }).payment?.options ?? {}) as {
    providers?: readonly Entry[]
  }
  const read = sessions.map(async ({ provider_id, data }) => {
    const options = providers.find(({ id }) => provider_id === `${PREFIX}${id}`)?.options
    const session = readSessionData(data)
    return options && session ? readPayments(options, [session.id, ...session.previous]) : []
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
