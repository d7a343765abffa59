import type { List, Operations, TestHelpers } from '@crypto-checkout/api-types'
import { checkOptions, isAnything, isBoolean, isFunction, type OptionChecks } from './check-options.ts'
import { endpoints } from './endpoints.generated.ts'
import { type ApiCall, type Connection, type PostOptions, type RequestOptions, sendRequest } from './send-request.ts'

export type ClientOptions = {
  /** Ends in `/v1`, for the sandbox in `/sandbox/v1`. */
  readonly baseUrl: string
  /** `pk_...` */
  readonly publicKey: string
  /** `sk_...` */
  readonly secretKey: string
  /** Signs each request, which a key may require; false by default. */
  readonly sign?: boolean
  /** Timeout for each try, up to the last byte of the answer; 30,000 by default. */
  readonly timeoutMs?: number
  /** The number of times that a request that can be repeated is sent again; 2 by default, at most 10. */
  readonly retries?: number
  /** Node's own by default. */
  readonly fetch?: typeof fetch
}

type ApiOperations = Operations & { readonly testHelpers: TestHelpers }

/** An operation's method and path, and its parameter besides the `{id}` of the path. Lists take a query. */
type Endpoint = Pick<ApiCall, 'method' | 'path'> & { readonly takes: 'query' | 'body' | null }

type MethodOf<Resource extends keyof ApiOperations, Name> = Name extends keyof (typeof endpoints)[Resource]
  ? (typeof endpoints)[Resource][Name] extends { readonly method: infer Method }
    ? Method
    : never
  : never

type Remote<Operation, Method> = Operation extends (...args: infer Args) => Promise<infer Answer>
  ? (
      ...args: [...Args, options?: Method extends 'POST' ? PostOptions : RequestOptions]
    ) => Answer extends List<infer Item> ? Listing<Item> : Promise<Answer>
  : never

/** The API's operations, as in process, with request options as the last argument. */
export type Client = {
  readonly [Resource in keyof ApiOperations]: {
    readonly [Name in keyof ApiOperations[Resource]]: Remote<ApiOperations[Resource][Name], MethodOf<Resource, Name>>
  }
}

/**
 * A checkout's API over HTTP. GET and POST are sent again after temporary failures. Every try of a POST has the same
 * `Idempotency-Key`, so it takes effect once. PATCH and DELETE are sent again only if no connection was made.
 * Operations throw CheckoutApiError, ConnectionError, and TypeError for an invalid id. Throws TypeError for invalid
 * options.
 */
export function createClient(options: ClientOptions): Client {
  const connection = readConnection(options)
  const resources = Object.entries(endpoints).map(([resource, operations]) => {
    const methods = Object.entries(operations).map(([name, endpoint]) => [name, operation(connection, endpoint)])
    return [resource, Object.fromEntries(methods)]
  })
  return Object.fromEntries(resources)
}

const clientChecks: OptionChecks = {
  baseUrl: isAnything,
  publicKey: isAnything,
  secretKey: isAnything,
  sign: isBoolean,
  timeoutMs: isAnything,
  retries: isAnything,
  fetch: isFunction,
}

const requestChecks: OptionChecks = { signal: isSignal }
const postChecks: OptionChecks = { ...requestChecks, idempotencyKey: isAnything }

function isSignal(value: unknown): string | null {
  const isOne = typeof value === 'object' && value !== null && 'throwIfAborted' in value
  return isOne ? null : 'must be an AbortSignal'
}

function readConnection(options: ClientOptions): Connection {
  checkOptions('createClient', options, clientChecks)
  const { baseUrl, publicKey, secretKey, sign = false, timeoutMs = 30_000, retries = 2 } = options
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url || !/^https?:\/\/[^?#@\\\s]+\/v1$/.test(baseUrl)) {
    throw new TypeError('baseUrl must be an http or https URL that ends in /v1, without credentials.')
  }
  // Never show the value: in the wrong place, it may be the secret.
  if (!/^pk_[\w-]+$/.test(publicKey)) throw new TypeError('publicKey must be a public key: pk_...')
  if (!/^sk_[\w-]+$/.test(secretKey)) throw new TypeError('secretKey must be a secret key: sk_...')
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0 && timeoutMs < 2 ** 31)) {
    throw new TypeError('timeoutMs must be a positive number, less than 2^31.')
  }
  if (!Number.isInteger(retries) || retries < 0 || retries > 10) throw new TypeError('retries must be 0 to 10.')
  return { baseUrl, publicKey, secretKey, sign, timeoutMs, retries, fetch: options.fetch ?? fetch }
}

/** A method that takes id, input and options, if its endpoint takes them. */
function operation(connection: Connection, endpoint: Endpoint) {
  const { method, takes } = endpoint
  const send = async (args: readonly unknown[], query: object = {}) => {
    const { path, input, options } = readArguments(endpoint, args)
    const call = { body: { body: input }, query: { query } }
    return sendRequest(connection, { method, path, ...(takes && call[takes]) }, options)
  }
  if (takes !== 'query') return (...args: unknown[]) => send(args)
  return (...args: unknown[]) => {
    const query = args[hasId(endpoint) ? 1 : 0] ?? {}
    return createListing((page) => send(args, page) as Promise<List<{ id: string }>>, query)
  }
}

function hasId({ path }: Endpoint): boolean {
  return path.includes('{id}')
}

/** Throws TypeError for arguments that the operation would ignore. */
function readArguments(endpoint: Endpoint, args: readonly unknown[]) {
  const { method, path, takes } = endpoint
  const rest = [...args]
  const id = hasId(endpoint) ? requireId(rest.shift()) : ''
  const input = (takes && rest.shift()) ?? {}
  const options = rest.shift() ?? {}
  if (rest.length > 0) throw new TypeError(`${method} ${path} takes no arguments after its options.`)
  if (typeof input !== 'object') throw new TypeError(`The input of ${method} ${path} must be an object.`)
  checkOptions(`${method} ${path}`, options, method === 'POST' ? postChecks : requestChecks)
  return { path: path.replace('{id}', id), input, options }
}

/** An invalid id must not change the path. */
function requireId(id: unknown): string {
  if (typeof id === 'string' && /^\w{1,64}$/.test(id)) return id
  throw new TypeError('An id is up to 64 letters, digits and underscores, such as pay_...')
}

/** A page when awaited; all items, page by page, in `for await`. The request is sent at once. */
export type Listing<Item> = Promise<List<Item>> & AsyncIterable<Item>

type Query = { readonly after?: number | string | undefined }
type Listed = { readonly id: string; readonly sequence?: number }

/** `ask` fetches one page. */
function createListing<Item extends Listed>(ask: (query: object) => Promise<List<Item>>, query: Query): Listing<Item> {
  const first = ask(query)
  async function* items(): AsyncGenerator<Item, void> {
    let page = await first
    while (true) {
      yield* page.data
      const last = page.data.at(-1)
      if (!page.hasMore || !last) return
      // Only the list of events after a sequence number continues by number.
      page = await ask({
        ...query,
        ...(query.after === undefined ? { starting_after: last.id } : { after: last.sequence }),
      })
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}
