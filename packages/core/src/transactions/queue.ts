import type { Network } from '../chains/network.ts'
import { getSigner } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import type { SendPurpose } from '../domain/send.ts'
import type { Tx } from '../storage/database.ts'
import { changeSend, insertQueued, restartSends } from './store.ts'

export type SendOrder = {
  readonly network: Network
  /** The address of one of the network's signers. */
  readonly signer: string
  readonly purpose: Exclude<SendPurpose, 'fill'>
  /** The id of the object that the transaction serves. */
  readonly subject: string
  readonly to: string
  /** Hexadecimal bytes. */
  readonly data: string
  /**
   * A lower bound of the gas limit. Needed if a call catches errors of its inner calls, because an estimate covers only
   * the outer call.
   */
  readonly leastGas?: number
  /** The most that it may cost, in wei. It waits while gas is more expensive. */
  readonly maxCost?: bigint
}

/**
 * Queues a transaction and returns its id. It is sent after this database transaction commits. The purpose's handler
 * gets the outcome once. Throws if the network has no such signer.
 */
export async function enqueueSend(ctx: Pick<Context, 'now'>, tx: Tx, order: SendOrder): Promise<number> {
  const { network, signer } = order
  if (getSigner(network.sending, signer)) return enqueueMined(ctx, tx, order)
  throw new Error(`${network.environment} ${network.name} has no key of ${signer}`)
}

/** The same for a transaction that is mined, whether the network has the signer or not. */
export function enqueueMined(ctx: Pick<Context, 'now'>, tx: Tx, order: SendOrder): Promise<number> {
  const { network, purpose, subject, to, data, leastGas = 0, maxCost = null } = order
  const now = ctx.now()
  return insertQueued(
    tx,
    { network, signer: { address: order.signer } },
    {
      purpose,
      subject,
      to_address: to.toLowerCase(),
      data,
      least_gas: BigInt(leastGas),
      max_cost: maxCost,
      created_at: now,
      due_at: now,
    },
  )
}

/**
 * Cancels a transaction that is not signed yet. No outcome is reported. False if it is signed, because then it may be
 * mined.
 */
export function cancelSend(ctx: Pick<Context, 'now'>, tx: Tx, id: number): Promise<boolean> {
  return changeSend(tx, id, 'queued', { state: 'abandoned', ended_at: ctx.now(), failure: 'cancelled' })
}

/**
 * For a lost local chain: its successor counts nonces from zero. So pending sends are signed again, and their outcomes
 * reported as usual. Never for a chain that still exists: both transactions could be mined.
 */
export function restartOnLostChain(ctx: Pick<Context, 'now'>, tx: Tx, network: Network): Promise<void> {
  return restartSends(tx, network, ctx.now())
}
