import type { BlockRef, Position } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Db, Tx } from '../storage/database.ts'
import { prepareQuery } from '../storage/prepared.ts'
import { pick, type Row } from '../storage/tables.ts'

/** A network's name may mean another chain when the configuration changes. */
function toKey(network: Network) {
  return { environment: network.environment, network: network.name, chain: network.chain.id }
}

export type CursorRow = Row<'cursors'>

export async function findCursor(db: Db, network: Network): Promise<CursorRow | null> {
  const [row] = await readCursor(db, toKey(network))
  return row ?? null
}

type Key = ReturnType<typeof toKey>
const readCursor = prepareQuery<Key>()((db, value) =>
  db
    .selectFrom('cursors')
    .selectAll()
    .where('environment', '=', value.environment)
    .where('network', '=', value.network)
    .where('chain', '=', value.chain),
)

/** The stored cursor, with the version that a write must name. */
export async function loadPosition(
  db: Db,
  network: Network,
): Promise<{ position: Omit<Position, 'startTime'>; version: number }> {
  const row = await findCursor(db, network)
  if (!row) return { position: { cursor: null, finalNumber: 0, recentBlocks: [] }, version: 0 }
  const cursor = { number: row.block_number, hash: row.block_hash, parentHash: row.parent_hash, time: row.block_time }
  return {
    position: { cursor, finalNumber: row.final_number, recentBlocks: await loadRing(db, network) },
    version: row.version,
  }
}

/** The number of stored blocks that are loaded from each end: a stalled finality leaves very many. */
const RING_ENDS = 256

async function loadRing(db: Db, network: Network): Promise<BlockRef[]> {
  const newest = await newestBlocks(db, toKey(network))
  if (newest.length < RING_ENDS) return newest.map(toBlock)
  const oldest = await oldestBlocks(db, toKey(network))
  const byNumber = new Map([...newest, ...oldest.reverse()].map((row) => [row.number, row]))
  return [...byNumber.values()].map(toBlock)
}

const [newestBlocks, oldestBlocks] = [blocksFrom('desc'), blocksFrom('asc')]

function blocksFrom(order: 'asc' | 'desc') {
  return prepareQuery<Key>()((db, value) =>
    db
      .selectFrom('blocks')
      .selectAll()
      .where('environment', '=', value.environment)
      .where('network', '=', value.network)
      .where('chain', '=', value.chain)
      .orderBy('number', order)
      .limit(RING_ENDS),
  )
}

/** Null if the block is not stored. */
export async function findBlock(db: Db, network: Network, number: number): Promise<BlockRef | null> {
  const row = await db
    .selectFrom('blocks')
    .selectAll()
    .where((eb) => eb.and(toKey(network)))
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? toBlock(row) : null
}

function toBlock(row: Row<'blocks'>): BlockRef {
  return { ...pick(row, 'number', 'hash', 'time'), parentHash: row.parent_hash }
}

/** Another process reads the network too and was faster: this reading must leave no trace. */
class MovedError extends Error {}

/** Moves the cursor, or creates it (version 0). Throws MovedError when it moved since it was read. */
export async function moveCursor(
  tx: Tx,
  network: Network,
  version: number,
  to: { readonly block?: BlockRef; readonly finalNumber?: number },
): Promise<void> {
  const block = to.block && {
    block_number: to.block.number,
    block_hash: to.block.hash,
    parent_hash: to.block.parentHash,
    block_time: to.block.time,
  }
  const { finalNumber } = to
  if (version === 0) {
    if (!block || finalNumber === undefined) throw new Error('a first cursor needs its block and where finality begins')
    const rows = await tx
      .insertInto('cursors')
      .values({ ...toKey(network), ...block, final_number: finalNumber, version: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .execute()
    if (rows.length === 0) throw new MovedError('there is a cursor')
    return
  }
  const rows = await tx
    .updateTable('cursors')
    .set({ ...block, version: version + 1 })
    .$if(finalNumber !== undefined, (query) =>
      query.set((eb) => ({
        final_number: finalNumber ?? 0,
        final_lag: block ? null : eb('block_number', '-', finalNumber ?? 0),
        final_step: block ? null : eb(eb.val(finalNumber ?? 0), '-', eb.ref('final_number')),
      })),
    )
    .where((eb) => eb.and(toKey(network)))
    .where('version', '=', version)
    .returning('version')
    .execute()
  if (rows.length === 0) throw new MovedError(`the cursor has moved since version ${version}`)
}

export async function insertBlocks(tx: Tx, network: Network, blocks: readonly BlockRef[]): Promise<void> {
  if (blocks.length === 0) return
  const rows = blocks.map((block) => ({
    ...toKey(network),
    number: block.number,
    hash: block.hash,
    parent_hash: block.parentHash,
    time: block.time,
  }))
  await tx.insertInto('blocks').values(rows).execute()
}

/** Deletes the blocks above a number, or below one. */
export async function deleteBlocks(tx: Tx, network: Network, side: 'above' | 'below', number: number): Promise<void> {
  await tx
    .deleteFrom('blocks')
    .where((eb) => eb.and(toKey(network)))
    .where('number', side === 'above' ? '>' : '<', number)
    .execute()
}

export async function deleteCursor(tx: Tx, network: Network): Promise<void> {
  for (const table of ['cursors', 'audits'] as const) {
    await tx
      .deleteFrom(table)
      .where((eb) => eb.and(toKey(network)))
      .execute()
  }
}

export type RecheckRow = Row<'audits'>

export async function findRecheck(db: Db, network: Network): Promise<RecheckRow | null> {
  const [row] = await readAudit(db, toKey(network))
  return row ?? null
}

const readAudit = prepareQuery<Key>()((db, value) =>
  db
    .selectFrom('audits')
    .selectAll()
    .where('environment', '=', value.environment)
    .where('network', '=', value.network)
    .where('chain', '=', value.chain),
)

/** Starts rereading after a block. */
export async function insertRecheck(tx: Tx, network: Network, { number, time }: BlockRef): Promise<void> {
  await tx
    .insertInto('audits')
    .values({ ...toKey(network), version: 1, number, time, missed_to: null, missed_to_time: null })
    .execute()
}

/** Marks the blocks up to this one that are not reread yet as not read at all. */
export async function markGap(tx: Tx, network: Network, to: BlockRef): Promise<void> {
  await changeAudit(tx, network, { missed_to: to.number, missed_to_time: to.time }).execute()
}

/** Throws MovedError when it moved since `version`, or more blocks were marked as missed. */
export async function moveRecheck(
  tx: Tx,
  network: Network,
  version: number,
  to: { readonly number: number; readonly time: number },
): Promise<void> {
  const rows = await changeAudit(tx, network, to).where('version', '=', version).returning('version').execute()
  if (rows.length === 0) throw new MovedError(`the audit has moved since version ${version}`)
}

/** Runs a change in which another process may be faster. False if it was; then nothing is written. */
export async function runUnlessMoved(change: Promise<void>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if (error instanceof MovedError) return false
    throw error
  }
}

function changeAudit(tx: Tx, network: Network, changes: Partial<RecheckRow>) {
  return tx
    .updateTable('audits')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where((eb) => eb.and(toKey(network)))
}
