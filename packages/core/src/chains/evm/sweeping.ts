import {
  decodeSweepAnswer,
  decodeSweepCalldata,
  decodeSweepLogs,
  depositAddress,
  FACTORY_ADDRESS,
  FACTORY_DEPLOYMENT,
  FACTORY_GAS,
  factoryState,
  sweepCalldata,
} from '@crypto-checkout/contracts'
import type { DepositAddresses } from '../network.ts'
import { NodeError } from '../node-error.ts'
import type { Rpc } from '../rpc.ts'
import type { Call, Sweeping } from '../transactor.ts'
import { call } from './call.ts'
import { readBalance } from './erc20.ts'

type ReadCode = (address: string, at: 'latest' | number) => Promise<string>

export function createEvmSweeping(readCode: ReadCode): Sweeping {
  return {
    factory: FACTORY_ADDRESS,
    factoryState: (at) => factoryState((address) => readCode(address, at)),
    deployment: { ...FACTORY_DEPLOYMENT, gas: FACTORY_GAS },
    depositAddress,
    sweepCall: (group) => ({ to: FACTORY_ADDRESS, data: sweepCalldata([group]) }),
    listSwept: (logs, token) =>
      decodeSweepLogs(logs).flatMap((outcome) => {
        if (outcome.token.toLowerCase() !== token.toLowerCase()) return []
        const deposit = outcome.deposit.toLowerCase()
        return [outcome.swept ? { swept: true, deposit, rawAmount: outcome.amount } : { swept: false, deposit }]
      }),
  }
}

/**
 * Tells whether a call is a sweep that would move nothing though its deposits hold money: the coin is paused, or blocks
 * the deposits or their recipient. Empty deposits are no reason: a final block shows where their coins went. Throws
 * NodeError.
 */
export async function isEmptySweep(rpc: Rpc, { from, to, data }: Call): Promise<boolean> {
  const groups = to.toLowerCase() === FACTORY_ADDRESS.toLowerCase() ? decodeSweepCalldata(data) : null
  const answer = groups && (await call(rpc, to, data, { from }))
  // If the contract itself refuses, the gas estimate shows it.
  if (!answer || answer === '0x' || amountsIn(answer).some((amount) => amount > 0n)) return false
  for (const { recipient, token, salts } of groups) {
    for (const salt of salts) if ((await readBalance(rpc, token, depositAddress(recipient, salt))) > 0n) return true
  }
  return false
}

function amountsIn(answer: string): bigint[] {
  try {
    return decodeSweepAnswer(answer).flat()
  } catch (cause) {
    throw new NodeError('malformed', 'eth_call: that is not what a sweep answers', { cause })
  }
}

/** The same on every EVM chain. */
export const depositAddresses: DepositAddresses = { factory: FACTORY_ADDRESS, addressOf: depositAddress }
