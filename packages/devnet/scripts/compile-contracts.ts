/** `npm run compile-contracts`: compiles contracts/*.sol into src/contracts.json, or into the file that is named. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compileSolidity } from '../../contracts/scripts/compile-solidity.ts'

const compiled = compileSolidity(join(import.meta.dirname, '../contracts'), { evmVersion: 'cancun' })
const artifacts = Object.entries(compiled).map(([name, { abi, bytecode }]) => [name, { abi, bytecode }] as const)

const { positionals } = parseArgs({ allowPositionals: true })
const file = positionals[0] ?? join(import.meta.dirname, '../src/contracts.json')
writeFileSync(file, `${JSON.stringify(Object.fromEntries(artifacts), null, 2)}\n`)
