/** One thing that was looked at, and what to do where it is not right. */
export type Finding = {
  readonly ok: boolean
  /** It works, and should be seen to soon. */
  readonly warning?: true
  readonly text: string
}

/** How old something is, in words. */
export function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`
}

/** Why something failed, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
}
