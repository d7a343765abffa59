import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { recordFinal } from '../transfers/record.ts'
import { type RememberedTransfer, rememberedTransfers } from '../transfers/remembered.ts'
import { partEnds } from './parts.ts'
import { recipientsOf } from './read.ts'
import { settleTransfers } from './settle.ts'
import { type AuditRow, findAudit, findCursor, moveAudit } from './store.ts'

/** Final blocks that were not reread yet, and how many of them were not read at all. */
export type AuditPlace = {
  readonly number: number
  readonly time: number
  readonly left: number
  readonly missed: number
}

/** Null before the network's first reading. */
export async function auditPlace(ctx: Pick<Context, 'db'>, network: Network): Promise<AuditPlace | null> {
  const [audit, cursor] = [await findAudit(ctx.db, network), await findCursor(ctx.db, network)]
  if (!audit || !cursor) return null
  const { number, time } = audit
  return { number, time, left: cursor.final_number - number, missed: Math.max(0, (audit.missed_to ?? 0) - number) }
}

/**
 * Reads a bounded piece of final blocks again, from another node than the last time where there is
 * one, and records what was left out before: nodes answer with logs missing. Blocks that were missed
 * while nothing was read are read here for the first time, twice. False when there is nothing to reread.
 */
export async function auditNetwork(ctx: Context, network: Network): Promise<boolean> {
  const [audit, cursor] = [await findAudit(ctx.db, network), await findCursor(ctx.db, network)]
  if (!audit || !cursor || audit.number >= cursor.final_number) return false
  const from = audit.number + 1
  const missedTo = audit.missed_to ?? 0
  const isMissed = from <= missedTo
  const range = { from, to: isMissed ? missedTo : cursor.final_number, views: isMissed ? 2 : 1 } as const
  const { to, time, views } = await network.chain.reread(range, recipientsOf(ctx, network))
  const known = await rememberedTransfers(ctx.db, network, { from, to })
  const transfers = await (isMissed
    ? settleTransfers(network, views, known)
    : settleTransfers(network, [known, ...views], []))
  requireFinalOnes(known, transfers)
  await commit(ctx, network, audit, { from, to, time, transfers })
  return true
}

/** What was final may not be missing, whoever says so. */
function requireFinalOnes(known: readonly RememberedTransfer[], settled: readonly ObservedTransfer[]): void {
  const shown = new Set(settled.map((transfer) => `${transfer.txHash} ${transfer.blockHash}`))
  const lost = known.find((one) => one.final && !shown.has(`${one.txHash} ${one.blockHash}`))
  if (lost) throw new Error(`transaction ${lost.txHash} was final in block ${lost.blockNumber}, no node shows it now`)
}

type Audited = {
  readonly from: number
  readonly to: number
  readonly time: number
  readonly transfers: readonly ObservedTransfer[]
}

async function commit(ctx: Context, network: Network, audit: AuditRow, audited: Audited): Promise<void> {
  let { version } = audit
  let from = audited.from
  for (const to of partEnds(audited.transfers, audited.to)) {
    const transfers = audited.transfers.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to)
    const part = { from, to, transfers }
    const time = to === audited.to ? audited.time : (transfers.at(-1)?.blockTime ?? audit.time)
    const moved = await ctx.transact(async (tx) => {
      if (!(await moveAudit(tx, network, version, { number: to, time }))) return false
      await recordFinal(ctx, tx, network, part)
      return true
    })
    if (!moved) return
    version += 1
    from = to + 1
  }
}
