import { eventTypes } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { refusals } from '../domain/catalog/refusals.ts'
import { takesIdempotencyKey } from '../http/route.ts'
import { TEST_WALLET } from '../testing/index.ts'
import { allRoutes, listSchemaFields, openShop } from '../testing/shop.ts'
import { findInputName, inputs } from './inputs.ts'
import { generateOpenApi } from './openapi.ts'
import { listRefusals } from './refusals.ts'

type Schema = Record<string, unknown>
type Parameter = { name: string; in: string; required: boolean; schema: Schema; description?: string }
type Response = { description: string; content: Record<string, { schema: Schema; example?: unknown }> }
type Operation = {
  operationId: string
  security?: unknown
  summary: string
  description: string
  tags: string[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema; example?: unknown } } }
  responses: Record<string, Response>
}
type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  tags: { name: string }[]
  webhooks: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    parameters: Record<string, Parameter>
    headers: Record<string, { description: string }>
    securitySchemes: Record<string, unknown>
  }
  security: Record<string, string[]>[]
}

const document: Document = JSON.parse(generateOpenApi('https://pay.example.com/shop'))
/** The paths below the base addresses: all but the address where programs pay. */
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
  expect(Object.keys(pays?.get?.responses ?? {})).toEqual([
    '200',
    '202',
    '400',
    '402',
    '404',
    '409',
    '410',
    '429',
    '503',
  ])
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
  expect(documented.sort()).toEqual(allRoutes.map(([name]) => name).sort())
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
    'retrieveCustomerReceipts',
    'resendReceipt',
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
    'listSettlementEntries',
    'listLedgerEntries',
    'retrieveReportSummary',
    'exportReportSummary',
    'exportLedger',
    'retrieveMerchant',
    'updateMerchant',
    'previewRoutes',
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
    'previewConnection',
    'createConnection',
    'listConnections',
    'exchangeConnectionCode',
    'endConnection',
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

function resolveParameter(one: Parameter | { $ref: string }): Parameter {
  if (!('$ref' in one)) return one
  const found = document.components.parameters[one.$ref.replace('#/components/parameters/', '')]
  if (!found) throw new Error(`there is no ${one.$ref}`)
  return found
}

describe.each(allRoutes)('%s', (_name, route) => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()]
  if (!operation) throw new Error('not documented')

  test('has the parameters of its schema, each with a type', () => {
    const parameters = operation.parameters.map(resolveParameter)
    const inQuery = parameters.filter((parameter) => parameter.in === 'query')
    expect(inQuery.map((parameter) => parameter.name)).toEqual(listSchemaFields(route.query).map(([name]) => name))
    for (const [name, schema] of listSchemaFields(route.query)) {
      const parameter = inQuery.find((one) => one.name === name)
      expect(parameter?.required).toBe(!schema.safeParse(undefined).success)
      expect([name, parameter?.schema.type]).toEqual([name, expect.toBeOneOf(['string', 'integer', 'boolean'])])
    }
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => parameter.name)).toEqual(route.path.includes('{id}') ? ['id'] : [])
    expect(inPath.every((parameter) => parameter.required)).toBe(true)
    const inHeader = parameters.filter((parameter) => parameter.in === 'header')
    const headers = [
      ...(takesIdempotencyKey(route) ? ['Idempotency-Key'] : []),
      ...(route.streams ? ['Last-Event-ID'] : []),
    ]
    expect(inHeader.map((parameter) => parameter.name)).toEqual(headers)
  })

  test('has the body of its schema by a name, each field with a type', () => {
    const name = findInputName(route)
    expect(operation.requestBody === undefined).toBe(name === null)
    if (!operation.requestBody || name === null) return
    expect(operation.requestBody.content['application/json'].schema).toEqual({ $ref: `#/components/schemas/${name}` })
    const schema = document.components.schemas[name] as Schema & {
      properties: Record<string, Schema>
      required?: string[]
    }
    expect(schema.additionalProperties).toBe(false)
    expect(Object.keys(schema.properties)).toEqual(listSchemaFields(route.body).map(([field]) => field))
    for (const [name, field] of listSchemaFields(route.body)) {
      const required = !field.safeParse(undefined).success
      expect([name, schema.required?.includes(name) ?? false]).toEqual([name, required])
      expect([name, hasType(schema.properties[name])]).toEqual([name, true])
    }
    const isNeeded = listSchemaFields(route.body).some(([, field]) => !field.safeParse(undefined).success)
    expect(operation.requestBody.required).toBe(isNeeded)
  })

  test('answers its shape, and every refusal that it can give by its status', () => {
    const { [route.status]: done, ...refused } = operation.responses
    const shape = `#/components/schemas/${route.answer}`
    if (route.streams) {
      expect(done?.content).toMatchObject({ 'text/event-stream': { schema: { type: 'string' } } })
      expect(done?.description).toContain(shape)
    } else expect(done?.content).toMatchObject({ 'application/json': { schema: { $ref: shape } } })
    const codes = listRefusals(route)
    const statuses = new Set(codes.map((code) => String(refusals[code].status)))
    expect(new Set(Object.keys(refused))).toEqual(statuses)
    const named = Object.entries(refused).flatMap(([status, one]) => {
      const response = resolveResponse(one)
      expect(response.content['application/json']?.schema.$ref).toBe('#/components/schemas/Problem')
      const inIt = [...response.description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)
      return inIt.filter((code) => code !== 'code').map((code) => [status, code])
    })
    expect(named.toSorted()).toEqual(codes.map((code) => [String(refusals[code].status), code]).toSorted())
  })

  test('says more than its scope, has a tag, and examples of its request and its answer', () => {
    const { description, tags } = operation
    expect(description).toContain(route.scope ?? (route.keyless ? 'It takes no keys' : 'Any key'))
    expect(operation.security).toEqual(route.keyless ? [] : undefined)
    expect(description.startsWith(route.description)).toBe(true)
    expect(route.description.length).toBeGreaterThan(10)
    expect(document.tags.map(({ name }) => name)).toContain(tags[0])
    const [media] = Object.values(operation.responses[route.status]?.content ?? {})
    expect(media?.example).toBeDefined()
    if (operation.requestBody) expect(operation.requestBody.content['application/json'].example).toBeDefined()
  })
})

