import type { Context } from '../../context/context.ts'
import { toOwner } from '../../domain/owner.ts'
import { recordEvent } from '../../events/record.ts'
import type { Tx } from '../../storage/database.ts'
import { createStatementLinkIn } from '../report-link.ts'
import { findAnySettlement, updateSettlement } from '../store.ts'
import { viewSettlement } from '../view.ts'
import { endLost } from './store.ts'

const LOST_CHAIN = 'the local network began anew while its money was converted'

/** For a lost local chain: nothing that was under way there will arrive. */
export async function forgetConversions(ctx: Context, tx: Tx, chain: string): Promise<void> {
  for (const id of await endLost(tx, chain, ctx.now())) {
    const settlement = await findAnySettlement(tx, id)
    if (!settlement) continue
    const failed = await updateSettlement(tx, settlement, { status: 'failed', failure: LOST_CHAIN })
    const owner = toOwner(settlement)
    const link = await createStatementLinkIn(ctx, tx, owner)
    const object = await viewSettlement(ctx, tx, failed, link(id, ctx.now()))
    await recordEvent(ctx, tx, { ...owner, type: 'settlement.failed', object })
  }
}
