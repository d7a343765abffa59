/** Writes the reference of all commands: `npm run command-reference`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatReference } from '../src/command-line/reference.ts'
import { commands } from '../src/commands/table.ts'

writeFileSync(join(import.meta.dirname, '../../../docs/commands.md'), formatReference(commands))
