/** The reference shop as a process. `--mistake <name>`: with a mistake planted. */
import { parseArgs } from 'node:util'
import { serveDriver } from '../driver-process.ts'
import { plantMistake } from './plant.ts'

const { values } = parseArgs({ options: { mistake: { type: 'string' } } })
if (values.mistake !== undefined) plantMistake(values.mistake)
// Loaded after the mistake was planted.
const { ReferenceShop } = await import('./shop.ts')
await serveDriver(new ReferenceShop())
