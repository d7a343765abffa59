import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Sending, Signer, Transactor } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { max, min } from '../domain/money.ts'
import { type ChainView, computeFees, getPatience, type Patience, type SendTrouble } from '../domain/send.ts'
import { findFinality } from '../networks/finality.ts'
import type { OutcomeHandlers } from './outcome.ts'
import type { Account } from './store.ts'

/** One pass over the transactions of one account: its tools, and the chain's state at its beginning. */
export type Pass = {
  readonly ctx: Context
  readonly account: Account
  readonly network: Network
  readonly signer: Signer
  readonly transactor: Transactor
  readonly policy: Sending
  readonly outcomes: OutcomeHandlers
  readonly chain: ChainView
  /** The network's final block; null before its first reading. */
  readonly finalNumber: number | null
  readonly patience: Patience
  readonly now: number
  readonly troubles: SendTrouble[]
  /** Errors thrown by handlers of outcomes. */
  readonly defects: unknown[]
}

type Begin = Pick<Pass, 'outcomes' | 'troubles'> & { readonly account: Account & { readonly signer: Signer } }

/** Requests the chain's state for a pass. Null if nothing can be sent. Throws NodeError. */
export async function beginPass(ctx: Context, { account, outcomes, troubles }: Begin): Promise<Pass | null> {
  const { network, signer } = account
  const { transactor } = network.chain
  const policy = network.sending
  if (!transactor || !policy) return null
  const finalNumber = (await findFinality(ctx.db, network))?.finalNumber ?? null
  const fees = await transactor.fees()
  const market = { ...fees, priorityFee: min(fees.priorityFee, policy.maxPriorityFee) }
  const chain = { latestNonce: await transactor.nonce(signer.address, 'latest'), finalNonce: 0, market }
  const known = { finalNumber, patience: getPatience(network.pollMs), now: ctx.now(), troubles, defects: [] }
  const work = { ctx, account, network, signer, transactor, policy, outcomes, chain, ...known }
  if (finalNumber === null) return work
  // Without the final nonce no send is ended; the rest goes on.
  await reportNodeErrors(work, async () => {
    chain.finalNonce = await transactor.nonce(signer.address, finalNumber)
  })
  return work
}

/** Runs requests to nodes. False if they fail: the operator is told, and the next pass retries. */
export async function reportNodeErrors(work: Pick<Pass, 'troubles'>, doing: () => Promise<void>): Promise<boolean> {
  try {
    await doing()
    return true
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    work.troubles.push({ kind: 'rpc', text: error.message })
    return false
  }
}

export function describeFeeTrouble({ policy, chain, network }: Pass): SendTrouble {
  const { baseFee, priorityFee } = chain.market
  const least = baseFee + max(priorityFee, policy.minPriorityFee)
  const cost = computeFees(chain.market, policy) === null ? `gas costs ${inGwei(least)} gwei` : 'higher fees are needed'
  const limit = `maxFeePerGasGwei of ${network.environment} ${network.name} allows ${inGwei(policy.maxFeePerGas)}`
  return { kind: 'fee_too_high', text: `${cost}, and ${limit}: transactions wait until it costs less or is raised` }
}

function inGwei(wei: bigint): string {
  return String(Math.round(Number(wei) / 1e6) / 1e3)
}
