/** The steps of a developer who generates a client from the API document. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paymentInput } from '@crypto-checkout/core/testing'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, expect, test } from 'vitest'
import { openCheckout } from './testing/checkout-server.ts'

const PACKAGE = join(import.meta.dirname, '..')
/** Within the package, so that its imports find what is installed. */
const folder = join(PACKAGE, 'node_modules/.cache', `generated-${process.pid}`)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CALLS = `import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

type Schemas = components['schemas']

/** A type of event determines its object. */
export function describeEvent(event: Schemas['Event']): string {
  if (event.type === 'payment.completed') return event.data.object.cryptoAmount
  if (event.type === 'refund.failed') return event.data.object.failure ?? ''
  // @ts-expect-error only the object of a payment has it
  return event.data.object.x402Url
}

export const code: Schemas['ErrorCode'] = 'rate_limited'
// @ts-expect-error there is no such code
export const wrong: Schemas['ErrorCode'] = 'rate_limit'

export async function call(baseUrl: string, headers: Record<string, string>, input: Schemas['PaymentInput']) {
  const client = createClient<paths>({ baseUrl, headers })
  const made = await client.POST('/payments', { body: input })
  if (!made.data) throw new Error(made.error.error.code satisfies Schemas['ErrorCode'])
  const payment: Schemas['Payment'] = made.data
  const found = await client.GET('/payments/{id}', { params: { path: { id: payment.id } } })
  const cancelled = await client.POST('/payments/{id}/cancel', { params: { path: { id: payment.id } } })
  // @ts-expect-error there is no such coin
  const refused = await client.POST('/payments', { body: { ...input, cryptocurrency: 'BTC' } })
  return { payment, found: found.data, status: cancelled.data?.status, refused: refused.error?.error.code }
}
`

test('the types of a generated client compile, fit real calls, and refuse wrong ones', async () => {
  const { shop, baseUrl } = await openCheckout()
  const document = (await shop.request('GET', '/openapi.json')).body
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(document)))
  writeFileSync(join(folder, 'calls.ts'), CALLS)
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom']
  const files = ['--types', 'node', '--allowImportingTsExtensions', '--ignoreConfig', join(folder, 'calls.ts')]
  execFileSync(join(PACKAGE, '../../node_modules/.bin/tsc'), [...options, ...files], { cwd: PACKAGE, stdio: 'pipe' })

  const { call } = await import(join(folder, 'calls.ts'))
  const headers = { authorization: `Bearer ${shop.key.publicKey}`, 'x-api-secret': shop.key.secretKey }
  const answer = await call(baseUrl, headers, paymentInput)
  expect(answer).toMatchObject({
    payment: { object: 'payment', amount: 10, status: 'created' },
    found: { id: answer.payment.id },
    status: 'cancelled',
    refused: 'invalid_parameter',
  })
})
