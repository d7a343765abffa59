import type { Payment } from '@crypto-checkout/api-types'
import { type AuditRule, defineRoute } from '../http/route.ts'
import { createPayment } from './create.ts'
import { listCustomerReceipts, resendReceipts } from './customer-receipts.ts'
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
    description:
      'Turns the price into an exact amount of the coin, and makes the payment recognisable. Send the payer to ' +
      'its `url`. Send an `Idempotency-Key`, so that a repeated request makes no second payment.',
    refusals: [
      'unsupported_asset',
      'unsupported_currency',
      'invalid_wallet_address',
      'wallet_cannot_receive',
      'wallet_capacity_exceeded',
      'quota_exceeded',
      'invalid_state',
      'network_unreachable',
      'not_ready',
    ],
    scope: 'payments:create',
    reauthentication: 'sometimes',
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
    description:
      'The filters combine. `q` searches for a whole value first, and then for beginnings. A search for beginnings, or one ' +
      'that is combined with other filters, may find at most 10,000 payments.',
    scope: 'payments:read',
    query: paymentQuery,
    answer: 'PaymentList',
    handle: (ctx, caller, { query }) => listPayments(ctx, caller, query),
  }),
  export: defineRoute({
    name: 'exportPayments',
    method: 'GET',
    path: '/payments/export',
    summary: 'Ask for a link to the same list as CSV, of at most 10,000 payments',
    description:
      'The link downloads the payments that there are now. It works for an hour, and needs no keys. More than ' +
      '10,000 payments are refused: then give `created_gte` and `created_lt`.',
    scope: 'payments:read',
    query: paymentFilter,
    answer: 'ReportLink',
    handle: (ctx, caller, { query }) => exportPayments(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrievePayment',
    method: 'GET',
    path: '/payments/{id}',
    summary: 'Retrieve a payment',
    description:
      'The status is as of the last block that was read. A webhook or an event tells you of a change sooner than ' +
      'repeated requests.',
    scope: 'payments:read',
    answer: 'Payment',
    takesSnapshot: true,
    handle: (ctx, caller, { id }) => retrievePayment(ctx, caller, id),
  }),
  cancel: defineRoute({
    name: 'cancelPayment',
    method: 'POST',
    path: '/payments/{id}/cancel',
    summary: 'Cancel a payment for which no money was seen',
    description:
      'Its page offers it no more. Money that still arrives is recorded with it as late. A payment that is ' +
      'cancelled already is answered unchanged.',
    refusals: ['invalid_state'],
    warning: 'This cannot be undone.',
    scope: 'payments:write',
    answer: 'Payment',
    handle: (ctx, caller, { id }) => cancelPayment(ctx, caller, id),
    audit: endedBy,
  }),
  choose: defineRoute({
    name: 'choosePaymentMethod',
    method: 'POST',
    path: '/payments/{id}/method',
    summary: 'Choose one of the methods of a payment, before money was seen',
    description:
      'The payer can do the same on the page. The deadline stays. Money that comes by a method that was chosen ' +
      'before still counts.',
    refusals: [
      'invalid_state',
      'unsupported_asset',
      'unsupported_currency',
      'invalid_wallet_address',
      'wallet_cannot_receive',
      'wallet_capacity_exceeded',
      'quota_exceeded',
      'network_unreachable',
      'not_ready',
    ],
    scope: 'payments:write',
    body: methodInput,
    answer: 'Payment',
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
    description:
      'Completes a payment that is underpaid or late, with what is final. A payment that is completed already is ' +
      'answered unchanged.',
    refusals: ['invalid_state'],
    warning: 'This cannot be undone: the order counts as paid.',
    scope: 'payments:write',
    answer: 'Payment',
    handle: (ctx, caller, { id }) => acceptPayment(ctx, caller, id),
    audit: endedBy,
  }),
  retrieveCustomerReceipts: defineRoute({
    name: 'retrieveCustomerReceipts',
    method: 'GET',
    path: '/payments/{id}/customer_receipts',
    summary: 'See which receipts of a payment and its refunds were sent to the customer by e-mail',
    description: 'The address itself is in no answer.',
    scope: 'payments:read',
    answer: 'CustomerReceipts',
    forPeople: true,
    handle: (ctx, caller, { id }) => listCustomerReceipts(ctx, caller, id),
  }),
  resendReceipt: defineRoute({
    name: 'resendReceipt',
    method: 'POST',
    path: '/payments/{id}/customer_receipts/resend',
    summary: 'Send the receipts of a payment and its refunds to the customer again',
    description: 'They go to the address of the payment. One that waits to be sent is not sent twice.',
    refusals: ['invalid_state'],
    scope: 'payments:write',
    answer: 'CustomerReceipts',
    delivers: true,
    forPeople: true,
    handle: (ctx, caller, { id }) => resendReceipts(ctx, caller, id),
    audit: { object: 'payment', after: ({ receipts }) => ({ receipts: receipts.length }) },
  }),
}

export const methodRoutes = {
  list: defineRoute({
    name: 'listPaymentMethods',
    method: 'GET',
    path: '/payment_methods',
    summary: 'List the coins and networks that payments can ask for, with the wallets of the settings',
    description:
      'Use it to fill a choice of coins in your own page. `reason` says why a method is not offered at present.',
    scope: 'payments:read',
    answer: 'PaymentMethods',
    handle: (ctx, caller) => listConfiguredMethods(ctx, caller),
  }),
}
