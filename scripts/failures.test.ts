import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countBrowserTests, countCheck, countVitest, describeFailures } from './failures.ts'

const here = (path: string) => join(process.cwd(), path)
const describe = (name: string, count: ReturnType<typeof countCheck>) => describeFailures([{ name, count }])

test('a check that fails is named with the first line that says why, and the line before', () => {
  const output =
    'the element\n  Size limit: 27 kB\n\nthe till\n\u001b[31m  Package size limit has exceeded by 1 kB\u001b[39m\n'
  expect(describe('sizes', countCheck({ code: 1, output }))).toEqual([
    'sizes: the till / Package size limit has exceeded by 1 kB',
  ])
  expect(describe('unused', countCheck({ code: 1, output: 'Unused files (1)\nsrc/old.ts\n' }))).toEqual([
    'unused: Unused files (1) / src/old.ts',
  ])
  expect(describe('types', countCheck({ code: 2, output: '' }))).toEqual(['types: it said nothing'])
  expect(countCheck({ code: 0, output: 'an error was found, and mended' })).toEqual({
    ...{ passed: 1, failed: 0, failures: [] },
  })
})

test('each failed test in Node is named, and a file that cannot be read', () => {
  const report = JSON.stringify({
    ...{ numPassedTests: 7, numFailedTests: 1 },
    testResults: [
      {
        name: here('e2e/src/a.test.ts'),
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'it opens', failureMessages: [] },
          { status: 'failed', fullName: 'it closes', failureMessages: ['Error: it is open\n    at a.test.ts:3'] },
        ],
      },
      { name: here('e2e/src/b.test.ts'), message: 'Unexpected token', assertionResults: [] },
    ],
  })
  const count = countVitest(report, { code: 1, output: '' })
  expect(count).toMatchObject({ passed: 7, failed: 1 })
  expect(describe('Node', count)).toEqual([
    'Node: e2e/src/a.test.ts: it closes: Error: it is open',
    'Node: e2e/src/b.test.ts: Unexpected token',
  ])
})

test('a runner that fails without a failed test has failed, and is quoted', () => {
  const report = JSON.stringify({ numPassedTests: 7, numFailedTests: 0, testResults: [] })
  const output = ' ✓ it ends with an error\n\nUnhandled Errors\nTypeError: it has no name\n'
  expect(describe('Node', countVitest(report, { code: 1, output }))).toEqual([
    'Node: Unhandled Errors / TypeError: it has no name',
  ])
  expect(countVitest(report, { code: 0, output: '' })).toEqual({ passed: 7, failed: 0, failures: [] })
  expect(countVitest(null, { code: 0, output: 'killed' })).toMatchObject({ passed: 0, failed: 1 })
})

test('each failed test in a browser is named, and a file that cannot be loaded', () => {
  const report = JSON.stringify([
    { file: here('a.browser.test.ts'), passed: 3, errors: [], failed: [{ name: 'link > opens', error: 'it is shut' }] },
    { file: here('b.browser.test.ts'), passed: 0, errors: ['Could not import your test module.'], failed: [] },
  ])
  const count = countBrowserTests(report, { code: 1, output: '' })
  expect(count).toMatchObject({ passed: 3, failed: 1 })
  expect(describe('Chromium', count)).toEqual([
    'Chromium: a.browser.test.ts: link > opens: it is shut',
    'Chromium: b.browser.test.ts: Could not import your test module.',
  ])
  expect(countBrowserTests('[]', { code: 0, output: '' })).toMatchObject({ passed: 0, failed: 1 })
})

test('there are at most twenty lines, each of at most 400 characters', () => {
  const count = { passed: 0, failed: 30, failures: Array.from({ length: 30 }, (_, index) => `${index} `.repeat(900)) }
  const lines = describe('Node', count)
  expect(lines).toHaveLength(20)
  expect(lines.at(-1)).toBe('11 more failures')
  expect(Math.max(...lines.map(({ length }) => length))).toBe(400)
})
