import { noInput } from '../../http/fields.ts'
import { defineRoute } from '../../http/route.ts'
import { listConfiguredMethods } from './configured.ts'

export const methodRoutes = {
  list: defineRoute({
    name: 'listPaymentMethods',
    method: 'GET',
    path: '/payment_methods',
    summary: 'List the coins and networks that payments can ask for, with the wallets of the settings',
    scope: 'payments:read',
    query: noInput,
    body: noInput,
    answer: 'PaymentMethods',
    status: 200,
    handle: (ctx, caller) => listConfiguredMethods(ctx, caller),
  }),
}
