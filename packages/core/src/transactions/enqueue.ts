import type { Network } from '../chains/network.ts'
import { signerOf } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import type { SendPurpose } from '../domain/send.ts'
import type { Tx } from '../storage/database.ts'
import { insertQueued } from './store.ts'

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
  const { network, purpose, subject, to, data, leastGas = 0, maxCost } = order
  const signer = signerOf(network.sending, order.signer)
  if (!signer) throw new Error(`${network.environment} ${network.name} has no key of ${order.signer}`)
  const now = ctx.now()
  return insertQueued(
    tx,
    { network, signer },
    {
      ...{ purpose, subject, to_address: to.toLowerCase(), data, least_gas: leastGas },
      ...{ max_cost: maxCost === undefined ? null : String(maxCost), created_at: now, due_at: now },
    },
  )
}
