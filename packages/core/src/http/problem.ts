import type { Problem } from '@crypto-checkout/api-types'
import type { z } from 'zod'
import { CheckoutError, findRefusal } from '../domain/error.ts'
import type { ApiResponse, Trace } from './exchange.ts'

/** Builds every error response. */
export function createProblemResponse(
  error: CheckoutError,
  requestId: string,
  headers: ApiResponse['headers'],
  trace: Trace = {},
): ApiResponse {
  const { status, type, retryAfterS } = findRefusal(error.code)
  const problem: Problem = {
    error: {
      type,
      code: error.code,
      message: error.message,
      param: error.param,
      ...(error.missing === null ? {} : { missing: error.missing }),
      requestId,
    },
  }
  const always = {
    'x-request-id': requestId,
    'content-type': 'application/json',
    ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
  }
  return {
    status,
    headers: { ...headers, ...always },
    body: JSON.stringify(problem),
    trace: { ...trace, code: error.code },
  }
}

/** Parses input with a schema. Throws a refusal for invalid input. */
export function parseInput(schema: z.ZodType<object>, input: unknown): object {
  const result = schema.safeParse(input)
  if (!result.success) throw refusalOf(result.error, input)
  return result.data
}

/** The refusal for invalid input: unknown fields first, then missing ones, then wrong ones. */
function refusalOf(error: z.ZodError, input: unknown): CheckoutError {
  const { issues } = error
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') return unknownField([...issue.path, issue.keys[0] ?? ''].join('.'))
  }
  const missing = issues.find((issue) => issue.path.length > 0 && valueAt(input, issue.path) === undefined)
  if (missing) {
    const param = missing.path.join('.')
    return new CheckoutError('missing_parameter', `${param} is required.`, param)
  }
  const [issue] = issues
  const param = issue?.path.length ? issue.path.join('.') : null
  const message = issue?.message.replace(/\.$/, '') ?? 'invalid'
  return new CheckoutError('invalid_parameter', param ? `${param}: ${message}.` : `${message}.`, param)
}

function unknownField(path: string): CheckoutError {
  const param = path.slice(0, 64)
  return new CheckoutError('unknown_parameter', `There is no parameter ${JSON.stringify(param)}.`, param)
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
