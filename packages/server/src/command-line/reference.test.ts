import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../commands/table.ts'
import { formatReference } from './reference.ts'

test('the published reference is that of the program: else run command-reference', () => {
  const published = readFileSync(join(import.meta.dirname, '../../../../docs/commands.md'), 'utf8')
  expect(published).toBe(formatReference(commands))
  for (const name of Object.keys(commands)) expect(published).toContain(`\n### ${name}\n`)
})
