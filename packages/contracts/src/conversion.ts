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
export const CONVERTER_ADDRESS = '0x55101869589f0c111d315F477eF9DbB305FA53D3'

/** The code there, compiled from contracts/BurnConverter.sol */
export const CONVERTER_CODE: string = contracts.BurnConverter.deployedBytecode

export const CONVERTER_ABI: readonly object[] = contracts.BurnConverter.abi

/** The transaction that deploys it. Any account can send it; it uses CONVERTER_GAS at most. */
export const CONVERTER_DEPLOYMENT: Deployment = createDeployment(contracts.BurnConverter.bytecode)

export const CONVERTER_GAS = 1_000_000
