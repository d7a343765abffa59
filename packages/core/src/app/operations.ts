import type { Operations } from '@crypto-checkout/api-types'
import { callRoute } from '../api/call-route.ts'
import { findTaken } from '../api/inputs.ts'
import { listMethods, operations } from '../api/routes.ts'
import type { Caller, Context } from '../context/context.ts'
import { parseInput } from '../http/problem.ts'
import type { Route } from '../http/route.ts'

/** Those of the test helpers exist over HTTP alone. */
const { testHelpers: _, ...resources } = operations

/** The methods with the answers of their handlers, so that the compiler compares these with the types of the API. */
type Methods = {
  readonly [Resource in keyof typeof resources]: {
    readonly [Name in keyof (typeof resources)[Resource]]: (typeof resources)[Resource][Name] extends {
      handle(...args: never[]): infer Answer
    }
      ? (...args: readonly unknown[]) => Answer
      : never
  }
}

/** The operations of one merchant in one environment. */
export function createOperations(ctx: Context, callerOf: () => Promise<Caller>): Operations {
  const bound = Object.entries(resources).map(([resource, routes]) => {
    const methods = listMethods(routes).map(([name, route]) => [name, bindRoute(ctx, route, callerOf)])
    return [resource, Object.fromEntries(methods)]
  })
  return Object.fromEntries(bound) as Methods
}

/** A method that takes the id and the input, if the route takes them. */
function bindRoute(ctx: Context, route: Route, callerOf: () => Promise<Caller>) {
  const hasId = route.path.includes('{id}')
  const takes = findTaken(route)
  return async (...args: readonly unknown[]): Promise<unknown> => {
    const [id, taken] = hasId ? args : [undefined, ...args]
    const input = {
      // JavaScript does not check types: a value that is not a string finds nothing.
      id: typeof id === 'string' ? id : '',
      query: parseInput(route.query, (takes === 'query' ? taken : undefined) ?? {}),
      body: parseInput(route.body, (takes === 'body' ? taken : undefined) ?? {}),
    }
    return callRoute(ctx, route, await callerOf(), input)
  }
}
