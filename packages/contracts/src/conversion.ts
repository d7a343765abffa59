/** Constants of conversions that are the same on every chain. Importing this loads nothing else. */
import contracts from './contracts.json' with { type: 'json' }
import { createDeployment, type Deployment } from './factory.ts'

/**
 * EVM networks by their numbers in CCTP (developers.circle.com/cctp). Money for another kind of network would be lost: its
 * wallets have other addresses.
 */
export const CCTP_DOMAINS = { ethereum: 0, optimism: 2, arbitrum: 3, base: 6, polygon: 7 } as const
export type CctpNetwork = keyof typeof CCTP_DOMAINS

/** The address of the contract BurnConverter, once it is deployed. It follows from the deployer and the bytecode. */
export const CONVERTER_ADDRESS = '0x2973B357DA74a21edCfC58BfA0bEB97dc430E15A'

/** The code there, compiled from contracts/BurnConverter.sol */
export const CONVERTER_CODE: string = contracts.BurnConverter.deployedBytecode

export const CONVERTER_ABI: readonly object[] = contracts.BurnConverter.abi

/** The transaction that deploys it. Any account can send it; it uses CONVERTER_GAS at most. */
export const CONVERTER_DEPLOYMENT: Deployment = createDeployment(contracts.BurnConverter.bytecode)

export const CONVERTER_GAS = 1_000_000

/** The address of the contract PegConverter, once it is deployed. It follows from the deployer and the bytecode. */
export const PEG_CONVERTER_ADDRESS = '0x0453A1D0A5A269Dbd7e302FD0F01b632B3770B10'

/** The code there, compiled from contracts/PegConverter.sol */
export const PEG_CONVERTER_CODE: string = contracts.PegConverter.deployedBytecode

export const PEG_CONVERTER_ABI: readonly object[] = contracts.PegConverter.abi

/** The transaction that deploys it. Any account can send it; it uses PEG_CONVERTER_GAS at most. */
export const PEG_CONVERTER_DEPLOYMENT: Deployment = createDeployment(contracts.PegConverter.bytecode)

export const PEG_CONVERTER_GAS = 1_000_000
