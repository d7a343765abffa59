import type { Sending } from '../chains/transactor.ts'
import { min } from '../domain/money.ts'
import type { SendPurpose, SendTrouble } from '../domain/send.ts'
import type { Pass } from './pass.ts'
import type { SendRow } from './store.ts'

/**
 * The fees that a send may have. `trouble`: reported while gas costs more than the send's own limit; null if it has no
 * such limit.
 */
export type FeeLimit = { readonly policy: Sending; readonly trouble: SendTrouble | null }

type OwnLimit = { readonly wei: bigint; readonly trouble: SendTrouble }

/**
 * Limits a send's fees by the network's ceiling, its order's `max_cost` and the value of the coins that it moves. That
 * value follows prices, so it is computed for each attempt.
 */
export async function limitFees(work: FeeWork, row: SendRow, gasLimit: bigint): Promise<FeeLimit> {
  const { policy } = work
  const [lowest] = [limitByOrder(row), await limitByWorth(work, row)]
    .filter((limit) => limit !== null)
    .toSorted((one, other) => (one.wei < other.wei ? -1 : 1))
  if (!lowest) return { policy, trouble: null }
  const maxFeePerGas = min(policy.maxFeePerGas, lowest.wei / gasLimit)
  return { policy: { ...policy, maxFeePerGas }, trouble: lowest.trouble }
}

type FeeWork = Pick<Pass, 'ctx' | 'network' | 'outcomes' | 'policy'>

function limitByOrder({ max_cost, purpose, subject }: SendRow): OwnLimit | null {
  if (max_cost === null) return null
  const text = `gas costs more than is allowed for ${purpose} ${subject}: it waits until it costs less`
  return { wei: BigInt(max_cost), trouble: { kind: 'fee_too_high', text } }
}

async function limitByWorth({ ctx, network, outcomes }: FeeWork, row: SendRow): Promise<OwnLimit | null> {
  const purpose = row.purpose as SendPurpose
  const handler = purpose === 'fill' ? undefined : outcomes[purpose]
  const find = typeof handler === 'object' ? handler.findMoved : undefined
  const moved = (await find?.(ctx.db, row)) ?? null
  const bound = moved && ctx.boundFee(network, moved)
  if (!bound) return null
  const { environment, name } = network
  const symbol = network.walletChain?.nativeCurrency.symbol ?? 'ETH'
  const what = `${row.purpose} ${row.subject}`
  const text = bound.isPriced
    ? `gas for ${what} costs more than the coins that it moves are worth: it waits until gas costs less, or feesAboveValue of ${environment} ${name} is true`
    : `the price of ${symbol} is not known: ${what} waits until its feed is read, or nativeUsd of ${environment} ${name} is set`
  return { wei: bound.wei, trouble: { kind: bound.isPriced ? 'fee_above_value' : 'unpriced', text } }
}
