import { describe, expect, test } from 'vitest'
import { listSchemaFields, namedRoutes, openShop } from '../testing/shop.ts'
import { generateOpenApi } from './openapi.ts'

type Schema = Record<string, unknown>
type Parameter = { name: string; in: string; required: boolean; schema: Schema; description?: string }
type Operation = {
  operationId: string
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>
}
type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> }
  security: Record<string, string[]>[]
}

const document: Document = JSON.parse(generateOpenApi('https://pay.example.com/shop'))
/** What is below the base addresses: all but the address where programs pay. */
const { '/pay/{id}': pays, ...paths } = document.paths
const operations = Object.values(paths).flatMap((methods) => Object.values(methods))

function nodesOf(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : [value as Schema]), ...Object.values(value).flatMap(nodesOf)]
}

test('is served and names both base addresses', async () => {
  const shop = await openShop({ publicUrl: 'https://pay.example.com/shop/' })
  const answer = await shop.request('GET', '/openapi.json')
  expect(answer.body).toEqual(document)
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.servers.map((server) => server.url)).toEqual([
    'https://pay.example.com/shop/v1',
    'https://pay.example.com/shop/sandbox/v1',
  ])
})

test('says where programs pay, what they find there, and that it needs no key', () => {
  const info = { offers: [{ intent: 'charge', method: 'evm', amount: null, currency: 'USDC' }] }
  expect(pays).toMatchObject({
    servers: [{ url: 'https://pay.example.com/shop' }],
    get: { security: [], 'x-payment-info': info },
    post: { security: [], 'x-payment-info': info },
  })
  expect(Object.keys(pays?.get?.responses ?? {})).toEqual(['200', '202', '402', '410', 'default'])
})

