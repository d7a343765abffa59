/** Lets the tests of a file run on the PostgreSQL of the run. */
import fc from 'fast-check'
import { inject } from 'vitest'
import { TEST_POSTGRES } from './storage.ts'

/** Each run of a property takes a database of its own, which takes a while to make. */
fc.configureGlobal({ numRuns: 10 })
process.env[TEST_POSTGRES] = inject('postgres')
