import type { BlockRef, Position } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'

export type CursorRow = Row<'cursors'>

export async function findCursor(db: Db, network: Network): Promise<CursorRow | null> {
  const row = await db
    .selectFrom('cursors')
    .selectAll()
    .where('environment', '=', network.environment)
    .where('network', '=', network.name)
    .where('chain', '=', network.chain.id)
    .executeTakeFirst()
  return row ?? null
}

/** The cursor as it was left, with the version that a write must name. */
export async function loadPosition(
  db: Db,
  network: Network,
): Promise<{ position: Omit<Position, 'startTime'>; version: number }> {
  const row = await findCursor(db, network)
  if (!row) return { position: { cursor: null, finalNumber: 0, ring: [] }, version: 0 }
  const cursor = { number: row.block_number, hash: row.block_hash, parentHash: row.parent_hash, time: row.block_time }
  return {
    position: { cursor, finalNumber: row.final_number, ring: await loadRing(db, network) },
    version: row.version,
  }
}

async function loadRing(db: Db, network: Network): Promise<BlockRef[]> {
  const rows = await db
    .selectFrom('blocks')
    .selectAll()
    .where('environment', '=', network.environment)
    .where('network', '=', network.name)
    .where('chain', '=', network.chain.id)
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => ({ number: row.number, hash: row.hash, parentHash: row.parent_hash, time: row.time }))
}

/**
 * Moves the cursor, or sets it where there was none (version 0). False when it moved since it was
 * read: somebody else reads the network too, and this reading must leave no trace.
 */
export async function moveCursor(
  tx: Tx,
  network: Network,
  version: number,
  to: { readonly block?: BlockRef; readonly finalNumber?: number },
): Promise<boolean> {
  const block = to.block && {
    block_number: to.block.number,
    block_hash: to.block.hash,
    parent_hash: to.block.parentHash,
    block_time: to.block.time,
  }
  const final = to.finalNumber === undefined ? undefined : { final_number: to.finalNumber }
  if (version === 0) {
    if (!block || !final) throw new Error('a first cursor needs its block and where finality begins')
    const key = { environment: network.environment, network: network.name, chain: network.chain.id }
    const rows = await tx
      .insertInto('cursors')
      .values({ ...key, ...block, ...final, version: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .execute()
    return rows.length === 1
  }
  const rows = await tx
    .updateTable('cursors')
    .set({ ...block, ...final, version: version + 1 })
    .where('environment', '=', network.environment)
    .where('network', '=', network.name)
    .where('chain', '=', network.chain.id)
    .where('version', '=', version)
    .returning('version')
    .execute()
  return rows.length === 1
}

export async function insertBlocks(tx: Tx, network: Network, blocks: readonly BlockRef[]): Promise<void> {
  if (blocks.length === 0) return
  const rows = blocks.map((block) => ({
    environment: network.environment,
    network: network.name,
    chain: network.chain.id,
    number: block.number,
    hash: block.hash,
    parent_hash: block.parentHash,
    time: block.time,
  }))
  await tx.insertInto('blocks').values(rows).execute()
}

/** Forgets the blocks above a number, or below one. */
export async function deleteBlocks(tx: Tx, network: Network, side: 'above' | 'below', number: number): Promise<void> {
  await tx
    .deleteFrom('blocks')
    .where('environment', '=', network.environment)
    .where('network', '=', network.name)
    .where('chain', '=', network.chain.id)
    .where('number', side === 'above' ? '>' : '<', number)
    .execute()
}

export async function deleteCursor(tx: Tx, network: Network): Promise<void> {
  await tx
    .deleteFrom('cursors')
    .where('environment', '=', network.environment)
    .where('network', '=', network.name)
    .where('chain', '=', network.chain.id)
    .execute()
}
