import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parts } from './parts.ts'

const CORE = join(import.meta.dirname, '../../packages/core/src')

test.each(parts)('$name can be left out', ({ file, edit: [text] }) => {
  expect(readFileSync(join(CORE, file), 'utf8').split(text)).toHaveLength(2)
})
