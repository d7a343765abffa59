import { expect, test } from 'vitest'
import { z } from 'zod'
import { noInput } from './fields.ts'
import { defineRoute } from './route.ts'

const route = {
  name: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: '',
  description: '',
  scope: 'webhooks:write',
  query: noInput,
  answer: 'WebhookWithSecret',
  status: 201,
  audit: { object: 'webhook', after: () => ({}) },
} as const
const url = z.strictObject({ url: z.string() })

test('a change that answers a secret, or takes a target, does not compile without re-authentication', () => {
  const target = { ...route, body: url, handle: async () => ({ id: 'wh_1' }) }
  const secret = { ...route, body: noInput, handle: async () => ({ secret: 'whsec_' }) }
  const sealed = { ...route, body: noInput, sealed: true, handle: async () => ({ id: 'wh_1' }) } as const
  // @ts-expect-error It takes a URL.
  defineRoute(target)
  // @ts-expect-error It answers a secret.
  defineRoute(secret)
  // @ts-expect-error It decides by itself, though it answers a secret.
  defineRoute({ ...secret, reauthentication: 'sometimes' })
  // @ts-expect-error Its answer is sealed.
  defineRoute(sealed)
  const guarded = [
    defineRoute({ ...target, reauthentication: 'sometimes' }),
    defineRoute({ ...secret, reauthentication: 'always' }),
    defineRoute({ ...sealed, reauthentication: 'always' }),
    defineRoute({ ...target, audit: 'changes nothing' }),
  ]
  expect(guarded.map(({ reauthentication }) => reauthentication)).toEqual(['sometimes', 'always', 'always', undefined])
})
