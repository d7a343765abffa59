import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { QUICK_TESTS } from './packages/core/src/testing/runs.ts'
import { COMPILE_CACHE } from './scripts/compile-cache.ts'
import { SlowestFirst } from './scripts/slowest-first.ts'

/** `.long.test.ts`, `.long.db.test.ts`, `.long.postgres.test.ts`: not part of `npm test`, which runs `--mode quick`. */
const long = '**/*.long.{,db.,postgres.}test.ts'

/** Tests of the core keep what they change to themselves, so those of one worker share its modules. */
const core = 'packages/core/src/**/*.test.ts'

/** The same holds for the packages whose tests start no browser and no chain: to start a worker takes longer than most of them. */
const modules = 'packages/{client,contracts,dashboard,payer-ui,server,stellar-devnet}/src/**/*.test.ts'

/** It names the local ledger before its modules are imported, so they must not be there yet. */
const alone = 'e2e/src/payments/stellar-programs.db.test.ts'

/** `.db.test.ts`: runs on SQLite and on PostgreSQL. `.postgres.test.ts`: runs on PostgreSQL only. */
const onPostgres = ['{packages/*,e2e,simulation}/src/**/*.{db,postgres}.test.ts']

/**
 * Tests that `npm test` runs on SQLite only: the core's rules, which take five times as long on PostgreSQL, and pages, which
 * are the same on both.
 */
const slowOnPostgres = ['packages/core/src/!(storage)/**/*.db.test.ts', 'e2e/src/pages/*.db.test.ts']

const express4 = join(import.meta.dirname, 'packages/express/node_modules/express4')

export default defineConfig(({ mode }) => {
  const isQuick = mode === 'quick'
  const excluded = ['**/*.browser.test.ts', '**/node_modules/**', ...(isQuick ? [long] : [])]
  return {
    test: {
      // Many tests start processes and chains, and the machine may have other work.
      testTimeout: 180_000,
      // Hooks install, build, and remove folders of many files, on any disk.
      hookTimeout: 600_000,
      // Tests wait for browsers and chains about half of their time, and some of the full run depend on load.
      maxWorkers: isQuick ? 4 : 3,
      sequence: { sequencer: SlowestFirst },
      setupFiles: ['packages/core/src/testing/quick-file.ts'],
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...(isQuick && { [QUICK_TESTS]: '1' }) },
      // On a machine that does much else at once a second is not long.
      expect: { poll: { timeout: 20_000 } },
      // In this order: what waits for browsers and chains first, beside what only computes, and many small files at the end.
      projects: [
        {
          extends: true,
          test: {
            name: 'e2e-long',
            // Some leave a process to the end of their worker.
            include: [`e2e/src/${long}`],
            exclude: [...excluded, '**/*.postgres.test.ts'],
            globalSetup: ['e2e/src/support/release-run.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'e2e',
            include: ['e2e/src/**/*.test.ts'],
            exclude: [...excluded, long, alone, '**/*.postgres.test.ts'],
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'node',
            include: [
              'packages/*/{src,gallery,scripts}/**/*.test.ts',
              'examples/*/src/**/*.test.ts',
              '{bench,simulation}/src/**/*.test.ts',
              alone,
            ],
            exclude: [...excluded, core, modules, '**/*.postgres.test.ts'],
          },
        },
        {
          extends: true,
          // Express 4 in the place of Express 5.
          resolve: { alias: [{ find: /^express$/, replacement: express4 }] },
          test: {
            name: 'express4',
            include: ['packages/express/src/express.test.ts', 'packages/client/src/webhook.test.ts'],
            // `npm test` runs them with Express 5 only.
            exclude: isQuick ? ['**'] : excluded,
            env: { EXPRESS_MAJOR: '4' },
          },
        },
        {
          extends: true,
          test: {
            name: 'postgres',
            include: onPostgres,
            exclude: isQuick ? [...excluded, ...slowOnPostgres] : excluded,
            globalSetup: ['packages/core/src/testing/postgres-run.ts'],
            setupFiles: ['packages/core/src/testing/postgres-file.ts'],
            // Importing the modules of the core takes longer than most of these files.
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'modules',
            include: [modules, 'scripts/**/*.test.ts'],
            exclude: excluded,
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'core',
            include: [core],
            exclude: [...excluded, '**/*.postgres.test.ts'],
            // A worker imports the core once, which takes longer than most of its test files.
            isolate: false,
          },
        },
      ],
    },
  }
})
