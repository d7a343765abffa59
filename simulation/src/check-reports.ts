import { createHash } from 'node:crypto'
import { readStatement } from '../../packages/core/src/settlements/report.ts'
import { findAnySettlement } from '../../packages/core/src/settlements/store.ts'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import { expectSame } from './violation.ts'
import type { World } from './world.ts'

/**
 * The report of a completed settlement keeps its bytes (I22). After each step that changed anything, one of the reports is read
 * again, each in its turn.
 */
export async function checkReports(world: World, written: readonly Row<'settlements'>[]): Promise<void> {
  const { reports } = world.history
  const [longestAgo] = reports.keys()
  if (longestAgo !== undefined) await checkReport(world, longestAgo)
  for (const { id, status } of written)
    if (status === 'completed' && !reports.has(id)) reports.set(id, await digestReport(world, id))
}

/** In the end all of them are read again. */
export async function checkAllReports(world: World): Promise<void> {
  for (const id of [...world.history.reports.keys()]) await checkReport(world, id)
}

async function checkReport(world: World, id: string): Promise<void> {
  const { reports } = world.history
  const known = reports.get(id)
  const digest = await digestReport(world, id)
  if (known !== undefined) expectSame(digest, known, 'I22', `the digest of the report of ${id}`)
  // It comes last now.
  reports.delete(id)
  reports.set(id, digest)
}

/** The context is a server's, on a connection that no crash ends. */
async function digestReport(world: World, id: string): Promise<string> {
  const { db, readSnapshot } = world.storage
  const ctx = { ...world.anyServer().ctx, db, readSnapshot }
  const settlement = await findAnySettlement(db, id)
  const hash = createHash('sha256')
  if (settlement) for await (const text of readStatement(ctx, settlement)) hash.update(text)
  return hash.digest('hex')
}
