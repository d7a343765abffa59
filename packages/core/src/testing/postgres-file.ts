/** Lets the tests of a file run on the run's PostgreSQL. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, inject } from 'vitest'
import { shareSpares } from './spare-databases.ts'
import { markOpen, TEST_POSTGRES } from './storage.ts'

/** Each run of a property uses its own database. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 10 })
const server = inject('postgres')
process.env[TEST_POSTGRES] = server

// Tests leave their databases open. The next test uses them again.
let mark = markOpen()
beforeEach(() => {
  mark = markOpen()
})
afterEach(() => mark.closeOthers())
afterAll(() => shareSpares(server))
