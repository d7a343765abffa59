import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Count, countTests, type TestFile } from './failures.ts'
import { mayRunAgain, runAgain } from './run-again.ts'

const page = join(process.cwd(), 'e2e/src/pages/home.test.ts')
const payment = join(process.cwd(), 'e2e/src/payments/shop.test.ts')

const fail = (file: string): TestFile => ({ file, errors: [], passed: 3, failed: [{ name: 'pays', error: 'late' }] })
const countRun = (...files: readonly TestFile[]) => countTests(JSON.stringify(files), { code: 1, output: '' })
const passed = countTests(JSON.stringify([{ ...fail(page), passed: 4, failed: [] }]), { code: 0, output: '' })

/** Runs failed files again, each of which comes to `then`. */
async function retry(count: Count, then: Count) {
  const ran: string[] = []
  const settled = await runAgain(count, async ({ file }) => {
    ran.push(file)
    return then
  })
  return { ...settled, ran }
}

test('a file that passes alone makes a green run, which shows why it failed', async () => {
  expect(await retry(countRun(fail(page)), passed)).toEqual({
    count: { passed: 4, failed: 0, failures: [], files: [] },
    unstable: ['e2e/src/pages/home.test.ts: pays: late'],
    ran: [page],
  })
})

test('a file that fails alone too stays failed', async () => {
  const first = countRun(fail(page))
  expect(await retry(first, countRun(fail(page)))).toEqual({ count: first, unstable: [], ran: [page] })
})

test('a test of money is red at once, and so is an error outside of tests', async () => {
  const first = countRun(fail(payment), { file: '', errors: ['no connection'], passed: 0, failed: [] })
  expect(await retry(first, passed)).toEqual({ count: first, unstable: [], ran: [] })
})

test('nothing runs again where many files fail', async () => {
  const first = countRun(...Array.from({ length: 6 }, () => fail(page)))
  expect(await retry(first, passed)).toEqual({ count: first, unstable: [], ran: [] })
})

test('tests that draw values or kill processes are red at once, wherever they are', () => {
  expect(mayRunAgain('packages/widget/src/a.test.ts', "import { expect } from '@open-wc/testing'")).toBe(true)
  expect(mayRunAgain('packages/widget/src/a.test.ts', "import fc from 'fast-check'")).toBe(false)
  expect(mayRunAgain('e2e/src/commands/a.test.ts', "child.kill('SIGKILL')")).toBe(false)
  expect(mayRunAgain('simulation/src/a.test.ts', '')).toBe(false)
  expect(mayRunAgain('packages/core/src/refunds/a.db.test.ts', '')).toBe(false)
  expect(mayRunAgain('packages/core/src/users/a.db.test.ts', '')).toBe(true)
})

test("the report of Vitest has each test's failure, a hook's, and an error outside of tests", () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [file, report] = [join(folder, 'a.test.ts'), join(folder, 'report.json')]
  writeFileSync(
    file,
    `import { beforeAll, describe, expect, test } from ${JSON.stringify(import.meta.resolve('vitest'))}
     test('it opens', () => {})
     test('it closes', async () => {
       setTimeout(() => { throw new Error('nobody waits') }, 0)
       await new Promise((resolve) => setTimeout(resolve, 50))
       expect('open').toBe('closed')
     })
     describe('a shop', () => {
       beforeAll(() => { throw new Error('no key') })
       test('it sells', () => {})
     })`,
  )
  const vitest = join(process.cwd(), 'node_modules/.bin/vitest')
  const reporter = `--reporter=${join(import.meta.dirname, 'vitest-report.ts')}`
  const { status } = spawnSync(vitest, ['run', '--root', folder, reporter], {
    env: { ...process.env, CHECKOUT_REPORT: report },
  })
  expect(status).toBe(1)
  const [tests, outside] = JSON.parse(readFileSync(report, 'utf8'))
  expect(tests).toMatchObject({
    ...{ file, passed: 1, errors: [expect.stringContaining('no key')] },
    failed: [{ name: 'it closes', error: expect.stringMatching(/expected 'open' to be 'closed'[\s\S]*a\.test\.ts:6/) }],
  })
  expect(outside).toMatchObject({ file: '', errors: [expect.stringContaining('nobody waits')], passed: 0, failed: [] })
})
