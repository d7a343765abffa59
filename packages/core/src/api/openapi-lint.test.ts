/** Findings of others' tools in the API document. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { generateOpenApi } from './openapi.ts'

// A rule refuses example.com.
const text = generateOpenApi('https://pay.shop.test/checkout')

test('Redocly finds nothing, by its strict rules', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer])).toEqual([])
})

test('the schema of OpenAPI 3.1 takes it', async () => {
  expect(await new Validator().validate(JSON.parse(text))).toMatchObject({ valid: true })
})

test('it is small enough to be read at once', () => {
  expect(Buffer.byteLength(text)).toBeLessThan(430_000)
})
