/** The answers of operations in the API document: their headers, and the refusals by status. */
import { type RefusalCode, refusals } from '../../domain/catalog/refusals.ts'
import { type Route, takesIdempotencyKey } from '../../http/route.ts'
import { listRefusals } from '../refusals.ts'
import { findExample } from './examples.ts'
import { refer } from './schemas.ts'

type Json = { readonly [name: string]: unknown }

/** Headers of answers, by the names that the server sends. */
export const headers = {
  'X-Request-Id': text(
    'The id of the request. Tell it to the operator if something goes wrong',
    'req_01m7y9ep8cfx4tmmxsjxta759q',
  ),
  RateLimit: text(
    'The rest of the limit: `r` requests, and `t` seconds until the next one if none is left. The name is the plan',
    '"sandbox";r=99;t=0',
  ),
  'RateLimit-Policy': text('The limit: `q` requests in `w` seconds. The name is the plan', '"sandbox";q=100;w=60'),
  'Retry-After': {
    description: 'Seconds to wait before the request is repeated',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  'Idempotent-Replayed': {
    description: '`true`: the answer is the first one to this `Idempotency-Key`',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
}

function text(description: string, example: string): Json {
  return { description, schema: { type: 'string' }, example }
}

function send(...names: (keyof typeof headers)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const limited = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] as const

function describeAnswer(route: Route): Json {
  const { answer, name, status } = route
  return {
    description: status === 201 ? 'Created' : 'Done',
    headers: takesIdempotencyKey(route) ? send(...limited, 'Idempotent-Replayed') : send(...limited),
    content: json({ schema: refer(answer), example: findExample(name).answer }),
  }
}

/** OpenAPI 3.1 cannot say what the messages of a stream contain, other than in words. */
function describeStream({ answer, name }: Route): Json {
  return {
    description: `Server-sent events that go on. The data of each is JSON: ${refer(answer).$ref}`,
    headers: send(...limited),
    content: { 'text/event-stream': { schema: { type: 'string' }, example: findExample(name).answer } },
  }
}

const titles: Readonly<Record<number, { readonly name: string; readonly about: string }>> = {
  400: { name: 'BadRequest', about: 'The request is wrong, or the object does not allow it' },
  401: { name: 'Unauthorized', about: 'The keys are missing or wrong' },
  403: { name: 'Forbidden', about: 'The keys do not allow it' },
  404: { name: 'NotFound', about: 'There is no such object' },
  409: { name: 'Conflict', about: 'Somebody else was faster' },
  429: { name: 'TooManyRequests', about: 'Too many requests' },
  500: { name: 'ServerError', about: 'The server cannot answer at present' },
  503: { name: 'Unavailable', about: 'A network cannot be reached at present' },
}

type Shared = { readonly name: string; readonly response: Json }

/** Refusals that several operations share are in the document once: one for each set of codes. */
export function createResponses() {
  const shared = new Map<string, Shared>()

  function share(status: number, codes: readonly RefusalCode[]): Shared {
    const key = codes.join(' ')
    const { name: title, about } = titles[status] ?? { name: 'Refused', about: 'Refused' }
    const same = [...shared.values()].filter(({ name }) => name.replace(/\d+$/, '') === title).length
    const known = shared.get(key) ?? {
      name: same === 0 ? title : `${title}${same + 1}`,
      response: createRefusal(status, about, codes),
    }
    shared.set(key, known)
    return known
  }

  function describeRefusals(route: Route): Json {
    const byStatus = [...Map.groupBy(listRefusals(route), (code) => refusals[code].status)].sort(([a], [b]) => a - b)
    return Object.fromEntries(
      byStatus.map(([status, codes]) => [status, { $ref: `#/components/responses/${share(status, codes).name}` }]),
    )
  }

  return {
    /** The answers of an operation by their status. */
    describe(route: Route): Json {
      const done = route.streams ? describeStream(route) : describeAnswer(route)
      return { [route.status]: done, ...describeRefusals(route) }
    },
    /** The refusals that were referred to until now. */
    list: (): Json => Object.fromEntries([...shared.values()].map(({ name, response }) => [name, response])),
  }
}

function createRefusal(status: number, about: string, codes: readonly RefusalCode[]): Json {
  const waits = codes.some((code) => code === 'rate_limited' || 'retryAfterS' in refusals[code])
  return {
    description: `${about}. \`code\` is ${formatCodes(codes)}`,
    headers: send(...(status === 401 ? [limited[0]] : limited), ...(waits ? (['Retry-After'] as const) : [])),
    content: json({ schema: refer('Problem'), example: createProblem(codes[0] ?? 'internal_error') }),
  }
}

/** `a`, `b` or `c`. */
function formatCodes(codes: readonly RefusalCode[]): string {
  return codes
    .map((code) => `\`${code}\``)
    .join(', ')
    .replace(/, (?=[^,]+$)/, ' or ')
}

function createProblem(code: RefusalCode): Json {
  const { type, meaning } = refusals[code]
  return { error: { type, code, message: meaning, param: null, requestId: 'req_01m7y9ep8cfx4tmmxsjxta759q' } }
}

function json(content: Json): Json {
  return { 'application/json': content }
}
