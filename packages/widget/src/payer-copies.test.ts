import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const core = join(import.meta.dirname, '../../core/src')

// The element takes types only from the service, so that none of it can slip into the browser.
// What both must say in the same words is carried by both, and held together here.
test.each([
  'page/phase.ts',
  'page/texts.ts',
  'page/format.ts',
  'page/icons.ts',
  'page/card.css.ts',
  'qr/qr-content.ts',
])('the page and the element have the same %s', (path) => {
  const name = path.slice(path.indexOf('/') + 1)
  expect(readFileSync(join(import.meta.dirname, 'payer', name), 'utf8')).toBe(readFileSync(join(core, path), 'utf8'))
})
