import { type Event, type EventOf, type EventType, eventTypes, suggestName } from '@crypto-checkout/api-types'
import { checkOptions, isAnything, isFunction, type OptionChecks } from './check-options.ts'
import {
  decodeKeys,
  type VerifyOptions,
  verifyChecks,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts'

/** Handlers by type; `*` gets every event without a handler of its own. */
export type EventHandlers = {
  readonly [Type in EventType]?: (event: EventOf<Type>) => unknown
} & { readonly '*'?: (event: Event) => unknown }

type Secrets = string | readonly string[]

export type WebhookOptions = VerifyOptions & {
  /** `whsec_...`; several during a replacement. A function is called for each request. */
  readonly secrets: Secrets | (() => Secrets | Promise<Secrets>)
  /** At least one handler. Events without a handler are answered with 200 and are not sent again. */
  readonly on: EventHandlers
  /** Receives errors that a handler threw; writes to standard error by default. */
  readonly onError?: (error: unknown) => void
}

export type Answer = { readonly status: 200 | 400 | 500; readonly body: { received: boolean; message?: string } }

const webhookChecks: OptionChecks = { ...verifyChecks, secrets: isAnything, on: isAnything, onError: isFunction }

/** Throws TypeError for options that would lose events. Secrets are checked separately: a build may not have them. */
export function checkWebhookOptions(name: string, options: WebhookOptions): void {
  checkOptions(name, options, webhookChecks)
  const handlers: unknown = options.on
  const entries = typeof handlers === 'object' && handlers !== null ? Object.entries(handlers) : []
  if (entries.length === 0)
    throw new TypeError(`${name} needs on with at least one handler: { 'payment.completed': ... }`)
  const known: readonly string[] = [...eventTypes, '*']
  for (const [type, handler] of entries) {
    if (!known.includes(type)) throw new TypeError(`There is no event ${type}: ${suggestName(type, known)}`)
    if (typeof handler !== 'function') throw new TypeError(`The handler of ${type} must be a function.`)
  }
}

/** The answer to a webhook: 200 once its handler is done, 400 if it cannot be verified, 500 to have it sent again. */
export async function answerWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  options: WebhookOptions,
): Promise<Answer> {
  const { secrets, on, onError, ...verifyOptions } = options
  const report = onError ?? console.error
  let valid: Secrets
  try {
    valid = typeof secrets === 'function' ? await secrets() : secrets
    decodeKeys(valid)
  } catch (error) {
    report(error)
    return createRefusal(500, 'The receiver has no valid webhook secret: send it again.')
  }
  try {
    const event = verifyWebhook(body, headers, valid, verifyOptions)
    const handlers = on as Readonly<Record<string, ((event: Event) => unknown) | undefined>>
    const own = Object.hasOwn(handlers, event.type) ? handlers[event.type] : undefined
    await (own ?? handlers['*'])?.(event)
    return { status: 200, body: { received: true } }
  } catch (error) {
    if (error instanceof WebhookVerificationError) return createRefusal(400, error.message)
    report(error)
    return createRefusal(500, 'The handler failed: send it again.')
  }
}

export function createRefusal(status: 400 | 500, message: string): Answer {
  return { status, body: { received: false, message } }
}
