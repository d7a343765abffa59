import { eventTypes } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { refusalCodes } from '../../domain/catalog/refusals.ts'
import { formatErrors, formatEvents } from '../../testing/reference-docs.ts'

const DOCS = '../../../../../docs'

test('the references of errors and events are what the tables say: npm run reference', async () => {
  await expect(formatErrors()).toMatchFileSnapshot(`${DOCS}/errors.md`)
  await expect(formatEvents()).toMatchFileSnapshot(`${DOCS}/events.md`)
})

test('every code and every type is in them once', () => {
  const codesIn = (text: string) => [...text.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, code]) => code)
  expect(codesIn(formatErrors()).toSorted()).toEqual([...refusalCodes].toSorted())
  expect(codesIn(formatEvents()).toSorted()).toEqual([...eventTypes].toSorted())
})
