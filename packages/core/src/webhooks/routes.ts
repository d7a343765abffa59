import { type AuditRule, defineRoute } from '../http/route.ts'
import { rotateDefaultSecret } from '../merchants/signing-secrets.ts'
import { createWebhook, deleteWebhook, rotateWebhook, updateWebhook } from './change.ts'
import { deliveryQuery, listDeliveriesOfWebhook } from './deliveries/find.ts'
import { pingWebhook, resendFailed } from './deliveries/on-demand.ts'
import { describeWebhook, listWebhooks, requireWebhook, retrieveWebhook, toWebhookView } from './find.ts'
import { sinceInput, webhookChanges, webhookInput, webhookQuery } from './schema.ts'

const describeBefore: AuditRule['before'] = async (_ctx, tx, caller, id) =>
  describeWebhook(toWebhookView(await requireWebhook(tx, caller, id)))
/** The secret is not recorded, so nothing of the webhook changes. */
const describeNothing = () => ({})

export const webhookRoutes = {
  create: defineRoute({
    name: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    summary: 'Add a URL that is told of events; the secret is answered this once',
    description:
      'It gets events from now on, signed by Standard Webhooks. Keep the secret of the answer. There are at most ' +
      '16 in an environment.',
    refusals: ['invalid_state'],
    scope: 'webhooks:write',
    reauthentication: 'always',
    body: webhookInput,
    answer: 'WebhookWithSecret',
    status: 201,
    handle: (ctx, caller, { body }) => createWebhook(ctx, caller, body),
    audit: { object: 'webhook', after: describeWebhook },
  }),
  list: defineRoute({
    name: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks, newest first',
    description:
      '`state=failing` lists those that are enabled and not accepted at present, `state=given_up` those that the ' +
      'checkout turned off.',
    scope: 'webhooks:read',
    query: webhookQuery,
    answer: 'WebhookList',
    handle: (ctx, caller, { query }) => listWebhooks(ctx, caller, query),
  }),
  retrieve: defineRoute({
    name: 'retrieveWebhook',
    method: 'GET',
    path: '/webhooks/{id}',
    summary: 'Retrieve a webhook',
    description: '`disabledReason` says why it is off. The secret is not shown again.',
    scope: 'webhooks:read',
    answer: 'Webhook',
    handle: (ctx, caller, { id }) => retrieveWebhook(ctx, caller, id),
  }),
  update: defineRoute({
    name: 'updateWebhook',
    method: 'PATCH',
    path: '/webhooks/{id}',
    summary: 'Change a webhook, turn it off or on again',
    description:
      'What you leave out stays. Deliveries that wait go to the new URL with their next attempt. A webhook that ' +
      'is turned on again gets events from then on.',
    scope: 'webhooks:write',
    reauthentication: 'sometimes',
    body: webhookChanges,
    answer: 'Webhook',
    handle: (ctx, caller, { id, body }) => updateWebhook(ctx, caller, id, body),
    audit: { object: 'webhook', before: describeBefore, after: describeWebhook },
  }),
  delete: defineRoute({
    name: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Delete a webhook',
    description: 'Its deliveries stay in the lists until they are pruned.',
    warning: 'Its deliveries end at once, and its secret is lost.',
    scope: 'webhooks:write',
    answer: 'DeletedWebhook',
    handle: (ctx, caller, { id }) => deleteWebhook(ctx, caller, id),
    audit: { object: 'webhook', before: describeBefore, after: () => null },
  }),
  rotate: defineRoute({
    name: 'rotateWebhook',
    method: 'POST',
    path: '/webhooks/{id}/rotate',
    summary: 'Give a webhook a new secret; the old one signs along for 24 hours',
    description: 'Messages have both signatures for 24 hours. Keep the secret of the answer: it is shown only once.',
    scope: 'webhooks:write',
    reauthentication: 'always',
    answer: 'WebhookWithSecret',
    handle: (ctx, caller, { id }) => rotateWebhook(ctx, caller, id),
    audit: { object: 'webhook', after: describeNothing },
  }),
  ping: defineRoute({
    name: 'pingWebhook',
    method: 'POST',
    path: '/webhooks/{id}/ping',
    summary: 'Send a webhook an event to try it',
    description:
      'The event is `webhook.ping`, whatever its `events` are. Read the delivery again to see the answer of your ' +
      'server.',
    refusals: ['invalid_state'],
    delivers: true,
    scope: 'webhooks:write',
    answer: 'Delivery',
    handle: (ctx, caller, { id }) => pingWebhook(ctx, caller, id),
    audit: { object: 'webhook', after: (delivery) => ({ delivery: delivery.id }) },
  }),
  deliveries: defineRoute({
    name: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary: 'List what was sent to a webhook, newest first',
    description: 'Use it to find what your server refused, and why.',
    scope: 'webhooks:read',
    query: deliveryQuery,
    answer: 'DeliveryList',
    handle: (ctx, caller, { id, query }) => listDeliveriesOfWebhook(ctx, caller, id, query),
  }),
  resendFailed: defineRoute({
    name: 'resendFailedDeliveries',
    method: 'POST',
    path: '/webhooks/{id}/resend_failed',
    summary: 'Send what failed since a time once more: at most 5,000 deliveries a request',
    description: 'The oldest are sent first. Repeat the request until it answers 0.',
    refusals: ['invalid_state'],
    delivers: true,
    scope: 'webhooks:resend',
    body: sinceInput,
    answer: 'Resent',
    handle: (ctx, caller, { id, body }) => resendFailed(ctx, caller, id, body),
    audit: { object: 'webhook', after: ({ deliveries }) => ({ deliveries }) },
  }),
  rotateDefaultSecret: defineRoute({
    name: 'rotateWebhookSecret',
    method: 'POST',
    path: '/merchant/webhook_secret/rotate',
    summary: "Make a new secret for payments' own webhookUrl; the old one signs along for 24 hours",
    description: 'Also the way to get that secret for the first time. It is shown only once.',
    scope: 'merchant:write',
    reauthentication: 'always',
    answer: 'WebhookSecret',
    handle: (ctx, caller) => rotateDefaultSecret(ctx, caller),
    audit: { object: 'webhook_secret', id: () => null, after: describeNothing },
  }),
}
