import { expect, test } from 'vitest'
import { createPageHeaders } from './visit.ts'

test('without frame ancestors nobody may frame the page', () => {
  const headers = createPageHeaders()
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['cache-control']).toBe('no-store')
})

test('named origins may frame the page, and only they', () => {
  const headers = createPageHeaders({ frameAncestors: ['https://shop.example.com', 'http://localhost:8080'] })
  expect(headers['content-security-policy']).toContain(
    'frame-ancestors https://shop.example.com http://localhost:8080;',
  )
  expect(headers).not.toHaveProperty('x-frame-options')
})

test('the policy allows neither inline scripts nor inline styles nor other origins', () => {
  const policy = createPageHeaders()['content-security-policy']
  expect(policy).toMatch(/^default-src 'none';/)
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  expect(policy).toContain("require-trusted-types-for 'script'")
})

test.each(["'self'; script-src *", 'https://a.example b', 'shop.example.com', ''])(
  '%j is refused as an origin',
  (origin) => {
    expect(() => createPageHeaders({ frameAncestors: [origin] })).toThrow(RangeError)
  },
)
