import { NodeError } from './node-error.ts'

/** Waits for some milliseconds. */
export type Pause = (ms: number) => Promise<void>

type Options<Question extends unknown[]> = {
  readonly pause: Pause
  /** Tells whether a request may be sent twice. */
  readonly mayRepeat: (...question: Question) => boolean
}

/** The pauses before a request is repeated: most nodes count the requests of a second. */
const PAUSES_MS: readonly number[] = [250, 1_000]
/** A node that asks for a longer pause rests, and other nodes are asked meanwhile. */
const MAX_PAUSE_MS = 2_000

/**
 * Repeats a request that a busy node refuses, so a node that throttles a part of the requests still answers whole
 * readings. Throws the refusal if the node repeats it.
 */
export function repeatWhileBusy<Question extends unknown[], Answer>(
  ask: (...question: Question) => Promise<Answer>,
  { pause, mayRepeat }: Options<Question>,
) {
  return async (...question: Question): Promise<Answer> => {
    for (const pauseMs of PAUSES_MS) {
      try {
        return await ask(...question)
      } catch (error) {
        if (!isBusy(error) || !mayRepeat(...question)) throw error
        const waitMs = Math.max(pauseMs, error.retryAfterMs ?? 0)
        if (waitMs > MAX_PAUSE_MS) throw error
        await pause(waitMs)
      }
    }
    return ask(...question)
  }
}

/** Tells whether a node, or all nodes, asked to wait. */
export function isBusy(error: unknown): error is NodeError {
  return error instanceof NodeError && error.kind === 'busy'
}
