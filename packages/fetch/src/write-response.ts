import type { ApiResponse, BodyStream } from '@crypto-checkout/core'

const encoder = new TextEncoder()

/** The Response for an answer. A stream ends when the request is aborted. */
export function writeResponse(answer: ApiResponse, { method, signal }: Pick<Request, 'method' | 'signal'>): Response {
  const { status, body, cookies, stream } = answer
  const headers = new Headers(answer.headers)
  for (const cookie of cookies ?? []) headers.append('set-cookie', cookie)
  if (stream && method === 'HEAD') {
    void stream.return?.()
    return new Response(null, { status, headers })
  }
  if (stream) return new Response(writeStream(stream, signal), { status, headers })
  if (status === 304 || status === 204) return new Response(null, { status, headers })
  const bytes = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body)
  headers.set('content-length', String(bytes.byteLength))
  return new Response(method === 'HEAD' ? null : bytes, { status, headers })
}

/** Asks for each part when the client has taken the one before. */
function writeStream(stream: BodyStream, signal: AbortSignal): ReadableStream<Uint8Array> {
  const leave = () => void stream.return?.()
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  void stream.ended.then(() => signal.removeEventListener('abort', leave))
  let isAsked = false
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // A client that takes nothing is told as well. The others get the end when they ask for what comes.
        void stream.ended.then(() => (isAsked ? undefined : finish(stream, controller)))
      },
      async pull(controller) {
        isAsked = true
        const { done, value } = await stream.next()
        isAsked = false
        if (done) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}

/** Closes a response whose stream has ended. One that was cut off says so by an error. */
async function finish(stream: BodyStream, controller: ReadableStreamDefaultController): Promise<void> {
  try {
    await stream.next()
    controller.close()
  } catch (error) {
    controller.error(error)
  }
}
