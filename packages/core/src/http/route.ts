import type { AuditObject, AuditOperation } from '@crypto-checkout/api-types'
import type { z } from 'zod'
import type { Caller, Context } from '../context/context.ts'
import type { Scope } from '../domain/catalog/entitlements.ts'
import type { RefusalCode } from '../domain/catalog/refusals.ts'
import type { Tx } from '../storage/database.ts'
import { noInput } from './fields.ts'
import type { AnswerShape } from './shapes.ts'

type Schema = z.ZodType<object>

/**
 * A route is data: HTTP requests, in-process calls and the OpenAPI document all come from it. `{id}` is the only
 * parameter that a path may have.
 */
export type Route<Query extends Schema = Schema, Body extends Schema = Schema, Answer = unknown> = Definition<
  Query,
  Body,
  Answer
> & { readonly query: Query; readonly body: Body; readonly status: 200 | 201 }

/** A route as it is written. What it leaves out: a query and a body without fields, and status 200. */
type Definition<Query extends Schema, Body extends Schema, Answer> = {
  /** The operation's name in generated clients, and in the audit log. */
  readonly name: string
  readonly method: 'GET' | ChangingMethod
  readonly path: string
  readonly summary: string
  /** Facts for a reader of the API document, in one to three sentences. */
  readonly description: string
  /** The codes of refusals that this operation has besides those that follow from its form. */
  readonly refusals?: readonly RefusalCode[]
  /** Null: any key or session may call it. */
  readonly scope: Scope | null
  readonly query?: Query
  readonly body?: Body
  /** Largest body that is read. Default: 64 KiB. */
  readonly maxBodyBytes?: number
  /** The answer, by its name in shapes.ts. */
  readonly answer: AnswerShape
  readonly status?: 200 | 201
  /** True if its answer contains a secret that the database must not have in clear, not even to repeat the answer. */
  readonly sealed?: true
  /**
   * `always` if a user must have shown a password or passkey in the last ten minutes. `sometimes`: the verb decides, by
   * `requireRecentAuthentication`.
   */
  readonly reauthentication?: 'always' | 'sometimes'
  /** A warning of effects that cannot be undone, in words for people and for programs that call tools (MCP). */
  readonly warning?: string
  /** Exists only in the sandbox, and only on local networks. */
  readonly local?: true
  /** Sends something to a server of somebody else. */
  readonly delivers?: true
  /** The handler of a reading route takes a snapshot itself if it needs one: for a single statement, one only costs. */
  readonly takesSnapshot?: true
  /**
   * It answers server-sent events that go on until somebody ends them: the handler returns a `TextStream`, and `answer` is
   * the shape of each event's data. Over HTTP only.
   */
  readonly streams?: true
  /**
   * Anyone may call it, over HTTP only: it takes no keys, and the body grants access. Its caller has no merchant and no rights.
   */
  readonly keyless?: true
  /** People do it in the dashboard. It is no tool of programs (MCP). */
  readonly forPeople?: true
  handle(ctx: Context, caller: Caller, input: RouteInput<Query, Body>): Promise<Answer>
  readonly audit?: AuditRule<Answer> | Unaudited
}
type ChangingMethod = 'POST' | 'PATCH' | 'DELETE'

export type RouteInput<Query extends Schema = Schema, Body extends Schema = Schema> = {
  /** The path's parameter; empty if it has none. */
  readonly id: string
  readonly query: z.output<Query>
  readonly body: z.output<Body>
}

type Fields = Readonly<Record<string, unknown>>

/**
 * The record of a change in the audit log. Both functions name each field, so that a secret of an answer, or a link
 * that grants something, never gets into the log.
 */
export type AuditRule<Answer = unknown> = {
  readonly object: AuditObject
  /** The object's id. Default: the one in the path, else the one of the answer. */
  readonly id?: (answer: Answer, caller: Caller) => string | null
  /** The object's fields before the change. Left out if it is made, or if what happens changes none of them. */
  readonly before?: (ctx: Context, tx: Tx, caller: Caller, id: string) => Promise<Fields>
  /** The same fields after it; null if the object is deleted. `body`: of the request, for what no object keeps. */
  readonly after: (answer: Answer, body: Fields) => Fields | null
  /** True if only users and the command line are recorded: programs do it often, and the event log has it. */
  readonly peopleOnly?: true
}

/** The reason for which a route that is no GET is not in the audit log. */
type Unaudited = 'changes nothing' | 'local networks only' | 'its verb records it'

/** A route that changes something says what the audit log records of it. */
type AuditedRoute =
  | { readonly method: 'GET'; readonly audit?: never }
  | { readonly method: ChangingMethod; readonly name: AuditOperation; readonly audit: object }
  | { readonly method: ChangingMethod; readonly audit: Unaudited }

/** Fields of a request that say where money, events or payers go. */
type Target =
  | 'url'
  | 'webhookUrl'
  | 'redirectUrl'
  | 'destination'
  | 'merchantWallet'
  | 'wallets'
  | 'supportEmail'
  | 'supportUrl'

/** The names of all fields, of each part of a union. */
type FieldName<Value> = Value extends unknown ? (string extends keyof Value ? never : keyof Value) : never

/**
 * A change that answers a secret always asks a user for the password or passkey again. One that takes a target always asks,
 * or its verb decides, unless it changes nothing. Others may ask.
 */
type GuardedRoute<Body extends Schema, Answer> =
  | { readonly method: 'GET' }
  | (Answer extends { readonly secret: string } | { readonly secretKey: string }
      ? { readonly reauthentication: 'always' }
      : FieldName<z.output<Body>> & Target extends never
        ? { readonly sealed?: never } | { readonly reauthentication: 'always' }
        : { readonly reauthentication: 'always' | 'sometimes' } | { readonly audit: 'changes nothing' })

/** Only a caller with keys or a session gets an answer again. */
export function takesIdempotencyKey({ method, keyless }: Pick<Route, 'method' | 'keyless'>): boolean {
  return method === 'POST' && !keyless
}

/** Keeps a route's own types for in-process callers. */
export function defineRoute<Answer, Query extends Schema = typeof noInput, Body extends Schema = typeof noInput>(
  definition: Definition<Query, Body, Answer> & AuditedRoute & GuardedRoute<NoInfer<Body>, NoInfer<Answer>>,
): Route<Query, Body, Answer>
export function defineRoute(definition: Definition<Schema, Schema, unknown>): Route {
  return { query: noInput, body: noInput, status: 200, ...definition }
}
