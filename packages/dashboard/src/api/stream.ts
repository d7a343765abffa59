/** Live events of the shop: one connection for the whole dashboard. */
import type { Event } from '@crypto-checkout/api-types'
import type { Shop } from '../router.ts'
import { session } from '../session.ts'
import { formatApiAddress, merchantHeader, RequestError } from './request.ts'

const AGAIN_AFTER_MS = 3_000

const listeners = new Set<(event: Event) => void>()

/** Calls a function for each new event. Returns what ends that. */
export function onLiveEvent(listener: (event: Event) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let controller = new AbortController()

/** Follows the events of a shop, in place of those before. */
export function followEvents(shop: Shop): void {
  stopEvents()
  controller = new AbortController()
  void follow(shop, controller.signal)
}

export function stopEvents(): void {
  controller.abort()
}

/** Connects until it is stopped or refused. After a break it goes on behind the last event, so that none is missed. */
async function follow(shop: Shop, signal: AbortSignal): Promise<void> {
  let lastId: string | null = null
  while (!signal.aborted) {
    try {
      for await (const message of readMessages(shop, lastId, signal)) {
        lastId = message.id
        const event: Event = JSON.parse(message.data)
        for (const listener of listeners) listener(event)
      }
    } catch (error) {
      // Without the session or the right for it, every attempt would be refused again.
      if (error instanceof RequestError) return
      // Without live events the pages still load what they show.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

type Message = { readonly id: string; readonly data: string }

/** EventSource cannot name the merchant in a header, so the stream is read by hand (HTML standard, section 9.2). */
async function* readMessages(shop: Shop, lastId: string | null, signal: AbortSignal): AsyncGenerator<Message, void> {
  const headers = { ...merchantHeader(shop), ...(lastId === null ? {} : { 'last-event-id': lastId }) }
  const response = await fetch(formatApiAddress(shop, '/events/stream'), { headers, signal })
  if (response.status === 401) session.lapse()
  if ([401, 403, 404].includes(response.status)) throw new RequestError(response.status, {})
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
