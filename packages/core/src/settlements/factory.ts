import { explainContract } from '../chains/inspect-sending.ts'
import type { Network } from '../chains/network.ts'
import type { ContractState, Deployment } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { hasConverter, insertConverter } from '../deposits/account-store.ts'
import { hasFactory, insertFactory } from '../deposits/store.ts'
import { findFinality } from '../networks/progress.ts'
import type { Db, Tx } from '../storage/database.ts'
import { enqueueSend } from '../transactions/queue.ts'
import { findSends } from '../transactions/send.ts'

export { hasFactory }

/** Each reverted transaction costs gas. */
const REVERTED_PAUSE_MS = 86_400_000

/** A contract of the checkout on a network: its address, its state there, and what is stored about it. */
type OwnContract = {
  readonly address: string
  /** The subject of the transaction that deploys it. */
  readonly subject: string
  readonly name: string
  /** For reports: "converts USDC", "nothing can be converted". */
  readonly does: string
  readonly nothing: string
  readonly deployment: Deployment
  stateAt(at: 'latest' | number): Promise<ContractState>
  isKnown(db: Db): Promise<boolean>
  note(tx: Tx): Promise<void>
}

/**
 * Ensures that the contracts which move a network's deposits on are there, finally. Those that can be deployed are
 * deployed by the gas key. Returns the trouble to report, null if there is none. Throws NodeError.
 */
export async function ensureContracts(ctx: Context, network: Network): Promise<string | null> {
  const troubles = []
  for (const contract of listContracts(ctx, network)) troubles.push(await ensureContract(ctx, network, contract))
  return troubles.filter((trouble) => trouble !== null).join('; ') || null
}

function listContracts(ctx: Context, { chain, deposits, conversion }: Network): OwnContract[] {
  const { transactor, id } = chain
  if (!transactor || !deposits) return []
  const { sweeping, converting } = transactor
  const stored = { chain: id, deployed_at: ctx.now() }
  const factory: OwnContract = {
    address: sweeping.factory,
    subject: id,
    name: 'the contract of deposits',
    ...{ does: 'sweeps deposits', nothing: 'deposits cannot be swept' },
    deployment: sweeping.deployment,
    stateAt: sweeping.factoryState,
    isKnown: (db) => hasFactory(db, id),
    note: (tx) => insertFactory(tx, stored),
  }
  if (!conversion) return [factory]
  const converter: OwnContract = {
    address: converting.contract,
    subject: `${id} converter`,
    name: 'the converter',
    ...{ does: 'converts USDC', nothing: 'nothing can be converted' },
    deployment: converting.deployment,
    stateAt: converting.contractState,
    isKnown: (db) => hasConverter(db, id),
    note: (tx) => insertConverter(tx, stored),
  }
  return [factory, converter]
}

async function ensureContract(ctx: Context, network: Network, contract: OwnContract): Promise<string | null> {
  const gas = network.sending?.gas
  if (!gas || (await contract.isKnown(ctx.db))) return null
  const finality = await findFinality(ctx.db, network)
  if (!finality) return null
  if ((await contract.stateAt(finality.finalNumber)) === 'deployed') {
    await ctx.transact((tx) => contract.note(tx))
    return null
  }
  const state = await contract.stateAt('latest')
  if (state === 'deployed') return null
  if (state !== 'deployable') return explainContract(state, contract)
  return ctx.transact(async (tx) => {
    const last = (await findSends(tx, 'factory', contract.subject)).at(-1)
    if (last && last.endedAt === null) return null
    if (last?.state === 'reverted' && ctx.now() - (last.endedAt ?? 0) < REVERTED_PAUSE_MS) {
      return `transaction ${last.hash}, which deploys ${contract.name}, was reverted: it is sent anew a day later`
    }
    const { gas: leastGas, ...call } = contract.deployment
    const order = { network, leastGas, purpose: 'factory', subject: contract.subject, signer: gas.address } as const
    await enqueueSend(ctx, tx, { ...order, ...call })
    return null
  })
}
