import type { TextStream } from '../http/exchange.ts'
import { createStreamJob } from '../workers/stream-events.ts'
import type { ApiCall, TestCheckout } from './index.ts'

export type Stream = TextStream

/** The stream that a request is answered with. */
export async function openStream(shop: TestCheckout, target: string, call: ApiCall = {}): Promise<Stream> {
  const answer = await shop.request('GET', target, call)
  if (!answer.stream) throw new Error(`no stream: ${JSON.stringify(answer.body)}`)
  return answer.stream as Stream
}

/** Reads new events for the open streams, as the job does. */
export async function runStreams(shop: TestCheckout): Promise<void> {
  const job = createStreamJob(shop.checkout.context)
  while ((await job.run()).more);
}

type Message = { readonly id: number; readonly event: string; readonly data: string }

/** The next events of a stream, without its comments. */
export async function readMessages(stream: Stream, count: number): Promise<Message[]> {
  const messages: Message[] = []
  while (messages.length < count) {
    const { done, value } = await stream.next()
    if (done) throw new Error(`the stream ended after ${messages.length} of ${count} messages`)
    const message = parseMessage(value)
    if (message) messages.push(message)
  }
  return messages
}

/** Reads it by the rules of the standard: a field a line, and an empty line at the end. */
function parseMessage(text: string): Message | null {
  if (!text.endsWith('\n\n')) throw new Error(`unfinished: ${JSON.stringify(text)}`)
  const fields = text
    .slice(0, -2)
    .split(/\r\n|\r|\n/)
    .map((line) => /^(\w*): (.*)$/s.exec(line)?.slice(1) ?? ['', line])
  const { id, event, data } = Object.fromEntries(fields)
  return id === undefined ? null : { id: Number(id), event, data }
}
