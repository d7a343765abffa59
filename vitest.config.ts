import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { QUICK_TESTS } from './packages/core/src/testing/runs.ts'

/** `.long.test.ts`, `.long.db.test.ts`, `.long.postgres.test.ts`: not part of `npm test`, which runs `--mode quick`. */
const long = '**/*.long.{,db.,postgres.}test.ts'

/** Tests of the core keep what they change to themselves, so those of one worker share its modules. */
const core = 'packages/core/src/**/*.test.ts'

/** `.db.test.ts`: runs on SQLite and on PostgreSQL. `.postgres.test.ts`: runs on PostgreSQL only. */
const onPostgres = ['{packages/*,e2e,simulation}/src/**/*.{db,postgres}.test.ts']

const express4 = join(import.meta.dirname, 'packages/express/node_modules/express4')

export default defineConfig(({ mode }) => {
  const isQuick = mode === 'quick'
  const excluded = ['**/*.browser.test.ts', '**/node_modules/**', ...(isQuick ? [long] : [])]
  return {
    test: {
      // Many tests start processes and chains, and the machine may have other work.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      maxWorkers: 2,
      setupFiles: ['packages/core/src/testing/quick-file.ts'],
      ...(isQuick ? { env: { [QUICK_TESTS]: '1' } } : {}),
      // On a machine that does much else at once a second is not long.
      expect: { poll: { timeout: 20_000 } },
      projects: [
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
        {
          extends: true,
          test: {
            name: 'node',
            include: [
              'packages/*/{src,gallery,scripts}/**/*.test.ts',
              'scripts/*.test.ts',
              'examples/*/src/**/*.test.ts',
              '{bench,e2e,simulation}/src/**/*.test.ts',
            ],
            exclude: [...excluded, core, '**/*.postgres.test.ts'],
          },
        },
        {
          extends: true,
          // Express 4 in the place of Express 5.
          resolve: { alias: [{ find: /^express$/, replacement: express4 }] },
          test: {
            name: 'express4',
            include: ['packages/express/src/express.test.ts', 'packages/client/src/webhook.test.ts'],
            env: { EXPRESS_MAJOR: '4' },
          },
        },
        {
          extends: true,
          test: {
            name: 'postgres',
            include: onPostgres,
            exclude: excluded,
            globalSetup: ['packages/core/src/testing/postgres-run.ts'],
            setupFiles: ['packages/core/src/testing/postgres-file.ts'],
          },
        },
      ],
    },
  }
})
