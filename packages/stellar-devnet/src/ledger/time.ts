/** The last second that a Date can represent; a claim's deadline may be later. */
const LAST_SECOND = 8_640_000_000_000n

/** `isoOf(1_795_255_037n) // '2026-11-21T09:57:17Z'`: seconds in the format of both APIs */
export function isoOf(seconds: bigint): string {
  const told = seconds > LAST_SECOND ? LAST_SECOND : seconds
  return new Date(Number(told) * 1_000).toISOString().replace('.000Z', 'Z')
}

/** The system clock, in seconds since 1970 */
export function wallClock(): bigint {
  return BigInt(Math.floor(Date.now() / 1_000))
}
