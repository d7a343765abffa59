/** `npm run compile-contracts`: compiles contracts/*.sol into src/contracts.json, or into the file that is named. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compileSolidity } from '../../contracts/scripts/compile-solidity.ts'

const folder = join(import.meta.dirname, '../contracts')
const compiled = {
  ...compileSolidity(folder, { evmVersion: 'cancun' }),
  // The older way to compile has too few places for the fields of a burn.
  ...compileSolidity(join(folder, 'cctp'), { evmVersion: 'cancun', viaIR: true }),
}
const artifacts = Object.entries(compiled).map(([name, { abi, bytecode }]) => [name, { abi, bytecode }] as const)

const { positionals } = parseArgs({ allowPositionals: true })
const file = positionals[0] ?? join(import.meta.dirname, '../src/contracts.json')
writeFileSync(file, `${JSON.stringify(Object.fromEntries(artifacts), null, 2)}\n`)
