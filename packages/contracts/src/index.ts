export {
  CCTP_DOMAINS,
  type CctpNetwork,
  CONVERTER_ABI,
  CONVERTER_ADDRESS,
  CONVERTER_CODE,
  CONVERTER_DEPLOYMENT,
  CONVERTER_GAS,
} from './conversion.ts'
export {
  type BurnFinality,
  CONVERTER_ACCOUNT_HASH,
  CONVERTER_TOPICS,
  type ConversionTerms,
  type ConverterOutcome,
  convertCalldata,
  converterAccount,
  decodeConverterLogs,
  releaseCalldata,
} from './converter.ts'
export {
  decodeSweepAnswer,
  decodeSweepCalldata,
  decodeSweepLogs,
  depositAddress,
  GAS_PER_CALL,
  type SweepGroup,
  type SweepOutcome,
  sweepCalldata,
} from './deposits.ts'
export type { Log } from './encode.ts'
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