test('a text for programs says how they pay, with the addresses of this checkout', async () => {
  const shop = await openShop({ publicUrl: 'https://pay.example.com/shop/' })
  const { headers, body } = await shop.request('GET', '/llms.txt', { key: null })
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toMatch(/^# .*\n\n> /)
  expect(body).toContain('https://pay.example.com/shop/pay/<id>')
})

test('every reference leads somewhere, and every security scheme exists', () => {
  const references = nodesOf(document).flatMap((node) => (typeof node.$ref === 'string' ? [node.$ref] : []))
  expect(references.length).toBeGreaterThan(0)
  for (const reference of references) {
    const path = reference.replace(/^#\//, '').split('/')
    const found = path.reduce<unknown>((node, part) => (node as Schema | undefined)?.[part], document)
    expect([reference, typeof found]).toEqual([reference, 'object'])
  }
  const schemes = document.security.flatMap((one) => Object.keys(one))
  expect(Object.keys(document.components.securitySchemes)).toEqual(schemes)
})

test('holds no schema from outside and nothing that JSON Schema does not know', () => {
  for (const node of nodesOf(document)) {
    expect(node).not.toHaveProperty('$schema')
    expect(node).not.toHaveProperty('~standard')
  }
})

test('the routes are in it, all and no others', () => {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(namedRoutes.map(([name]) => name).sort())
})

test('operations have names of their own, as a client generated from it would call them', () => {
  expect(operations.map((operation) => operation.operationId)).toEqual([
    'createPayment',
    'listPayments',
    'exportPayments',
    'retrievePayment',
    'cancelPayment',
    'choosePaymentMethod',
    'acceptPayment',
    'listPaymentMethods',
    'retrieveOverview',
    'createPaymentLink',
    'listPaymentLinks',
    'retrievePaymentLink',
    'updatePaymentLink',
    'listTransfers',
    'retrieveTransfer',
    'assignTransfer',
    'createRefund',
    'listRefunds',
    'retrieveRefund',
    'cancelRefund',
    'listEvents',
    'streamEvents',
    'retrieveEvent',
    'createWebhook',
    'listWebhooks',
    'retrieveWebhook',
    'updateWebhook',
    'deleteWebhook',
    'rotateWebhook',
    'pingWebhook',
    'listWebhookDeliveries',
    'resendFailedDeliveries',
    'rotateWebhookSecret',
    'listDeliveries',
    'listPaymentDeliveries',
    'retrieveDelivery',
    'resendDelivery',
    'createSettlements',
    'listSettlements',
    'retrieveSettlement',
    'retrieveMerchant',
    'updateMerchant',
    'updateSettings',
    'challengeWallet',
    'proveWallet',
    'retrieveNetworkStatus',
    'listRequests',
    'createKey',
    'listKeys',
    'retrieveKey',
    'revokeKey',
    'retrieveOwnKey',
    'rotateKey',
    'listUsers',
    'updateUser',
    'removeUser',
    'createInvitation',
    'listInvitations',
    'deleteInvitation',
    'listAudit',
    'exportAudit',
    'payTestPayment',
    'expireTestPayment',
  ])
})

describe.each(namedRoutes)('%s', (_name, route) => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()]
  if (!operation) throw new Error('not documented')

  test('has the parameters of its schema, each with a type', () => {
    const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
    expect(inQuery.map((parameter) => parameter.name)).toEqual(listSchemaFields(route.query).map(([name]) => name))
    for (const [name, schema] of listSchemaFields(route.query)) {
      const parameter = inQuery.find((one) => one.name === name)
      expect(parameter?.required).toBe(!schema.safeParse(undefined).success)
      expect([name, parameter?.schema.type]).toEqual([name, expect.toBeOneOf(['string', 'integer'])])
    }
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => parameter.name)).toEqual(route.path.includes('{id}') ? ['id'] : [])
    expect(inPath.every((parameter) => parameter.required)).toBe(true)
    const inHeader = operation.parameters.filter((parameter) => parameter.in === 'header')
    const headers = [
      ...(route.method === 'POST' ? ['Idempotency-Key'] : []),
      ...(route.streams ? ['Last-Event-ID'] : []),
    ]
    expect(inHeader.map((parameter) => parameter.name)).toEqual(headers)
  })

  test('has the body of its schema, each field with a type', () => {
    expect(operation.requestBody === undefined).toBe(route.method === 'GET')
    const schema = operation.requestBody?.content['application/json'].schema as
      | { properties: Record<string, Schema>; required?: string[]; additionalProperties: unknown }
      | undefined
    if (!schema) return
    expect(schema.additionalProperties).toBe(false)
    expect(Object.keys(schema.properties)).toEqual(listSchemaFields(route.body).map(([name]) => name))
    for (const [name, field] of listSchemaFields(route.body)) {
      const required = !field.safeParse(undefined).success
      expect([name, schema.required?.includes(name) ?? false]).toEqual([name, required])
      const types = [schema.properties[name]?.type].flat()
      expect([name, types.map((type) => typeof type)]).toEqual([name, types.map(() => 'string')])
    }
  })

  test('answers its shape, and problems', () => {
    const { [route.status]: done, default: refused } = operation.responses
    expect(Object.keys(operation.responses)).toHaveLength(2)
    expect(refused?.content['application/json']?.schema.$ref).toBe('#/components/schemas/Problem')
    const shape = `#/components/schemas/${route.answer}`
    if (route.streams) {
      expect(done?.content).toEqual({ 'text/event-stream': { schema: { type: 'string' } } })
      expect(done?.description).toContain(shape)
    } else expect(done?.content).toEqual({ 'application/json': { schema: { $ref: shape } } })
    expect(operation.description).toContain(route.scope ?? 'Any key')
  })
})

test('says the limits of the query parameters', () => {
  const list = document.paths['/payments']?.get?.parameters ?? []
  const schemaOf = (name: string) => list.find((parameter) => parameter.name === name)?.schema
  expect(schemaOf('limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 })
  expect(schemaOf('status')).toMatchObject({ enum: expect.arrayContaining(['created', 'expired']) })
  expect(schemaOf('created_gte')).toMatchObject({ type: 'string' })
  const events = document.paths['/events']?.get?.parameters ?? []
  expect(events.find((parameter) => parameter.name === 'after')?.schema).toMatchObject({ type: 'integer', minimum: 0 })
})

test('answers name one another instead of repeating themselves', () => {
  const { schemas } = document.components
  expect(schemas.PaymentList).toMatchObject({
    properties: { data: { items: { $ref: '#/components/schemas/Payment' } } },
  })
  expect(schemas.EventList).toMatchObject({ properties: { data: { items: { $ref: '#/components/schemas/Event' } } } })
})
