/** Live events of the shop: one connection for the whole dashboard. */
import type { Event } from '@crypto-checkout/api-types'
import type { Environment } from '../router.ts'
import { formatApiAddress, merchantHeader } from './request.ts'

const AGAIN_AFTER_MS = 3_000

const listeners = new Set<(event: Event) => void>()

/** Calls a function for each new event. Returns what ends that. */
export function onLiveEvent(listener: (event: Event) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let controller = new AbortController()

/** Follows the events of an environment, in place of the one before. */
export function followEvents(environment: Environment): void {
  stopEvents()
  controller = new AbortController()
  void follow(environment, controller.signal)
}

export function stopEvents(): void {
  controller.abort()
}

/** Connects until it is stopped. After a break it goes on behind the last event, so that none is missed. */
async function follow(environment: Environment, signal: AbortSignal): Promise<void> {
  let lastId: string | null = null
  while (!signal.aborted) {
    try {
      for await (const message of readMessages(environment, lastId, signal)) {
        lastId = message.id
        const event: Event = JSON.parse(message.data)
        for (const listener of listeners) listener(event)
      }
    } catch {
      // Without live events the pages still load what they show.
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

type Message = { readonly id: string; readonly data: string }

/** EventSource cannot name the merchant in a header, so the stream is read by hand (HTML standard, section 9.2). */
async function* readMessages(
  environment: Environment,
  lastId: string | null,
  signal: AbortSignal,
): AsyncGenerator<Message, void> {
  const headers = { ...merchantHeader(), ...(lastId === null ? {} : { 'last-event-id': lastId }) }
  const response = await fetch(formatApiAddress(environment, '/events/stream'), { headers, signal })
  if (!response.ok || !response.body) return
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => splitField(line)))
      const data = fields.get('data')
      if (data !== undefined) yield { id: fields.get('id') ?? '', data }
    }
  }
}

function splitField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trimStart()]
}
