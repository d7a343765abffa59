/** Handlers that receive webhooks, for Express and for frameworks with fetch. */
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

type Answer = { readonly status: 200 | 400 | 500; readonly body: { received: boolean; message?: string } }

const webhookChecks: OptionChecks = { ...verifyChecks, secrets: isAnything, on: isAnything, onError: isFunction }

/** Throws TypeError for options that would lose events. Secrets are checked separately: a build may not have them. */
function checkWebhookOptions(name: string, options: WebhookOptions): void {
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
async function answerWebhook(
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

function createRefusal(status: 400 | 500, message: string): Answer {
  return { status, body: { received: false, message } }
}

/** The parts of Node's request that are used. Express's request has them too, so these types need no dependency. */
type WebhookRequest = AsyncIterable<Uint8Array> & {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly readableEnded: boolean
  readonly body?: unknown
  readonly rawBody?: unknown
}

type WebhookResponse = {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
}

/**
 * A handler for Express that reads the raw body itself: `app.post('/hook', webhook({ secrets, on }))`.
 * Behind a body parser, it needs the bytes in `request.rawBody`; without them it reports this and answers 500. Throws
 * TypeError for invalid options, misspelt events and invalid secrets. Secrets that a function returns are checked on
 * each request.
 */
export function webhook(
  options: WebhookOptions,
): (request: WebhookRequest, response: WebhookResponse) => Promise<void> {
  checkWebhookOptions('webhook', options)
  // Fail at the start, not at the first event.
  if (typeof options.secrets !== 'function') decodeKeys(options.secrets)
  return async (request, response) => {
    const body = await readExpressBody(request).catch(() => undefined)
    // The sender has disconnected: nothing waits for an answer.
    if (body === undefined) return
    const answer = body === null ? createLostBodyAnswer(options) : await answerWebhook(body, request.headers, options)
    response.statusCode = answer.status
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer.body))
  }
}

async function readExpressBody(request: WebhookRequest): Promise<string | Uint8Array | null> {
  return keptBody(request) ?? (request.readableEnded ? null : readBody(request))
}

/** Returns the body that an earlier middleware kept: `rawBody`, or the body of express.raw() or express.text(). */
function keptBody({ rawBody, body }: WebhookRequest): string | Uint8Array | null {
  for (const candidate of [rawBody, body])
    if (typeof candidate === 'string' || candidate instanceof Uint8Array) return candidate
  return null
}

/**
 * A handler for fetch-based frameworks: `export const POST = webhookFetch({ secrets, on })`. Throws TypeError for
 * invalid options and misspelt events. Secrets are checked on each request: a build that imports the module may not
 * have them.
 */
export function webhookFetch(options: WebhookOptions): (request: Request) => Promise<Response> {
  checkWebhookOptions('webhookFetch', options)
  return async (request) => {
    const bytes = await readFetchBody(request)
    const { status, body } = bytes
      ? await answerWebhook(bytes, request.headers, options)
      : createLostBodyAnswer(options)
    return Response.json(body, { status })
  }
}

async function readFetchBody({ bodyUsed, body }: Request): Promise<Uint8Array | null> {
  if (bodyUsed) return null
  return body ? readBody(body) : new Uint8Array()
}

/** Far larger than any event. */
const MAX_BODY_BYTES = 1_048_576

/** The bytes of a request; null if there are too many. Throws if the sender disconnects. */
async function readBody(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const received: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) return null
    received.push(chunk)
  }
  return Buffer.concat(received)
}

/** The answer when there are no bytes to verify. */
function createLostBodyAnswer(options: WebhookOptions): Answer {
  const report = options.onError ?? console.error
  const error = new Error(
    'A parser has eaten the body of a webhook, or it is too large: let the handler read it first, before express.json().',
  )
  report(error)
  return createRefusal(500, error.message)
}
