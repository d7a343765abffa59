import type { z } from 'zod'
import { type Caller, type Context, runOnSnapshot } from '../context/context.ts'
import type { Scope } from '../domain/catalog/scopes.ts'
import type { AnswerShape } from './shapes.ts'

type Schema = z.ZodType<object>

/**
 * A route is data: HTTP requests, in-process calls and the OpenAPI document all come from it. `{id}` is the only
 * parameter that a path may have.
 */
export type Route<Query extends Schema = Schema, Body extends Schema = Schema, Answer = unknown> = {
  /** The operation's name in generated clients. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly scope: Scope
  readonly query: Query
  readonly body: Body
  /** Largest body that is read. Default: 64 KiB. */
  readonly maxBodyBytes?: number
  /** The response's shape in wire.ts. */
  readonly answer: AnswerShape
  readonly status: 200 | 201
  /** Exists only in the sandbox, and only on local networks. */
  readonly local?: true
  handle(ctx: Context, caller: Caller, input: RouteInput<Query, Body>): Promise<Answer>
}

export type RouteInput<Query extends Schema = Schema, Body extends Schema = Schema> = {
  /** The path's parameter; empty if it has none. */
  readonly id: string
  readonly query: z.output<Query>
  readonly body: z.output<Body>
}

/** Calls a route's handler. A route that only reads answers from one snapshot of the database. */
export function callRoute<Query extends Schema, Body extends Schema, Answer>(
  ctx: Context,
  route: Route<Query, Body, Answer>,
  caller: Caller,
  input: RouteInput<Query, Body>,
): Promise<Answer> {
  if (route.method !== 'GET') return route.handle(ctx, caller, input)
  return runOnSnapshot(ctx, (snapshot) => route.handle(snapshot, caller, input))
}

/** Keeps a route's own types for in-process callers. */
export function defineRoute<Query extends Schema, Body extends Schema, Answer>(
  definition: Route<Query, Body, Answer>,
): Route<Query, Body, Answer> {
  return definition
}
