/** Checks the names of amounts in queries, and takes luck out of `npm test`: properties try the same values in each run. */
import './amount-names.ts'
import { isQuickRun } from './runs.ts'

const SEED = 20_261_123

if (isQuickRun()) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
}
