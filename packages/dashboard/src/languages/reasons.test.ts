import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { patterns } from './reasons.ts'

const core = join(import.meta.dirname, '../../../core/src')
const sources = readdirSync(core, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  .map((name) => readFileSync(join(core, name), 'utf8'))
  .join('\n')

/** The longest part of a pattern that is plain text. */
function findPlainPart(pattern: RegExp): string {
  const parts = pattern.source.replaceAll(/\\[dwS]|\?:/g, '|').split(/[^\w ,:'-]+/)
  return parts.toSorted((a, b) => b.length - a.length)[0] ?? ''
}

/** The bounds of a link's amount are put together. */
const BUILT = ['must be from ']

test('the API still words each reason as it is known here', () => {
  const parts = Object.values(patterns).map(findPlainPart)
  expect(parts.filter((part) => part.length < 8 || !sources.includes(part))).toEqual(BUILT)
})
