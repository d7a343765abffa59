export { giveStellarCoins, type LocalStellarNetwork } from '@crypto-checkout/stellar-devnet'
export { findAnvilBinary } from './anvil-binary.ts'
export type { AttesterBehaviour, LocalAttester } from './attester.ts'
export { giveCoins } from './faucet.ts'
export {
  type Coin,
  coinNames,
  type DefaultNetworkName,
  type DefaultNetworks,
  defaultNetworks,
  type LocalCctp,
  type LocalNetwork,
  type LocalNetworkName,
  type NetworkName,
  type Priced,
} from './networks.ts'
export type { TestPayer, TestTransfer } from './payer.ts'
export { type PlannedDevnet, planDevnet } from './plan.ts'
export { type Devnet, type DevnetOptions, startDevnet } from './start.ts'
