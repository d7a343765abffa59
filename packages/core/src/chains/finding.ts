/** One checked item, and what to do if it is not right. */
export type Finding = {
  readonly ok: boolean
  /** It works, but needs attention soon. */
  readonly warning?: true
  readonly text: string
}

/** An age in words. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`
}

/** The reason of a failure, in words. */
export function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
}
