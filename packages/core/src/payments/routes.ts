import { noInput } from '../http/fields.ts'
import { defineRoute } from '../http/route.ts'
import { acceptPayment } from './accept.ts'
import { cancelPayment } from './cancel.ts'
import { createPayment } from './create.ts'
import { retrievePayment } from './find.ts'
import { listPayments } from './list.ts'
import { chooseMethod } from './methods/choose.ts'
import { methodInput, paymentInput, paymentQuery } from './schema.ts'

export const paymentRoutes = {
  create: defineRoute({
    name: 'createPayment',
    method: 'POST',
    path: '/payments',
    summary: 'Create a payment',
    scope: 'payments:write',
    query: noInput,
    body: paymentInput,
    answer: 'Payment',
    status: 201,
    handle: (ctx, caller, { body }) => createPayment(ctx, caller, body),
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
    handle: (ctx, caller, { id }) => retrievePayment(ctx, caller, id),
  }),
  cancel: defineRoute({
    name: 'cancelPayment',
    method: 'POST',
    path: '/payments/{id}/cancel',
    summary: 'Cancel a payment for which no money was seen',
    scope: 'payments:write',
    query: noInput,
    body: noInput,
    answer: 'Payment',
    status: 200,
    handle: (ctx, caller, { id }) => cancelPayment(ctx, caller, id),
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
  }),
  accept: defineRoute({
    name: 'acceptPayment',
    method: 'POST',
    path: '/payments/{id}/accept',
    summary: 'Accept what was received as enough',
    scope: 'payments:write',
    query: noInput,
    body: noInput,
    answer: 'Payment',
    status: 200,
    handle: (ctx, caller, { id }) => acceptPayment(ctx, caller, id),
  }),
}
