import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countCheck, countPhpunit, countTests, describeFailures, replaceFile, type TestFile } from './failures.ts'

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
    ...{ passed: 1, failed: 0, failures: [], files: [] },
  })
})

const open: TestFile = {
  ...{ file: here('e2e/src/a.test.ts'), project: 'e2e', errors: [], passed: 7 },
  failed: [{ name: 'it closes', error: 'Error: it is open\n    at a.test.ts:3' }],
}
const unreadable: TestFile = { file: here('e2e/src/b.test.ts'), errors: ['Unexpected token'], passed: 0, failed: [] }

test('each failed test is named, and a file that cannot be read', () => {
  const count = countTests(JSON.stringify([open, unreadable]), { code: 1, output: '' })
  expect(count).toMatchObject({ passed: 7, failed: 2, files: [open, unreadable] })
  expect(describe('Node', count)).toEqual([
    'Node: e2e/src/a.test.ts: it closes: Error: it is open',
    'Node: e2e/src/b.test.ts: Unexpected token',
  ])
})

test('an error outside of tests has failed, whatever passed', () => {
  const outside: TestFile = { file: '', errors: ['TypeError: it has no name\n    at x.ts:1'], passed: 0, failed: [] }
  const count = countTests(JSON.stringify([{ ...open, failed: [] }, outside]), { code: 1, output: '' })
  expect(count).toMatchObject({ passed: 7, failed: 1 })
  expect(describe('Node', count)).toEqual(['Node: TypeError: it has no name'])
})

test('a runner that fails without a failure has failed, and is quoted; so has one without tests', () => {
  const report = JSON.stringify([{ ...open, failed: [] }])
  const output = ' ✓ it ends with an error\n\nUnhandled Errors\nTypeError: it has no name\n'
  const count = countTests(report, { code: 1, output })
  expect(count).toMatchObject({ passed: 7, failed: 1 })
  expect(describe('Node', count)).toEqual(['Node: Unhandled Errors / TypeError: it has no name'])
  expect(countTests(report, { code: 0, output: '' })).toEqual({ passed: 7, failed: 0, failures: [], files: [] })
  expect(countTests(null, { code: 0, output: 'killed' })).toMatchObject({ passed: 0, failed: 1 })
  expect(countTests('[]', { code: 0, output: '' })).toMatchObject({ passed: 0, failed: 1 })
})

test('a file that runs again counts as it did then, and the others as before', () => {
  const first = countTests(JSON.stringify([open, unreadable]), { code: 1, output: '' })
  const again = countTests(JSON.stringify([{ ...open, passed: 8, failed: [] }]), { code: 0, output: '' })
  const [file = open] = first.files
  expect(replaceFile(first, file, again)).toEqual({
    ...{ passed: 8, failed: 1, failures: ['e2e/src/b.test.ts: Unexpected token'], files: [unreadable] },
  })
})

test('there are at most twenty lines, each of at most 400 characters', () => {
  const count = {
    passed: 0,
    failed: 30,
    files: [],
    failures: Array.from({ length: 30 }, (_, index) => `${index} `.repeat(900)),
  }
  const lines = describe('Node', count)
  expect(lines).toHaveLength(20)
  expect(lines.at(-1)).toBe('11 more failures')
  expect(Math.max(...lines.map(({ length }) => length))).toBe(400)
})

test('PHPUnit counts its tests, and a run without tests has failed', () => {
  const count = (code: number, output: string) => countPhpunit({ code, output })
  expect(count(0, '...\nOK (12 tests, 30 assertions)\n')).toMatchObject({ passed: 12, failed: 0 })
  expect(count(0, 'OK (1 test, 3 assertions)\n')).toMatchObject({ passed: 1, failed: 0 })
  const failed = count(2, '1) it failed\n\nERRORS!\nTests: 12, Assertions: 30, Errors: 1, Failures: 2.\n')
  expect(failed).toMatchObject({ passed: 9, failed: 3 })
  expect(count(0, 'No tests executed!\n')).toMatchObject({ passed: 0, failed: 1 })
})
