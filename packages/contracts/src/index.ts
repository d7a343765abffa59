export { depositAddress } from './deposit-address.ts'
export {
  DEPOSIT_CODE,
  DEPOSIT_CODE_HASH,
  DETERMINISTIC_DEPLOYER,
  EVENT_TOPICS,
  FACTORY_ABI,
  FACTORY_ADDRESS,
  FACTORY_CODE,
  FACTORY_DEPLOYMENT,
  FACTORY_GAS,
  type FactoryState,
  factoryState,
  NATIVE_COIN,
} from './factory.ts'
export {
  decodeSweepAnswer,
  decodeSweepCalldata,
  decodeSweepLogs,
  GAS_PER_CALL,
  type Log,
  type SweepGroup,
  type SweepOutcome,
  sweepCalldata,
} from './sweep.ts'
