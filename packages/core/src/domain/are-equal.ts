import { timingSafeEqual } from 'node:crypto'

/** Compares two texts in a time that depends on their lengths only, so that it shows nothing of a secret. */
export function areEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
