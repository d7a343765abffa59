/** What is the same on every chain: where the factory is, its code, and the code of its deposits. Nothing is loaded. */
import contracts from './contracts.json' with { type: 'json' }

/**
 * The deterministic deployer: whatever is created through it has the same address on every chain. It is on Ethereum,
 * Polygon and their test networks, and on anvil from the start.
 */
export const DETERMINISTIC_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Where the factory is, once somebody has deployed it. It follows from the deployer and the factory's bytecode. */
export const FACTORY_ADDRESS = '0xA93913fFe8d64B9BBE327A63eED62A3D4c62a8f7'

/** What stands at the factory's address: of contracts/DepositFactory.sol */
export const FACTORY_CODE: string = contracts.DepositFactory.deployedBytecode

export const FACTORY_ABI: readonly object[] = contracts.DepositFactory.abi

/** The transaction that deploys the factory. Anybody may send it from any account; it uses FACTORY_GAS at most. */
export const FACTORY_DEPLOYMENT: Readonly<{ to: string; data: string }> = {
  to: DETERMINISTIC_DEPLOYER,
  // The deployer takes a salt of 32 bytes, and what creates the contract.
  data: `0x${'00'.repeat(32)}${contracts.DepositFactory.bytecode.slice(2)}`,
}

export const FACTORY_GAS = 700_000

/** What stands at a deposit's address once it was swept: explained in contracts/DepositFactory.sol */
export const DEPOSIT_CODE = `0x73${FACTORY_ADDRESS.slice(2).toLowerCase()}3318602c57363d3d373d3d60403560606020353d355af15b`

/** Keccak-256 of what creates a deposit, which its address follows from (ERC-1014) */
export const DEPOSIT_CODE_HASH = '0x61e5126126b17f44a21a9574e7fe70b1a3d2be8033823df9155c697d30497de9'

/** Stands for the chain's own coin where a token is named. */
export const NATIVE_COIN = '0x0000000000000000000000000000000000000000'

/** The first topics of the factory's events */
export const EVENT_TOPICS = {
  swept: '0x7b09c29f9106defeccc9ac3b823f3aad0b470d120e5df7aed033b5c43a4bf718',
  notSwept: '0x5ec10f05becdb6c67654716c55def6f821a25fa06ededc81176bb3d23d49a8e9',
} as const

/**
 * `deployed`: the factory is there. `deployable`: FACTORY_DEPLOYMENT can be sent. `no_deployer`: this chain has no
 * deterministic deployer. `foreign_code`: the node shows other code there, which no chain can hold.
 */
export type FactoryState = 'deployed' | 'deployable' | 'no_deployer' | 'foreign_code'

/** Looks at a chain by `getCode`, which answers the code at an address as `eth_getCode` does: 0x where there is none. */
export async function factoryState(getCode: (address: string) => Promise<string>): Promise<FactoryState> {
  const code = await getCode(FACTORY_ADDRESS)
  if (code === FACTORY_CODE) return 'deployed'
  if (code !== '0x') return 'foreign_code'
  return (await getCode(DETERMINISTIC_DEPLOYER)) === '0x' ? 'no_deployer' : 'deployable'
}
