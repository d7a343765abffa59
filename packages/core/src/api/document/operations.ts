/** The operations of the API document. */
import { type Route, takesIdempotencyKey } from '../../http/route.ts'
import { findInputName } from '../inputs.ts'
import type { RouteGroup } from '../routes.ts'
import { findExample } from './examples.ts'
import type { createResponses } from './responses.ts'
import { createQuerySchema, refer } from './schemas.ts'

type Json = { readonly [name: string]: unknown }

/** Parameters that many operations have. */
export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Repeats of the request within 24 hours are answered as the first one was',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-1001',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description:
      'The id of the last message that was received: the stream continues after it. Browsers send it by themselves',
    schema: { type: 'string', pattern: '^[0-9]{1,15}$' },
    example: '41',
  },
}

export function createPaths(
  groups: readonly RouteGroup[],
  responses: ReturnType<typeof createResponses>,
): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const { name: tag, routes } of groups) {
    for (const route of routes) {
      const operation = { tags: [tag], ...describeOperation(route), responses: responses.describe(route) }
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation }
    }
  }
  return paths
}

function describeOperation(route: Route): Json {
  const body = describeBody(route)
  return {
    operationId: route.name,
    summary: route.summary,
    description: describe(route),
    parameters: listParameters(route),
    ...(body ? { requestBody: body } : {}),
    ...(route.keyless ? { security: [] } : {}),
  }
}

const reauthentications = {
  always: 'Users show a password or passkey again if that was more than ten minutes ago',
  sometimes: 'For some values users show a password or passkey again if that was more than ten minutes ago',
} as const

/** Describes a route: its own words, and then what follows from it. */
function describe({ description, scope, warning, reauthentication, local, keyless }: Route): string {
  const rules = [
    warning && `**${warning.replace(/\.$/, '')}.**`,
    reauthentication && `${reauthentications[reauthentication]}.`,
    local && 'It exists in the sandbox on local networks only.',
    keyless ? 'It takes no keys.' : scope ? `Scope: \`${scope}\`.` : 'Any key may call it.',
  ]
  return [description, ...rules.filter((one) => one !== undefined)].join('\n\n')
}

function listParameters(route: Route): Json[] {
  const query = createQuerySchema(route.query)
  const inQuery = Object.entries(query.properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: query.required.includes(name),
    description,
    schema,
  }))
  const inHeader = [
    ...(takesIdempotencyKey(route) ? ['IdempotencyKey'] : []),
    ...(route.streams ? ['LastEventId'] : []),
  ]
  return [...describeId(route), ...inQuery, ...inHeader.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}

function describeId({ path, name }: Route): Json[] {
  if (!path.includes('{id}')) return []
  const { id } = findExample(name)
  const prefix = id?.slice(0, id.indexOf('_') + 1)
  return [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: `Id of the object, ${prefix}...`,
      schema: { type: 'string' },
      example: id,
    },
  ]
}

function describeBody(route: Route): Json | null {
  const name = findInputName(route)
  if (name === null) return null
  const { shape } = route.body as unknown as { readonly shape: Record<string, Route['body']> }
  const required = Object.values(shape).some((field) => !field.safeParse(undefined).success)
  return { required, content: { 'application/json': { schema: refer(name), example: findExample(route.name).body } } }
}
