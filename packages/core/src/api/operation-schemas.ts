import { z } from 'zod'
import type { Route } from '../http/route.ts'
import { shapes } from '../http/shapes.ts'
import { dropOwnFormat } from './document/schemas.ts'
import { routes } from './routes.ts'

/** A JSON schema (draft 2020-12) of an object. */
type ObjectSchema = {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly [keyword: string]: unknown
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: dropOwnFormat,
  })
  return rest
}

/** An operation of the API for programs that call it by its schemas. */
export type OperationDescription = Pick<
  Route,
  'name' | 'method' | 'path' | 'summary' | 'warning' | 'scope' | 'local'
> & {
  /** The names of the query, which the other inputs are not in. */
  readonly queryNames: readonly string[]
  /** Path, query and body as one object. */
  readonly input: ObjectSchema
  readonly output: ObjectSchema
  /** True if its answer has a secret: who sees it could use it. */
  readonly hasSecret: boolean
  /** True if nothing is different after it. */
  readonly readsOnly: boolean
  /** True if it changes or ends what there was. Otherwise it only adds. */
  readonly replaces: boolean
  /** True if it asks a network's nodes, or sends something to a server of somebody else. */
  readonly reachesOut: boolean
}

/** Describes the operations of the API that programs with keys call and that answer once. Answers may grow, so their schemas allow fields that they do not name. */
export function describeOperations(): OperationDescription[] {
  return routes
    .filter(({ streams, keyless, forPeople }) => !streams && !keyless && !forPeople)
    .map((route) => {
      const { name, method, path, summary, warning, scope, local, audit } = route
      const query = toJsonSchema(route.query, 'input')
      return {
        name,
        method,
        path,
        summary,
        scope,
        ...(warning === undefined ? {} : { warning }),
        ...(local === undefined ? {} : { local }),
        queryNames: Object.keys(query.properties ?? {}),
        input: joinInputs(path, query, toJsonSchema(route.body, 'input')),
        output: allowMore(toJsonSchema(shapes[route.answer], 'output')) as ObjectSchema,
        hasSecret: route.sealed === true || /Secret|Url$/.test(route.answer),
        readsOnly: method === 'GET' || audit === 'changes nothing',
        replaces: /PATCH|DELETE/.test(method) || (typeof audit === 'object' && audit.before !== undefined),
        reachesOut: route.delivers === true || route.refusals?.includes('network_unreachable') === true,
      }
    })
}

function joinInputs(path: string, query: ObjectSchema, body: ObjectSchema): ObjectSchema {
  const id = path.includes('{id}') ? { id: { type: 'string' } } : {}
  return {
    type: 'object',
    properties: { ...id, ...query.properties, ...body.properties },
    required: [...Object.keys(id), ...(query.required ?? []), ...(body.required ?? [])],
    additionalProperties: false,
  }
}

/** The schema without `additionalProperties: false`, at any depth. */
function allowMore(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(allowMore)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([name, value]) => name !== 'additionalProperties' || value !== false)
  return Object.fromEntries(kept.map(([name, value]) => [name, allowMore(value)]))
}
