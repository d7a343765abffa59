/** What a step of `npm test` comes to, with what failed in a line each: a log may keep only the end of the output. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Count = { readonly passed: number; readonly failed: number; readonly failures: readonly string[] }

/** How a program has ended, and what it has printed. */
export type Ending = { readonly code: number; readonly output: string }

const MOST_LINES = 20
const MOST_CHARACTERS = 400

/** What Vitest writes for `--reporter=json`, as far as it is read here. */
type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[]
  }[]
}

/** What `packages/widget/web-test-runner.config.js` writes. */
type BrowserReport = readonly {
  readonly file: string
  readonly errors: readonly string[]
  readonly passed: number
  readonly failed: readonly { readonly name: string; readonly error: string }[]
}[]

export function countCheck({ code, output }: Ending): Count {
  return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [quoteFault(output)] }
}

/** `report` is null if the runner has not come to writing it. */
export function countVitest(report: string | null, ending: Ending): Count {
  if (report === null) return countCrash(ending)
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport
  const failures = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${nameFile(name)}: ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [why = ''] }) => `${nameFile(name)}: ${fullName}: ${why}`),
  ])
  return count(numPassedTests, numFailedTests, failures, ending)
}

/** The same for the tests in a browser. */
export function countBrowserTests(report: string | null, ending: Ending): Count {
  if (report === null) return countCrash(ending)
  const files = JSON.parse(report) as BrowserReport
  const failures = files.flatMap(({ file, errors, failed }) => [
    ...errors.map((error) => `${nameFile(file)}: ${error}`),
    ...failed.map(({ name, error }) => `${nameFile(file)}: ${name}: ${error}`),
  ])
  const passed = files.reduce((sum, file) => sum + file.passed, 0)
  const failed = files.reduce((sum, file) => sum + file.failed.length, 0)
  return count(passed, failed, failures, passed > 0 ? ending : { ...ending, code: 1 })
}

/** A runner that fails without a failed test (an error outside of tests) still counts as failed. */
function count(passed: number, failed: number, failures: readonly string[], ending: Ending): Count {
  if (ending.code === 0 || failed > 0) return { passed, failed, failures }
  return { passed, failed: 1, failures: failures.length > 0 ? failures : countCrash(ending).failures }
}

/** Where Vitest begins to list errors that are not of tests. */
const LISTED = /Unhandled Errors|Failed Suites/
const LAST_CHARACTERS = 1_000

/** A runner that ends otherwise than by a test: its output also has the names of tests that passed. */
function countCrash({ output }: Ending): Count {
  const listed = output.search(LISTED)
  return countCheck({ code: 1, output: output.slice(listed === -1 ? -LAST_CHARACTERS : listed) })
}

const nameFile = (path: string) => relative(process.cwd(), path)

/** Words and signs of tools for what is wrong. */
const TELLING = /error|fail|exceed|too large|cannot|[✗✖×❌]/i
const LAST_LINES = 6

/** The first line that says what is wrong with the one before, which may name the place, and what follows. */
function quoteFault(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const telling = lines.findIndex((line) => TELLING.test(line))
  const quoted = telling === -1 ? lines.slice(-LAST_LINES) : lines.slice(Math.max(0, telling - 1))
  return quoted.map((line) => line.trim()).join(' / ') || 'it said nothing'
}

/** The lines that end the output, each with the name of its step. */
export function describeFailures(steps: readonly { readonly name: string; readonly count: Count }[]): string[] {
  const lines = steps.flatMap(({ name, count }) => count.failures.map((failure) => shorten(`${name}: ${failure}`)))
  if (lines.length <= MOST_LINES) return lines
  const shown = lines.slice(0, MOST_LINES - 1)
  return [...shown, `${lines.length - shown.length} more failures`]
}

/** A failure in one line: of a message, only the first. */
function shorten(failure: string): string {
  const [first = ''] = stripVTControlCharacters(failure).trim().split('\n')
  return first.slice(0, MOST_CHARACTERS)
}
