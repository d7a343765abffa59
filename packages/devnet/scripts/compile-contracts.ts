/**
 * `npm run compile-contracts`: compiles contracts/*.sol into src/contracts.json, or into the file that is named. The
 * same sources always give the same bytes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import solc from 'solc'

type Output = {
  errors?: { formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: object[]; evm: { bytecode: { object: string } } }>>
}

const FOLDER = join(import.meta.dirname, '../contracts')

const sources = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sol'))
  .map((name) => [name, { content: readFileSync(join(FOLDER, name), 'utf8') }] as const)

const input = {
  language: 'Solidity',
  sources: Object.fromEntries(sources),
  settings: {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    // The compiler would add a hash of the sources' names and comments.
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}

const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as Output
// Warnings too: these contracts have none.
if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))

const artifacts = Object.values(contracts)
  .flatMap((file) => Object.entries(file))
  .map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }] as const)
  .sort(([one], [other]) => (one < other ? -1 : 1))

const { positionals } = parseArgs({ allowPositionals: true })
const file = positionals[0] ?? join(import.meta.dirname, '../src/contracts.json')
writeFileSync(file, `${JSON.stringify(Object.fromEntries(artifacts), null, 2)}\n`)
