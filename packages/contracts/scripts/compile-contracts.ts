/** `npm run compile-contracts`: compiles contracts/*.sol into src/contracts.json, or into the file that is named. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compileSolidity } from './compile-solidity.ts'

// The oldest that the compiler still supports, so that the same bytes, and with them the addresses, are good on every
// chain that has come as far as London: what is sent on the wrong chain is to be recovered there.
const compiled = compileSolidity(join(import.meta.dirname, '../contracts'), { evmVersion: 'london', viaIR: true })

const { positionals } = parseArgs({ allowPositionals: true })
const file = positionals[0] ?? join(import.meta.dirname, '../src/contracts.json')
writeFileSync(file, `${JSON.stringify(compiled, null, 2)}\n`)
