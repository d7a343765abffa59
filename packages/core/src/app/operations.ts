import type { Caller, Context } from '../context.ts'
import { eventRoutes } from '../events/routes.ts'
import type { EventQuery } from '../events/schema.ts'
import { parseInput } from '../http/problem.ts'
import type { Route, RouteInput } from '../http/route.ts'
import { paymentRoutes } from '../payments/routes.ts'
import type { PaymentInput, PaymentQuery } from '../payments/schema.ts'
import { transferRoutes } from '../transfers/routes.ts'
import type { TransferQuery } from '../transfers/schema.ts'
import type { Event, List, Payment, Transfer } from '../wire.ts'

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
  }
}
