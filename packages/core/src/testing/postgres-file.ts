/** Lets the tests of a file run on the run's PostgreSQL. */
import fc from 'fast-check'
import { inject } from 'vitest'
import { TEST_POSTGRES } from './storage.ts'

/** Each run of a property uses its own database, which takes a while to create. */
fc.configureGlobal({ numRuns: 10 })
process.env[TEST_POSTGRES] = inject('postgres')
