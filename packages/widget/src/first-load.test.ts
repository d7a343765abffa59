import { expect, test } from 'vitest'
import { buildParts } from './testing/built-scripts.ts'

test('what a page loads first is one script, of Lit, the QR encoder and the element itself', async () => {
  const parts = await buildParts()
  const element = parts.find(({ fileName }) => fileName === 'crypto-checkout.js')
  if (element?.type !== 'chunk') throw new Error('there is no crypto-checkout.js')
  expect(element.imports).toEqual([])
  const packages = element.moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
  expect(new Set(packages)).toEqual(new Set(['@lit/reactive-element', 'lit', 'lit-element', 'lit-html', 'qrcode']))
})
