import { expect, test } from 'vitest'
import { listChanges } from './changes.ts'

test('what was made has no values before, and what was deleted has none after', () => {
  expect(listChanges({ before: null, after: { name: 'Till', scopes: ['payments:read'] } })).toEqual([
    { field: 'name', before: null, after: 'Till' },
    { field: 'scopes', before: null, after: '["payments:read"]' },
  ])
  expect(listChanges({ before: { url: 'https://shop.example' }, after: null })).toEqual([
    { field: 'url', before: 'https://shop.example', after: null },
  ])
})

test('each field is listed once, and no value is not the text "null"', () => {
  expect(listChanges({ before: { accent: null }, after: { accent: '#0a7d4f' } })).toEqual([
    { field: 'accent', before: null, after: '#0a7d4f' },
  ])
  expect(listChanges({ before: null, after: null })).toEqual([])
})
