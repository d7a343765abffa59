import { randomFillSync, randomInt } from 'node:crypto'
import { createId, type IdPrefix } from '../domain/id.ts'

const BYTES_AN_ID = 10
const pool = new Uint8Array(BYTES_AN_ID * 512)
let used = pool.length

/** Ten unpredictable bytes. They are drawn from the system in bulk, because each call costs more than an id. */
function takeBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += BYTES_AN_ID
  return pool.subarray(used - BYTES_AN_ID, used)
}

export function generateId(prefix: IdPrefix, now: number): string {
  return createId(prefix, now, takeBytes())
}

export function generateNumberBelow(below: number): number {
  return randomInt(below)
}
