import type { Operations } from '@crypto-checkout/api-types'
import { callRoute } from '../api/call-route.ts'
import { requestRoutes } from '../api/requests/routes.ts'
import { auditRoutes } from '../audit/routes.ts'
import type { Caller, Context } from '../context/context.ts'
import { eventRoutes } from '../events/routes.ts'
import { parseInput } from '../http/problem.ts'
import type { Route, RouteInput } from '../http/route.ts'
import { keyRoutes } from '../merchants/keys/routes.ts'
import { merchantRoutes } from '../merchants/routes.ts'
import { walletRoutes } from '../merchants/wallets/routes.ts'
import { networkRoutes } from '../networks/routes.ts'
import { overviewRoutes } from '../overview/routes.ts'
import { linkRoutes } from '../payments/links/routes.ts'
import { methodRoutes, paymentRoutes } from '../payments/routes.ts'
import { transferRoutes } from '../payments/transfers/routes.ts'
import { refundRoutes } from '../refunds/routes.ts'
import { settlementRoutes } from '../settlements/routes.ts'
import { invitationRoutes, userRoutes } from '../users/routes.ts'
import { deliveryRoutes } from '../webhooks/deliveries/routes.ts'
import { webhookRoutes } from '../webhooks/routes.ts'

/** The operations of one merchant in one environment. */
export function createOperations(ctx: Context, callerOf: () => Promise<Caller>): Operations {
  const call = createCall(ctx, callerOf)
  return { ...createPaymentOperations(call), ...createMerchantOperations(call) }
}

type Values = { readonly id?: string; readonly query?: object | undefined; readonly body?: object }
type Call = ReturnType<typeof createCall>

function createCall(ctx: Context, callerOf: () => Promise<Caller>) {
  return async <Query extends Route['query'], Body extends Route['body'], Answer>(
    route: Route<Query, Body, Answer>,
    values: Values,
  ): Promise<Answer> => {
    const input = {
      // JavaScript does not check types: a value that is not a string finds nothing.
      id: typeof values.id === 'string' ? values.id : '',
      query: parseInput(route.query, values.query ?? {}),
      body: parseInput(route.body, values.body ?? {}),
    } as RouteInput<Query, Body>
    return callRoute(ctx, route, await callerOf(), input)
  }
}

function createPaymentOperations(call: Call) {
  return {
    payments: {
      create: (body) => call(paymentRoutes.create, { body }),
      list: (query) => call(paymentRoutes.list, { query }),
      export: (query) => call(paymentRoutes.export, { query }),
      retrieve: (id) => call(paymentRoutes.retrieve, { id }),
      cancel: (id) => call(paymentRoutes.cancel, { id }),
      choose: (id, body) => call(paymentRoutes.choose, { id, body }),
      accept: (id) => call(paymentRoutes.accept, { id }),
    },
    paymentMethods: {
      list: () => call(methodRoutes.list, {}),
    },
    overview: {
      retrieve: (query) => call(overviewRoutes.retrieve, { query }),
    },
    paymentLinks: {
      create: (body) => call(linkRoutes.create, { body }),
      list: (query) => call(linkRoutes.list, { query }),
      retrieve: (id) => call(linkRoutes.retrieve, { id }),
      update: (id, body) => call(linkRoutes.update, { id, body }),
    },
    transfers: {
      list: (query) => call(transferRoutes.list, { query }),
      retrieve: (id) => call(transferRoutes.retrieve, { id }),
      assign: (id, body) => call(transferRoutes.assign, { id, body }),
    },
    refunds: {
      create: (body) => call(refundRoutes.create, { body }),
      list: (query) => call(refundRoutes.list, { query }),
      retrieve: (id) => call(refundRoutes.retrieve, { id }),
      cancel: (id) => call(refundRoutes.cancel, { id }),
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
      list: (query) => call(deliveryRoutes.list, { query }),
      ofPayment: (id, query) => call(deliveryRoutes.ofPayment, { id, query }),
      retrieve: (id) => call(deliveryRoutes.retrieve, { id }),
      resend: (id) => call(deliveryRoutes.resend, { id }),
    },
  } satisfies Partial<Operations>
}

function createMerchantOperations(call: Call) {
  return {
    settlements: {
      create: () => call(settlementRoutes.create, {}),
      list: (query) => call(settlementRoutes.list, { query }),
      retrieve: (id) => call(settlementRoutes.retrieve, { id }),
    },
    merchant: {
      retrieve: () => call(merchantRoutes.retrieve, {}),
      update: (body) => call(merchantRoutes.update, { body }),
      updateSettings: (body) => call(merchantRoutes.updateSettings, { body }),
    },
    wallets: {
      challenge: (body) => call(walletRoutes.challenge, { body }),
      prove: (body) => call(walletRoutes.prove, { body }),
    },
    requests: {
      list: (query) => call(requestRoutes.list, { query }),
    },
    networkStatus: {
      retrieve: () => call(networkRoutes.status, {}),
    },
    keys: {
      create: (body) => call(keyRoutes.create, { body }),
      list: (query) => call(keyRoutes.list, { query }),
      retrieve: (id) => call(keyRoutes.retrieve, { id }),
      retrieveOwn: () => call(keyRoutes.own, {}),
      rotate: (id, body = {}) => call(keyRoutes.rotate, { id, body }),
      revoke: (id) => call(keyRoutes.revoke, { id }),
    },
    users: {
      list: (query) => call(userRoutes.list, { query }),
      update: (id, body) => call(userRoutes.update, { id, body }),
      remove: (id) => call(userRoutes.remove, { id }),
    },
    invitations: {
      create: (body) => call(invitationRoutes.create, { body }),
      list: (query) => call(invitationRoutes.list, { query }),
      delete: (id) => call(invitationRoutes.delete, { id }),
    },
    audit: {
      list: (query) => call(auditRoutes.list, { query }),
      export: (query) => call(auditRoutes.export, { query }),
    },
  } satisfies Partial<Operations>
}
