import type { Payment } from '@crypto-checkout/api-types'
import { noInput } from '../http/fields.ts'
import { type AuditRule, defineRoute } from '../http/route.ts'
import { createPayment } from './create.ts'
import { acceptPayment, cancelPayment } from './end.ts'
import { exportPayments } from './export.ts'
import { requirePayment, retrievePayment } from './find.ts'
import { listPayments } from './list.ts'
import { chooseMethod } from './methods/choose.ts'
import { listConfiguredMethods } from './methods/configured.ts'
import { methodInput, paymentFilter, paymentInput, paymentQuery } from './schema.ts'

const describeMethod = ({ cryptocurrency, network }: Pick<Payment, 'cryptocurrency' | 'network'>) => ({
  cryptocurrency,
  network,
})
const describeStatus = ({ status, exceptions }: Pick<Payment, 'status' | 'exceptions'>) => ({ status, exceptions })

const endedBy: AuditRule<Payment> = {
  object: 'payment',
  before: async (_ctx, tx, caller, id) => {
    const { status, exceptions } = await requirePayment(tx, caller, id)
    return { status, exceptions: JSON.parse(exceptions) }
  },
  after: describeStatus,
}

export const paymentRoutes = {
  create: defineRoute({
    name: 'createPayment',
    method: 'POST',
    path: '/payments',
    summary: 'Create a payment',
    scope: 'payments:create',
    query: noInput,
    body: paymentInput,
    answer: 'Payment',
    status: 201,
    handle: (ctx, caller, { body }) => createPayment(ctx, caller, body),
    audit: {
      object: 'payment',
      after: (payment) => {
        const { amount, currency, reference, supersedes, merchantWallet } = payment
        return { amount, currency, reference, supersedes, merchantWallet, ...describeMethod(payment) }
      },
      peopleOnly: true,
    },
  }),
  list: defineRoute({
    name: 'listPayments',
    method: 'GET',
    path: '/payments',
    summary: 'List payments, newest first',
    scope: 'payments:read',
    query: paymentQuery,
    body: noInput,
    answer: 'PaymentList',
    status: 200,
    handle: (ctx, caller, { query }) => listPayments(ctx, caller, query),
  }),
  export: defineRoute({
    name: 'exportPayments',
    method: 'GET',
    path: '/payments/export',
    summary: 'Ask for a link to the same list as CSV, of at most 10,000 payments',
    scope: 'payments:read',
    query: paymentFilter,
    body: noInput,
    answer: 'ReportLink',
    status: 200,
    handle: (ctx, caller, { query }) => exportPayments(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrievePayment',
    method: 'GET',
    path: '/payments/{id}',
    summary: 'Retrieve a payment',
    scope: 'payments:read',
    query: noInput,
    body: noInput,
    answer: 'Payment',
    status: 200,
    takesSnapshot: true,
    handle: (ctx, caller, { id }) => retrievePayment(ctx, caller, id),
  }),
  cancel: defineRoute({
    name: 'cancelPayment',
    method: 'POST',
    path: '/payments/{id}/cancel',
    summary: 'Cancel a payment for which no money was seen',
    warning: 'This cannot be undone.',
    scope: 'payments:write',
    query: noInput,
    body: noInput,
    answer: 'Payment',
    status: 200,
    handle: (ctx, caller, { id }) => cancelPayment(ctx, caller, id),
    audit: endedBy,
  }),
  choose: defineRoute({
    name: 'choosePaymentMethod',
    method: 'POST',
    path: '/payments/{id}/method',
    summary: 'Choose one of the methods of a payment, before money was seen',
    scope: 'payments:write',
    query: noInput,
    body: methodInput,
    answer: 'Payment',
    status: 200,
    handle: (ctx, caller, { id, body }) => chooseMethod(ctx, caller, id, body),
    audit: {
      object: 'payment',
      before: async (_ctx, tx, caller, id) => {
        const { cryptocurrency, network } = await requirePayment(tx, caller, id)
        return { cryptocurrency, network }
      },
      after: describeMethod,
      peopleOnly: true,
    },
  }),
  accept: defineRoute({
    name: 'acceptPayment',
    method: 'POST',
    path: '/payments/{id}/accept',
    summary: 'Accept what was received as enough',
    warning: 'This cannot be undone: the order counts as paid.',
    scope: 'payments:write',
    query: noInput,
    body: noInput,
    answer: 'Payment',
    status: 200,
    handle: (ctx, caller, { id }) => acceptPayment(ctx, caller, id),
    audit: endedBy,
  }),
}

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
