import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatConfigReference } from './config-reference.ts'
import { createConfigSchema } from './settings.ts'

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../crypto-checkout.config.schema.json'), 'utf8'),
) as Record<string, unknown>

test('the published schema is the one that configurations are checked with: else run config-schema', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(createConfigSchema())))
})

test('the published reference has every key with its description: else run config-schema', () => {
  const reference = readFileSync(join(import.meta.dirname, '../../../../docs/configuration.md'), 'utf8')
  expect(reference).toBe(formatConfigReference(createConfigSchema()))
})

test('keys of which one is enough are not called required each', () => {
  const rows = formatConfigReference(createConfigSchema()).split('\n')
  const endings = ['env', 'file', 'merchant'].map((name) =>
    rows.find((row) => row.startsWith(`| \`refundKey.${name}\``))?.replace(/.*\. (?=[A-Z])/, ''),
  )
  const either = 'One of `env` and `file` is required. |'
  expect(endings).toEqual([either, either, 'Required. |'])
})

test('it knows the keys of a configuration, its own included, and no others', () => {
  expect(Object.keys(published.properties as object)).toEqual(
    expect.arrayContaining(['$schema', 'publicUrl', 'database', 'rates', 'sandbox', 'production', 'trustProxy']),
  )
  expect(published.additionalProperties).toBe(false)
  expect(published.required).toBeUndefined()
})
