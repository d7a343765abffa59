/** Writes the configuration's schema into the package: `npm run config-schema`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfigSchema } from '../src/setup/settings.ts'

const file = join(import.meta.dirname, '../crypto-checkout.config.schema.json')
writeFileSync(file, `${JSON.stringify(createConfigSchema(), null, 2)}\n`)
