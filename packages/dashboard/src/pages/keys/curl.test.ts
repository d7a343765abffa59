import { expect, test } from 'vitest'
import { formatCurl } from './curl.ts'

const pair = { publicKey: 'pk_test_1', secretKey: 'sk_test_2', scopes: null, requireSignature: false }
const base = 'https://pay.example.com/sandbox/v1'

test('the command of a key that may do everything asks who it is', () => {
  expect(formatCurl(base, pair)?.split('\n')).toEqual([
    'curl https://pay.example.com/sandbox/v1/merchant \\',
    "  -H 'Authorization: Bearer pk_test_1' \\",
    "  -H 'X-Api-Secret: sk_test_2'",
  ])
})

test('the command reads what the key may read', () => {
  expect(formatCurl(base, { ...pair, scopes: ['webhooks:resend', 'refunds:write'] })).toContain('/v1/refunds ')
  expect(formatCurl(base, { ...pair, scopes: ['payments:create'] })).toBeNull()
})
