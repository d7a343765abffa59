import { z } from 'zod'
import type { Route } from '../http/route.ts'
import { problemShape, shapes } from '../http/shapes.ts'
import { toJsonSchema } from './operation-schemas.ts'
import { routes } from './routes.ts'

/** OpenAPI 3.1 of both base addresses, generated from the table that serves the requests. */
export function generateOpenApi(publicUrl: string): string {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) }
  }
  paths['/pay/{id}'] = describePayAddress(publicUrl)
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Crypto Checkout', version: '1', description: 'Stablecoin payments straight to your wallet.' },
    servers: [
      { url: `${publicUrl}/v1`, description: 'Production' },
      { url: `${publicUrl}/sandbox/v1`, description: 'Sandbox' },
    ],
    security: [{ publicKey: [], secretKey: [] }, { session: [] }],
    paths,
    components: { securitySchemes, schemas: componentSchemas() },
  })
}

/** A payment's own address, below no base address: programs find it here, and what it costs in its answer. */
function describePayAddress(publicUrl: string): Record<string, unknown> {
  const view = { description: 'The public view of the payment', content: json({ type: 'object' }) }
  const response = (description: string, headers: readonly string[] = []) => ({
    ...view,
    description,
    headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])),
  })
  const operation = (operationId: string, summary: string) => ({
    ...{ operationId, summary, description: 'x402 version 2, scheme exact. Needs no key', security: [] },
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      {
        ...{ name: 'PAYMENT-SIGNATURE', in: 'header', required: false, schema: { type: 'string' } },
        description: 'JSON in base64: what the payer signed. Without it, nothing is paid',
      },
    ],
    'x-payment-info': { offers: [{ intent: 'charge', method: 'evm', amount: null, currency: 'USDC' }] },
    responses: {
      200: response('Paid', ['PAYMENT-RESPONSE']),
      202: response('Signed, and on its way: do not sign again', ['Location', 'Retry-After']),
      402: response('Payment required', ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE']),
      410: response('Expired or cancelled'),
      default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Problem' }) },
    },
  })
  return {
    servers: [{ url: publicUrl }],
    get: operation('readPaymentOrPay', 'Says what a payment accepts, or pays it'),
    post: operation('pay', 'The same'),
  }
}

const securitySchemes = {
  publicKey: { type: 'http', scheme: 'bearer', description: 'Your public key, pk_...' },
  secretKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Secret',
    description:
      'Your secret key, sk_... A request may be signed, and must be where the pair says so: `X-Service-Timestamp` is the ' +
      'time in milliseconds, and `X-Service-Signature` the HMAC-SHA256 of `<timestamp>.<METHOD>.<path>.<body>` with this ' +
      'key, in hexadecimal digits. The path begins with `/v1`, in the sandbox too, and ends before the query.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-checkout_session',
    description:
      'The session of a user, for pages of the checkout itself. The header `X-Merchant` names the merchant, if the user ' +
      'belongs to several. The scopes are those of the role.',
  },
}

/** The shapes, each once: they refer to one another. */
function componentSchemas() {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries({ ...shapes, Problem: problemShape })) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io: 'output', uri: (id) => `#/components/schemas/${id}` })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]))
}

function operation(route: Route) {
  return {
    operationId: route.name,
    summary: route.summary,
    description: describe(route),
    parameters: parameters(route),
    ...(route.method === 'GET' ? {} : { requestBody: requestBody(route) }),
    responses: {
      [route.status]: route.streams ? streamed(route) : done(route),
      default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Problem' }) },
    },
  }
}

function done({ answer }: Route) {
  return { description: 'Done', content: json({ $ref: `#/components/schemas/${answer}` }) }
}

/** OpenAPI 3.1 cannot say what the messages of a stream contain, other than in words. */
function streamed({ answer }: Route) {
  const description = `Server-sent events that go on. The data of each is JSON: #/components/schemas/${answer}`
  return { description, content: { 'text/event-stream': { schema: { type: 'string' } } } }
}

const reauthentications = {
  always: 'Users show a password or passkey again if that was more than ten minutes ago',
  sometimes: 'For some values users show a password or passkey again if that was more than ten minutes ago',
} as const

function describe({ scope, warning, reauthentication, local }: Route): string {
  const again = reauthentication && reauthentications[reauthentication]
  const sentences = [
    scope ? `Scope: \`${scope}\`` : 'Any key',
    warning,
    again,
    local && 'In the sandbox on local networks only',
  ]
  return sentences.filter((one) => one !== undefined).join('. ')
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeats of the request within 24 hours are answered as the first one was',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'The id of the last message that was received: the stream continues after it. Browsers send it by themselves',
  schema: { type: 'string' },
}

function parameters(route: Route) {
  const query = toJsonSchema(route.query, 'input')
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }))
  const inPath = route.path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
    : []
  const inHeader = [...(route.method === 'POST' ? [idempotencyKey] : []), ...(route.streams ? [lastEventId] : [])]
  return [...inPath, ...inQuery, ...inHeader]
}

function requestBody(route: Route) {
  const schema = toJsonSchema(route.body, 'input')
  return { required: (schema.required?.length ?? 0) > 0, content: json(schema) }
}

function json(schema: unknown) {
  return { 'application/json': { schema } }
}
