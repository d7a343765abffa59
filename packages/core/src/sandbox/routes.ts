import { noInput } from '../http/fields.ts'
import { defineRoute } from '../http/route.ts'
import { expireForTest, payForTest } from './pay.ts'
import { payInput } from './schema.ts'

/** Helpers for tests, for a sandbox on local networks. */
export const testHelperRoutes = {
  pay: defineRoute({
    name: 'payTestPayment',
    method: 'POST',
    path: '/test_helpers/payments/{id}/pay',
    summary: 'Pay a payment with real transfers on the local network',
    scope: 'payments:write',
    query: noInput,
    body: payInput,
    answer: 'Payment',
    status: 200,
    local: true,
    handle: (ctx, caller, { id, body }) => payForTest(ctx, caller, id, body),
  }),
  expire: defineRoute({
    name: 'expireTestPayment',
    method: 'POST',
    path: '/test_helpers/payments/{id}/expire',
    summary: "Move a payment's deadline to now",
    scope: 'payments:write',
    query: noInput,
    body: noInput,
    answer: 'Payment',
    status: 200,
    local: true,
    handle: (ctx, caller, { id }) => expireForTest(ctx, caller, id),
  }),
}
