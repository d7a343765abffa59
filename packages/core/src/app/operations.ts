import type { Caller, Context } from '../context.ts'
import { deliveryRoutes } from '../deliveries/routes.ts'
import type { DeliveryQuery } from '../deliveries/schema.ts'
import { eventRoutes } from '../events/routes.ts'
import type { EventQuery } from '../events/schema.ts'
import { parseInput } from '../http/problem.ts'
import type { Route, RouteInput } from '../http/route.ts'
import { paymentRoutes } from '../payments/routes.ts'
import type { PaymentInput, PaymentQuery } from '../payments/schema.ts'
import { transferRoutes } from '../transfers/routes.ts'
import type { TransferQuery } from '../transfers/schema.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import type { SinceInput, WebhookChanges, WebhookInput, WebhookQuery } from '../webhooks/schema.ts'
import type {
  Deleted,
  Delivery,
  DeliveryWithAttempts,
  Event,
  List,
  Payment,
  Resent,
  Transfer,
  Webhook,
  WebhookSecret,
  WebhookWithSecret,
} from '../wire.ts'

/** The API's operations as methods. They refuse what the API refuses, as CheckoutError. */
export type Operations = {
  readonly payments: {
    create(input: PaymentInput): Promise<Payment>
    list(query?: PaymentQuery): Promise<List<Payment>>
    retrieve(id: string): Promise<Payment>
    cancel(id: string): Promise<Payment>
    accept(id: string): Promise<Payment>
  }
  readonly transfers: {
    list(query?: TransferQuery): Promise<List<Transfer>>
    retrieve(id: string): Promise<Transfer>
    assign(id: string, input: { paymentId: string }): Promise<Transfer>
  }
  readonly events: {
    list(query?: EventQuery): Promise<List<Event>>
    retrieve(id: string): Promise<Event>
  }
  readonly webhooks: {
    create(input: WebhookInput): Promise<WebhookWithSecret>
    list(query?: WebhookQuery): Promise<List<Webhook>>
    retrieve(id: string): Promise<Webhook>
    update(id: string, changes: WebhookChanges): Promise<Webhook>
    delete(id: string): Promise<Deleted<'webhook'>>
    rotate(id: string): Promise<WebhookWithSecret>
    ping(id: string): Promise<Delivery>
    deliveries(id: string, query?: DeliveryQuery): Promise<List<Delivery>>
    resendFailed(id: string, input: SinceInput): Promise<Resent>
    rotateDefaultSecret(): Promise<WebhookSecret>
  }
  readonly deliveries: {
    ofPayment(id: string, query?: DeliveryQuery): Promise<List<Delivery>>
    retrieve(id: string): Promise<DeliveryWithAttempts>
    resend(id: string): Promise<Delivery>
  }
}

/** The operations of one merchant in one environment. */
export function operations(ctx: Context, callerOf: () => Promise<Caller>): Operations {
  async function call<Query extends Route['query'], Body extends Route['body'], Answer>(
    route: Route<Query, Body, Answer>,
    given: { readonly id?: string; readonly query?: object | undefined; readonly body?: object },
  ): Promise<Answer> {
    const input = {
      // Nobody checks types in JavaScript: what is no id is nobody's.
      id: typeof given.id === 'string' ? given.id : '',
      query: parseInput(route.query, given.query ?? {}),
      body: parseInput(route.body, given.body ?? {}),
    } as RouteInput<Query, Body>
    return route.handle(ctx, await callerOf(), input)
  }
  return {
    payments: {
      create: (body) => call(paymentRoutes.create, { body }),
      list: (query) => call(paymentRoutes.list, { query }),
      retrieve: (id) => call(paymentRoutes.retrieve, { id }),
      cancel: (id) => call(paymentRoutes.cancel, { id }),
      accept: (id) => call(paymentRoutes.accept, { id }),
    },
    transfers: {
      list: (query) => call(transferRoutes.list, { query }),
      retrieve: (id) => call(transferRoutes.retrieve, { id }),
      assign: (id, body) => call(transferRoutes.assign, { id, body }),
    },
    events: {
      list: (query) => call(eventRoutes.list, { query }),
      retrieve: (id) => call(eventRoutes.retrieve, { id }),
    },
    webhooks: {
      create: (body) => call(webhookRoutes.create, { body }),
      list: (query) => call(webhookRoutes.list, { query }),
      retrieve: (id) => call(webhookRoutes.retrieve, { id }),
      update: (id, body) => call(webhookRoutes.update, { id, body }),
      delete: (id) => call(webhookRoutes.delete, { id }),
      rotate: (id) => call(webhookRoutes.rotate, { id }),
      ping: (id) => call(webhookRoutes.ping, { id }),
      deliveries: (id, query) => call(webhookRoutes.deliveries, { id, query }),
      resendFailed: (id, body) => call(webhookRoutes.resendFailed, { id, body }),
      rotateDefaultSecret: () => call(webhookRoutes.rotateDefaultSecret, {}),
    },
    deliveries: {
      ofPayment: (id, query) => call(deliveryRoutes.ofPayment, { id, query }),
      retrieve: (id) => call(deliveryRoutes.retrieve, { id }),
      resend: (id) => call(deliveryRoutes.resend, { id }),
    },
  }
}
