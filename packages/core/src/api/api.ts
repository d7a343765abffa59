import { type Caller, type Committing, type Context, commitPlainly } from '../context/context.ts'
import type { LoggedRequest } from '../context/request-log.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { serialise } from '../domain/serialise.ts'
import { getPaymentId } from '../events/view.ts'
import {
  type ApiRequest,
  type ApiResponse,
  getHeader,
  parseJsonBody,
  parseQuery,
  readBodyBytes,
  type TextStream,
  type Trace,
} from '../http/exchange.ts'
import { createProblemResponse, parseInput } from '../http/problem.ts'
import { type Route, takesIdempotencyKey } from '../http/route.ts'
import { type Admission, type Admitted, createAdmission } from './admission.ts'
import { callRoute } from './call-route.ts'
import { computeFingerprint, createIdempotencyRunner, readIdempotencyKey } from './idempotency.ts'
import { listRoutesAt, type Match, matchRoute } from './routes.ts'

/** nginx would keep the events back. */
const streamHeaders = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
const alwaysSent = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

type AnswerHeaders = Record<string, string>

export type Api = (request: ApiRequest, path: string, livemode: boolean, requestId: string) => Promise<ApiResponse>

/**
 * Serves the API below a base address. `path` begins with `/v1`. Every response is JSON, errors included. `report`
 * receives unexpected errors.
 */
export function createApi(ctx: Context, report: (error: unknown, requestId: string) => void): Api {
  const server = new ApiServer(ctx, report)
  return async (request, path, livemode, requestId) => {
    const [at, startedAt] = [ctx.now(), ctx.elapsed()]
    const response = await server.respond(request, path, livemode, requestId)
    logRequest(ctx, request, response, {
      id: requestId,
      livemode,
      at,
      durationMs: Math.round(ctx.elapsed() - startedAt),
    })
    return response
  }
}

class ApiServer {
  readonly #ctx: Context
  readonly #report: (error: unknown, requestId: string) => void
  readonly #admission: Admission
  readonly #runOnce: ReturnType<typeof createIdempotencyRunner>

  constructor(ctx: Context, report: (error: unknown, requestId: string) => void) {
    this.#ctx = ctx
    this.#report = report
    this.#admission = createAdmission(ctx)
    this.#runOnce = createIdempotencyRunner(ctx)
  }

  /** Answers errors too. */
  async respond(request: ApiRequest, path: string, livemode: boolean, requestId: string): Promise<ApiResponse> {
    const headers: AnswerHeaders = { 'x-request-id': requestId, ...alwaysSent }
    const trace: Trace = {}
    try {
      const answered = await this.#answer(request, path, livemode, headers, trace)
      if ('stream' in answered) return { ...answered, headers: { ...headers, ...streamHeaders }, body: '', trace }
      headers['content-type'] = 'application/json'
      return { status: answered.status, headers, body: answered.body, trace }
    } catch (error) {
      if (error instanceof CheckoutError) return createProblemResponse(error, requestId, headers, trace)
      this.#report(error, requestId)
      const hidden = new CheckoutError(
        'internal_error',
        'Something went wrong here: try again, and tell us the request id.',
      )
      return createProblemResponse(hidden, requestId, headers, trace)
    }
  }

