import { defineRoute } from '../../http/route.ts'
import { deliveryQuery, listAllDeliveries, listDeliveriesOfPayment, retrieveDelivery } from './find.ts'
import { resendDelivery } from './on-demand.ts'

export const deliveryRoutes = {
  list: defineRoute({
    name: 'listDeliveries',
    method: 'GET',
    path: '/deliveries',
    summary: 'List what was sent to all webhooks, newest first',
    description: "Deliveries of payments' own `webhookUrl` are in it too: their `webhook` is null.",
    scope: 'webhooks:read',
    query: deliveryQuery,
    answer: 'DeliveryList',
    handle: (ctx, caller, { query }) => listAllDeliveries(ctx, caller, query),
  }),
  ofPayment: defineRoute({
    name: 'listPaymentDeliveries',
    method: 'GET',
    path: '/payments/{id}/deliveries',
    summary: 'List who was told of a payment, newest first',
    description: "It has the deliveries of the payment's events, to webhooks and to its own `webhookUrl`.",
    scope: 'webhooks:read',
    query: deliveryQuery,
    answer: 'DeliveryList',
    handle: (ctx, caller, { id, query }) => listDeliveriesOfPayment(ctx, caller, id, query),
  }),
  retrieve: defineRoute({
    name: 'retrieveDelivery',
    method: 'GET',
    path: '/deliveries/{id}',
    summary: 'Retrieve a delivery with its attempts',
    description: 'Each attempt has the request, without signatures, and the answer of your server.',
    scope: 'webhooks:read',
    answer: 'DeliveryWithAttempts',
    handle: (ctx, caller, { id }) => retrieveDelivery(ctx, caller, id),
  }),
  resend: defineRoute({
    name: 'resendDelivery',
    method: 'POST',
    path: '/deliveries/{id}/resend',
    summary: 'Send a delivery once more, at once',
    description: 'It goes to the present URL of its webhook, whether it was delivered before or not.',
    refusals: ['invalid_state'],
    delivers: true,
    scope: 'webhooks:resend',
    answer: 'Delivery',
    handle: (ctx, caller, { id }) => resendDelivery(ctx, caller, id),
    audit: { object: 'delivery', after: ({ event, url }) => ({ event, url }) },
  }),
}
