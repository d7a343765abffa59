/** The last second that a Date can represent; a claim's deadline may be later. */
const LAST_SECOND = 8_640_000_000_000n

/** `formatTime(1_795_255_037n) // '2026-11-21T09:57:17Z'`: seconds in the format of both APIs */
export function formatTime(seconds: bigint): string {
  const shown = seconds > LAST_SECOND ? LAST_SECOND : seconds
  return new Date(Number(shown) * 1_000).toISOString().replace('.000Z', 'Z')
}

/** The system clock, in seconds since 1970 */
export function readClock(): bigint {
  return BigInt(Math.floor(Date.now() / 1_000))
}
