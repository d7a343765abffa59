import { writeFileSync } from 'node:fs'
import chromium from '@sparticuz/chromium'
import { esbuildPlugin } from '@web/dev-server-esbuild'
import { defaultReporter } from '@web/test-runner'
import { chromeLauncher } from '@web/test-runner-chrome'

/** These tests have no relay, so its client is a script that cannot be loaded. */
const withoutWalletConnect = {
  name: 'without-walletconnect',
  resolveImport: ({ source }) => (source.startsWith('@walletconnect/') ? '/walletconnect.js' : undefined),
  serve: ({ path }) =>
    path === '/walletconnect.js' ? { body: "throw new TypeError('offline')", type: 'js' } : undefined,
}

/** Writes what became of each test to the file that `scripts/test.ts` names, if it does. */
const report = {
  stop({ sessions }) {
    const path = process.env.CHECKOUT_REPORT
    if (path !== undefined) writeFileSync(path, JSON.stringify([...sessions].map(describeFile)))
  },
}

function describeFile({ testFile, errors, testResults }) {
  const tests = testResults ? listTests(testResults) : []
  return {
    file: testFile,
    errors: errors.map(describeError),
    passed: tests.filter(({ passed }) => passed).length,
    failed: tests
      .filter(({ passed, skipped }) => !passed && !skipped)
      .map(({ name, error }) => ({ name, error: error ? describeError(error) : '' })),
  }
}

const describeError = ({ message, stack }) => [message, stack].filter(Boolean).join('\n')

/** The tests of a suite and of those in it, with the names of all. */
function listTests({ suites, tests }) {
  const inner = suites.flatMap((suite) =>
    listTests(suite).map((test) => ({ ...test, name: `${suite.name} > ${test.name}` })),
  )
  return [...tests, ...inner]
}

export default {
  files: 'src/**/*.browser.test.ts',
  nodeResolve: { exportConditions: ['browser', 'production'] },
  concurrency: 1,
  reporters: [defaultReporter(), report],
  testFramework: { config: { timeout: 60_000 } },
  plugins: [withoutWalletConnect, esbuildPlugin({ ts: true, target: 'es2022' })],
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: process.env.CHROME_PATH ?? (await chromium.executablePath()),
        args: ['--no-sandbox', '--disable-gpu'],
      },
    }),
  ],
}