  async #answer(request: ApiRequest, path: string, livemode: boolean, headers: AnswerHeaders, trace: Trace) {
    const ctx = this.#ctx
    const { route, id } = requireRoute(ctx, request, path, livemode)
    trace.route = routeName(route, livemode)
    if (isId('pay', id)) trace.paymentId = id
    const { owner, secret } = route.keyless
      ? { owner: this.#admission.admitAnyone(request, livemode, headers), secret: '' }
      : await this.#admission.admit(request, path, livemode, route, { headers, trace })
    const caller = this.#describeCaller(request, livemode, route, owner, headers['x-request-id'] ?? '')
    const work = async (committing: Committing) => {
      const value = await run(ctx, route, id, request, { ...caller, ...committing })
      const paymentId = getPaymentId(value)
      if (paymentId !== null) trace.paymentId = paymentId
      return value
    }
    if (route.streams) return { status: route.status, stream: (await work(commitPlainly(ctx))) as TextStream }
    const repeatKey = takesIdempotencyKey(route) ? readIdempotencyKey(request) : null
    if (repeatKey === null) return { status: route.status, body: serialise(await work(commitPlainly(ctx))) }
    const { answer, replayed } = await this.#runOnce({
      owner,
      key: repeatKey,
      fingerprint: computeFingerprint(
        request.method,
        `${path}?${request.query}`,
        readBodyBytes(request, route.maxBodyBytes),
      ),
      status: route.status,
      seal: route.sealed ? secret : null,
      work,
    })
    if (replayed) headers['idempotent-replayed'] = 'true'
    return answer
  }

  #describeCaller(request: ApiRequest, livemode: boolean, route: Route, owner: Admitted['owner'], id: string) {
    const caller = { ...owner, request: { id, address: request.address } }
    if (!route.streams) return caller
    return { ...caller, mayContinue: () => this.#admission.mayContinue(request, livemode, route, owner) }
  }
}

function requireRoute(ctx: Context, request: ApiRequest, path: string, livemode: boolean): Match {
  const isOffered = (route: Route) => !route.local || (!livemode && !!ctx.testPayer)
  const place = path.slice('/v1'.length)
  const match = matchRoute(request.method, place)
  if (match && isOffered(match.route)) return match
  const offered = listRoutesAt(place).filter(isOffered)
  throw unknownEndpoint(request, [...new Set(offered.map(({ method }) => method))].sort())
}

const MAX_PATH = 200

/** Logs a request, unless a dashboard reads: the log would be full of those who look at it. */
function logRequest(
  { requestLog }: Context,
  { method, path, address }: ApiRequest,
  { status, trace }: ApiResponse,
  facts: Pick<LoggedRequest, 'id' | 'livemode' | 'at' | 'durationMs'>,
): void {
  const author = trace?.author
  if (!author || (method === 'GET' && author.by.startsWith('usr_'))) return
  requestLog.note({
    ...facts,
    ...author,
    method,
    path: path.slice(0, MAX_PATH),
    address,
    status,
    code: trace?.code ?? null,
  })
}

async function run(ctx: Context, route: Route, id: string, request: ApiRequest, caller: Caller): Promise<unknown> {
  const place = route.streams ? readLastEventId(request) : null
  const query = parseInput(route.query, { ...parseQuery(request.query), ...place })
  const given = route.method === 'GET' ? {} : parseJsonBody(request, route.maxBodyBytes)
  const body = parseInput(route.body, given)
  return callRoute(ctx, route, caller, { id, query, body })
}

/** A browser that connects again asks for the same URL, and says in this header how far it got. */
function readLastEventId(request: ApiRequest): { readonly after: string } | null {
  if (request.headers['last-event-id'] === undefined) return null
  const after = getHeader(request, 'last-event-id') ?? ''
  if (/^\d{1,15}$/.test(after)) return { after }
  throw new CheckoutError('invalid_parameter', 'Last-Event-ID takes the id of an event of the stream.', 'Last-Event-ID')
}

const names = new Map<Route, { readonly live: string; readonly sandbox: string }>()

/** Builds each text once, below its base address. */
function routeName(route: Route, livemode: boolean): string {
  const known = names.get(route) ?? { live: `/v1${route.path}`, sandbox: `/sandbox/v1${route.path}` }
  names.set(route, known)
  return livemode ? known.live : known.sandbox
}

/** `methods`: those that the path has. */
function unknownEndpoint({ method, path }: ApiRequest, methods: readonly string[]): CheckoutError {
  const advice = methods.length === 0 ? '.' : `: use ${methods.join(' or ')}.`
  return new CheckoutError('unknown_endpoint', `There is no ${method.slice(0, 16)} ${path.slice(0, 200)}${advice}`)
}
