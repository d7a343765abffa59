import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'

/** Bytecodes are hexadecimal with 0x: what creates the contract, and what stands on the chain afterwards. */
export type Compiled = { abi: object[]; bytecode: string; deployedBytecode: string }

type Output = {
  errors?: { formattedMessage: string }[]
  contracts: Record<
    string,
    Record<string, { abi: object[]; evm: Record<'bytecode' | 'deployedBytecode', { object: string }> }>
  >
}

/**
 * Compiles every .sol file of a folder and answers its contracts by name, in the order of their names. Abstract ones have no code and are left out. The same sources
 * and settings always give the same bytes: the compiler is pinned, and adds no hash of names and comments.
 * @throws where the compiler has an error or a warning
 */
export function compileSolidity(
  folder: string,
  settings: { evmVersion: string; viaIR?: boolean },
): Record<string, Compiled> {
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.sol'))
    .map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }] as const)
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      ...settings,
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const compiled = Object.values(contracts)
    .flatMap((file) => Object.entries(file))
    .filter(([, { evm }]) => evm.bytecode.object !== '')
    .map(([name, { abi, evm }]): [string, Compiled] => {
      const { bytecode, deployedBytecode } = evm
      return [name, { abi, bytecode: `0x${bytecode.object}`, deployedBytecode: `0x${deployedBytecode.object}` }]
    })
  return Object.fromEntries(compiled.sort(([one], [other]) => (one < other ? -1 : 1)))
}
