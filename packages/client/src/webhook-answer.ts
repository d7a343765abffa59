import { type VerifyOptions, verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './verify-webhook.ts'
import type { Event, EventOf, EventType } from './wire.ts'

/** By type; `*` gets every event that has no handler of its own. */
export type EventHandlers = {
  readonly [Type in EventType]?: (event: EventOf<Type>) => unknown
} & { readonly '*'?: (event: Event) => unknown }

export type WebhookOptions = VerifyOptions & {
  /** `whsec_...`; several while one is being replaced. */
  readonly secrets: string | readonly string[]
  readonly on: EventHandlers
  /** Gets what a handler threw; standard error when left out. */
  readonly onError?: (error: unknown) => void
}

export type Answer = { readonly status: 200 | 400 | 500; readonly body: { received: boolean; message?: string } }

/** What a webhook is answered: 200 once its handler is done, 400 for what is not verified, 500 so that it is sent again. */
export async function answerWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  options: WebhookOptions,
): Promise<Answer> {
  try {
    const event = verifyWebhook(body, headers, options.secrets, options)
    const handlers = options.on as Readonly<Record<string, ((event: Event) => unknown) | undefined>>
    const own = Object.hasOwn(handlers, event.type) ? handlers[event.type] : undefined
    await (own ?? handlers['*'])?.(event)
    return { status: 200, body: { received: true } }
  } catch (error) {
    if (error instanceof WebhookVerificationError) return refused(400, error.message)
    const report = options.onError ?? console.error
    report(error)
    return refused(500, 'The handler failed: send it again.')
  }
}

export function refused(status: 400 | 500, message: string): Answer {
  return { status, body: { received: false, message } }
}