function hasType(schema: Schema | undefined): boolean {
  const { type, $ref, anyOf, const: constant } = schema ?? {}
  return [type, $ref, anyOf, constant].some((one) => one !== undefined)
}

function resolveResponse(one: Response | { $ref: string }): Response {
  if (!('$ref' in one)) return one
  const found = document.components.responses[one.$ref.replace('#/components/responses/', '')]
  if (!found) throw new Error(`there is no ${one.$ref}`)
  return found
}

test('every object, field, parameter and header has a description', () => {
  const { schemas, parameters, headers } = document.components
  const bare = Object.entries(schemas).flatMap(([name, schema]) => [
    ...(schema.description ? [] : [name]),
    ...listBareFields(schema).map((field) => `${name}.${field}`),
  ])
  expect(bare).toEqual([])
  const others = [
    ...Object.values(parameters),
    ...Object.values(headers),
    ...operations.flatMap((one) => one.parameters),
  ]
  expect(others.filter((one) => !('$ref' in one) && !one.description)).toEqual([])
})

test('a description is a few short sentences that begin with a noun', () => {
  const { schemas, parameters, headers } = document.components
  const descriptions = listDescriptions({ schemas, parameters, headers, of: operations.map((one) => one.parameters) })
  expect(descriptions.length).toBeGreaterThan(400)
  expect(descriptions.filter((text) => /^(?:What|Where|Which|Who|How|When|Why)\b/.test(text))).toEqual([])
  const sentences = descriptions.flatMap((text) => text.split(/(?<=[.!?]) (?=[A-Z`\d])/))
  expect(sentences.filter((sentence) => sentence.split(' ').length > 30)).toEqual([])
})

function listDescriptions(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'description' && typeof inner === 'string' ? [inner] : listDescriptions(inner),
  )
}

/** The fields below a schema that have neither a description nor a named object. */
function listBareFields(schema: Schema): string[] {
  const { properties = {}, ...others } = schema as { properties?: Record<string, Schema> }
  const own = Object.entries(properties).flatMap(([name, field]) => [
    ...(field.description || field.$ref ? [] : [name]),
    ...listBareFields(field).map((inner) => `${name}.${inner}`),
  ])
  const inner = Object.values(others).flatMap((value) => [value].flat())
  return [
    ...own,
    ...inner.flatMap((value) => (typeof value === 'object' && value !== null ? listBareFields(value as Schema) : [])),
  ]
}

test('answers may grow, and inputs take what they name', () => {
  const closed = Object.entries(document.components.schemas).filter(([, schema]) =>
    nodesOf(schema).some((node) => node.additionalProperties === false),
  )
  expect(closed.map(([name]) => name).toSorted()).toEqual(Object.keys(inputs).toSorted())
})

test('every list says of what it is', () => {
  const lists = nodesOf(document).filter(({ type }) => [type].flat().includes('array'))
  expect(lists.length).toBeGreaterThan(20)
  expect(lists.filter(({ items }) => !items)).toEqual([])
})

test('every whole number in a body may be text of digits', () => {
  const bodies = Object.keys(inputs).map((name) => document.components.schemas[name])
  const whole = bodies.flatMap((body) => nodesOf(body)).filter(({ type }) => type === 'integer')
  const asText = bodies.flatMap((body) => nodesOf(body)).filter(({ pattern }) => pattern === '^-?\\d{1,15}$')
  expect(whole.length).toBeGreaterThan(5)
  expect(asText).toHaveLength(whole.length)
})

test('times have a format and no pattern', () => {
  const times = nodesOf(document).filter((node) => node.format === 'date-time')
  expect(times.length).toBeGreaterThan(20)
  for (const time of times) expect(time).not.toHaveProperty('pattern')
})

function nameIn(schema: Schema | undefined): string {
  return String(schema?.$ref).replace('#/components/schemas/', '')
}

test('a webhook is described for each type of event, with the object that the type has', () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventTypes])
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const name = nameIn(post.requestBody?.content['application/json'].schema)
    const event = document.components.schemas[name] as {
      properties: Record<string, { enum: string[]; properties: Record<string, Schema> }>
    }
    expect(event.properties.type?.enum).toContain(type)
    expect(nameIn(event.properties.data?.properties.object).toLowerCase()).toBe(type.split('.')[0])
    const mapping = { [type]: `#/components/schemas/${name}` }
    expect(document.components.schemas.Event).toMatchObject({ discriminator: { propertyName: 'type', mapping } })
    expect(post.description.length).toBeGreaterThan(10)
  }
})

test('every code of an error is named with its status and meaning', () => {
  const { enum: codes, 'x-enumDescriptions': meanings } = document.components.schemas.ErrorCode as {
    enum: string[]
    'x-enumDescriptions': Record<string, string>
  }
  expect(codes).toEqual(Object.keys(refusals))
  expect(Object.keys(meanings)).toEqual(codes)
  for (const meaning of Object.values(meanings)) expect(meaning).toMatch(/^[45]\d\d: [A-Z\x60].*\.$/)
})

test('the headers are those that the server sends', async () => {
  const shop = await openShop({ plans: { sandbox: 3 } })
  const sent = new Set<string>()
  const body = { amount: 1, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: TEST_WALLET }
  const ask = async (key: string) => {
    const answer = await shop.request('POST', '/sandbox/v1/payments', { body, headers: { 'idempotency-key': key } })
    for (const name of Object.keys(answer.headers)) sent.add(name)
    return answer.status
  }
  expect([await ask('a'), await ask('a'), await ask('b'), await ask('c')]).toEqual([201, 201, 201, 429])
  const documented = Object.keys(document.components.headers).map((name) => name.toLowerCase())
  const other = ['cache-control', 'content-type', 'x-content-type-options']
  expect([...sent].filter((name) => !other.includes(name)).toSorted()).toEqual(documented.toSorted())
})

test('says the limits of the query parameters', () => {
  const list = (document.paths['/payments']?.get?.parameters ?? []).map(resolveParameter)
  const schemaOf = (name: string) => list.find((parameter) => parameter.name === name)?.schema
  expect(schemaOf('limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 })
  expect(schemaOf('status')).toMatchObject({ enum: expect.arrayContaining(['created', 'expired']) })
  expect(schemaOf('created_gte')).toMatchObject({ type: 'string' })
  const events = (document.paths['/events']?.get?.parameters ?? []).map(resolveParameter)
  expect(events.find((parameter) => parameter.name === 'after')?.schema).toMatchObject({ type: 'integer', minimum: 0 })
})

test('answers name one another instead of repeating themselves', () => {
  const { schemas } = document.components
  expect(schemas.PaymentList).toMatchObject({
    properties: { data: { items: { $ref: '#/components/schemas/Payment' } } },
  })
  expect(schemas.EventList).toMatchObject({ properties: { data: { items: { $ref: '#/components/schemas/Event' } } } })
})
