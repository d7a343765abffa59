import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { ApiResponse } from '@crypto-checkout/core'

type BodyStream = NonNullable<ApiResponse['stream']>

/** A middleware that compresses keeps small pieces back until it is told to send them. */
type Flushing = ServerResponse & { flush?: () => void }

/**
 * Sends a stream part by part, each when the client has taken the one before, until either side ends it. A client that
 * takes nothing when the stream ends is cut off.
 */
export async function writeStream(response: Flushing, stream: BodyStream): Promise<void> {
  const leave = () => void stream.return?.()
  response.on('close', leave)
  try {
    if (response.destroyed) return
    for await (const part of stream) {
      if (!response.write(part) && !(await isDrained(response, stream))) return void response.destroy()
      response.flush?.()
    }
    response.end()
  } finally {
    response.off('close', leave)
    leave()
  }
}

/** Waits until the client has taken everything; false if the stream ended or the client left first. */
async function isDrained(response: ServerResponse, { ended }: BodyStream): Promise<boolean> {
  const waiting = new AbortController()
  const drained = once(response, 'drain', { signal: waiting.signal }).then(
    () => true,
    () => false,
  )
  const taken = await Promise.race([drained, ended.then(() => false)])
  waiting.abort()
  return taken
}
