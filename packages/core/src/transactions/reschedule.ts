import type { Network } from '../chains/network.ts'
import type { SendTrouble } from '../domain/send.ts'
import type { Pass } from './pass.ts'
import { changeSend, findStillQueued, type SendRow } from './store.ts'

/** How long a send that cannot be signed now is postponed. */
const PUT_OFF_MS = 15_000

type PutOff = { readonly signer: string; readonly until: number; readonly trouble: SendTrouble }

/** Why sends wait, by id, as this process last saw it. */
const known = new WeakMap<Network, Map<number, PutOff>>()

/**
 * Postpones a queued send. The sends behind it go first. `changes`: further columns to write. The trouble is reported
 * in every pass until the send is tried again, because an intermittent trouble looks repaired.
 */
export async function reschedule(
  { ctx, network, signer, now }: Pass,
  row: SendRow,
  trouble: SendTrouble,
  changes: Partial<Pick<SendRow, 'refused_since'>> = {},
): Promise<void> {
  const until = now + PUT_OFF_MS
  const sends = known.get(network) ?? new Map<number, PutOff>()
  known.set(network, sends)
  sends.set(row.id, { signer: signer.address, until, trouble })
  await ctx.transact((tx) => changeSend(tx, row.id, 'queued', { ...changes, due_at: until }))
}

/** Reports why the key's postponed sends wait. Forgets those that are due again or no longer queued. */
export async function reportRescheduled({ ctx, network, signer, now, troubles }: Pass): Promise<void> {
  const sends = known.get(network)
  const own = [...(sends ?? [])].filter(([, one]) => one.signer === signer.address)
  if (!sends || own.length === 0) return
  const ids = own.map(([id]) => id)
  const queued = new Set(await findStillQueued(ctx.db, ids))
  for (const [id, { until, trouble }] of own) {
    if (until > now && queued.has(id)) troubles.push(trouble)
    else sends.delete(id)
  }
}
