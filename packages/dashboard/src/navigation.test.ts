import { expect, test } from 'vitest'
import { findPage } from './navigation.ts'

const find = (path: string) => {
  const found = findPage(path)
  return found && [found.page.path, found.id]
}

test('an address names a page, and what the page shows', () => {
  expect(find('webhooks')).toEqual(['webhooks', ''])
  expect(find('webhooks/wh_01kdvdna00etx88exynx90r6ky')).toEqual(['webhooks/:id', 'wh_01kdvdna00etx88exynx90r6ky'])
  expect(find('nothing')).toBe(null)
})

// Pages put the id into the path of requests, which the browser would resolve.
test.each([
  '..',
  '.',
  '%',
  '%E0%A4%A',
  '%2e%2e',
  '%2e%2e%2fkeys',
  'wh_1%2F..%2F..',
  'wh_1?a=b',
  'wh_1%23',
  'wh_1/x',
  '',
])('an address cannot name %j', (id) => {
  expect(find(`webhooks/${id}`)).toBe(null)
})
