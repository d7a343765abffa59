import type { Network } from '../chains/network.ts'
import { signerOf } from '../chains/transactor.ts'
import type { Context } from '../context.ts'
import type { SendPurpose } from '../domain/send.ts'
import type { Tx } from '../storage/database.ts'
import { insertQueued } from './store.ts'

export type SendOrder = {
  readonly network: Network
  /** The address of one of the network's signers. */
  readonly signer: string
  readonly purpose: Exclude<SendPurpose, 'fill'>
  /** The id of what it is for. */
  readonly subject: string
  readonly to: string
  /** Hexadecimal bytes. */
  readonly data: string
  /**
   * Its gas limit is no lower. Needed where a call catches what its inner calls throw: estimates name the
   * least with which the outer one goes through.
   */
  readonly leastGas?: number
  /** Wei that it may cost; while gas is dearer it waits. */
  readonly maxCost?: bigint
}

/**
 * Has a transaction sent, once this one is committed, and answers its id. How it ended is told to the
 * purpose's handler, once. Throws where the network has no such signer.
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
