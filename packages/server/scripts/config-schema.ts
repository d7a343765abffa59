/** Writes the configuration's schema into the package, and the reference of its keys: `npm run config-schema`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatConfigReference } from '../src/setup/config-reference.ts'
import { createConfigSchema } from '../src/setup/settings.ts'

const schema = createConfigSchema()
writeFileSync(
  join(import.meta.dirname, '../crypto-checkout.config.schema.json'),
  `${JSON.stringify(schema, null, 2)}\n`,
)
writeFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), formatConfigReference(schema))
