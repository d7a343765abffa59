/**
 * Constants that are the same on every chain: the factory's address and code, and the code of its deposits. Importing
 * this loads nothing else.
 */
import contracts from './contracts.json' with { type: 'json' }

/**
 * The deterministic deployer: a contract created through it has the same address on every chain. It exists on
 * Ethereum, Polygon and their test networks, and on anvil from the start.
 */
export const DETERMINISTIC_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The factory's address, once it is deployed. It follows from the deployer and the factory's bytecode. */
export const FACTORY_ADDRESS = '0xA93913fFe8d64B9BBE327A63eED62A3D4c62a8f7'

/** The code at the factory's address, compiled from contracts/DepositFactory.sol */
export const FACTORY_CODE: string = contracts.DepositFactory.deployedBytecode

export const FACTORY_ABI: readonly object[] = contracts.DepositFactory.abi

/** A transaction to the deterministic deployer */
export type Deployment = Readonly<{ to: string; data: string }>

/** The transaction that deploys the factory. Any account can send it; it uses FACTORY_GAS at most. */
export const FACTORY_DEPLOYMENT: Deployment = createDeployment(contracts.DepositFactory.bytecode)

/** The deployer takes a salt of 32 bytes, then the creation code. */
export function createDeployment(bytecode: string): Deployment {
  return { to: DETERMINISTIC_DEPLOYER, data: `0x${'00'.repeat(32)}${bytecode.slice(2)}` }
}

export const FACTORY_GAS = 700_000

/** The code at a deposit's address after a sweep, explained in contracts/DepositFactory.sol */
export const DEPOSIT_CODE = `0x73${FACTORY_ADDRESS.slice(2).toLowerCase()}3318602c57363d3d373d3d60403560606020353d355af15b`

/** Keccak-256 of a deposit's creation code, from which its address follows (ERC-1014) */
export const DEPOSIT_CODE_HASH = '0x61e5126126b17f44a21a9574e7fe70b1a3d2be8033823df9155c697d30497de9'

/** Used as the token's address for the chain's native coin. */
export const NATIVE_COIN = '0x0000000000000000000000000000000000000000'

/** The first topics of the factory's events */
export const EVENT_TOPICS = {
  swept: '0x7b09c29f9106defeccc9ac3b823f3aad0b470d120e5df7aed033b5c43a4bf718',
  notSwept: '0x5ec10f05becdb6c67654716c55def6f821a25fa06ededc81176bb3d23d49a8e9',
} as const

/**
 * `deployed`: the contract exists. `deployable`: its deployment can be sent. `no_deployer`: this chain has no
 * deterministic deployer. `foreign_code`: the node shows other code there, which is impossible on any chain.
 */
export type ContractState = 'deployed' | 'deployable' | 'no_deployer' | 'foreign_code'

/** Returns the code at an address as `eth_getCode` does: 0x if there is none. */
export type GetCode = (address: string) => Promise<string>

/** Reads the factory's state. */
export function factoryState(getCode: GetCode): Promise<ContractState> {
  return contractState(getCode, FACTORY_ADDRESS, FACTORY_CODE)
}

/** Reads the state of a contract with this code, which the deterministic deployer creates at this address. */
export async function contractState(getCode: GetCode, address: string, code: string): Promise<ContractState> {
  const found = await getCode(address)
  if (found === code) return 'deployed'
  if (found !== '0x') return 'foreign_code'
  return (await getCode(DETERMINISTIC_DEPLOYER)) === '0x' ? 'no_deployer' : 'deployable'
}
