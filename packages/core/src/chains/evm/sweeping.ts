import {
  decodeSweepLogs,
  FACTORY_ADDRESS,
  FACTORY_DEPLOYMENT,
  FACTORY_GAS,
  factoryState,
  sweepCalldata,
} from '@crypto-checkout/contracts'
import type { Sweeping } from '../transactor.ts'

type ReadCode = (address: string, at: 'latest' | number) => Promise<string>

export function evmSweeping(readCode: ReadCode): Sweeping {
  return {
    factory: FACTORY_ADDRESS,
    factoryState: (at) => factoryState((address) => readCode(address, at)),
    deployment: { ...FACTORY_DEPLOYMENT, gas: FACTORY_GAS },
    sweepCall: (group) => ({ to: FACTORY_ADDRESS, data: sweepCalldata([group]) }),
    sweptOf: (logs, token) =>
      decodeSweepLogs(logs).flatMap((outcome) => {
        if (outcome.token.toLowerCase() !== token.toLowerCase()) return []
        const deposit = outcome.deposit.toLowerCase()
        return [outcome.swept ? { swept: true, deposit, rawAmount: outcome.amount } : { swept: false, deposit }]
      }),
  }
}
