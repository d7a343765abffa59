import { noInput } from '../../http/fields.ts'
import { defineRoute } from '../../http/route.ts'
import { deliveryQuery, listAllDeliveries, listDeliveriesOfPayment, retrieveDelivery } from './find.ts'
import { resendDelivery } from './on-demand.ts'

export const deliveryRoutes = {
  list: defineRoute({
    name: 'listDeliveries',
    method: 'GET',
    path: '/deliveries',
    summary: 'List what was sent to all webhooks, newest first',
    scope: 'webhooks:read',
    query: deliveryQuery,
    body: noInput,
    answer: 'DeliveryList',
    status: 200,
    handle: (ctx, caller, { query }) => listAllDeliveries(ctx, caller, query),
  }),
  ofPayment: defineRoute({
    name: 'listPaymentDeliveries',
    method: 'GET',
    path: '/payments/{id}/deliveries',
    summary: 'List who was told of a payment, newest first',
    scope: 'webhooks:read',
    query: deliveryQuery,
    body: noInput,
    answer: 'DeliveryList',
    status: 200,
    handle: (ctx, caller, { id, query }) => listDeliveriesOfPayment(ctx, caller, id, query),
  }),
  retrieve: defineRoute({
    name: 'retrieveDelivery',
    method: 'GET',
    path: '/deliveries/{id}',
    summary: 'Retrieve a delivery with its attempts',
    scope: 'webhooks:read',
    query: noInput,
    body: noInput,
    answer: 'DeliveryWithAttempts',
    status: 200,
    handle: (ctx, caller, { id }) => retrieveDelivery(ctx, caller, id),
  }),
  resend: defineRoute({
    name: 'resendDelivery',
    method: 'POST',
    path: '/deliveries/{id}/resend',
    summary: 'Send a delivery once more, at once',
    scope: 'webhooks:resend',
    query: noInput,
    body: noInput,
    answer: 'Delivery',
    status: 200,
    handle: (ctx, caller, { id }) => resendDelivery(ctx, caller, id),
    audit: { object: 'delivery', after: ({ event, url }) => ({ event, url }) },
  }),
}
