import type { Problem } from '@crypto-checkout/api-types'
import type { z } from 'zod'
import { CheckoutError, findRefusal, type RefusalCode } from '../domain/error.ts'
import type { ApiResponse, Trace } from './exchange.ts'
import { describeIssue, findMeant, unfoldIssue, withoutTexts } from './mistakes.ts'
import { MAX_PARAM } from './parse-json.ts'

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
      ...error.facts,
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
export function parseInput<Output extends object>(schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input, withoutTexts)
  if (!result.success) throw createRefusal(result.error.issues, schema, input)
  return result.data
}

type Mistake = { readonly path: readonly PropertyKey[]; readonly describe: (param: string) => string }

const MAX_MISTAKES = 5

/**
 * The refusal for invalid input: for unknown fields, else for missing ones, else for wrong ones. It names the first few
 * of a kind.
 */
function createRefusal(found: readonly z.core.$ZodIssue[], schema: z.ZodType, input: unknown): CheckoutError {
  const issues = found.flatMap(unfoldIssue)
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? listUnknown(issue, schema) : []))
  if (unknown.length > 0) return refuse('unknown_parameter', unknown)
  const missing = issues.filter(({ path }) => path.length > 0 && valueAt(input, path) === undefined)
  if (missing.length > 0) return refuse('missing_parameter', missing.map(toMissing))
  return refuse('invalid_parameter', issues.map(toWrong))
}

function refuse(code: RefusalCode, mistakes: readonly Mistake[]): CheckoutError {
  const named = mistakes.slice(0, MAX_MISTAKES).map(({ path, describe }) => {
    const param = path.join('.').slice(0, MAX_PARAM)
    return { param, sentence: describe(param) }
  })
  const sentences = new Set(named.map(({ sentence }) => sentence))
  return new CheckoutError(code, [...sentences].join(' '), mistakes[0]?.path.length ? (named[0]?.param ?? null) : null)
}

function listUnknown({ path, keys }: z.core.$ZodIssueUnrecognizedKeys, schema: z.ZodType): Mistake[] {
  return keys.map((key) => ({
    path: [...path, key],
    describe: (param) => {
      const meant = findMeant(schema, [...path, key])
      return `There is no parameter ${JSON.stringify(param)}${meant === null ? '.' : `: did you mean ${meant}?`}`
    },
  }))
}

function toMissing(issue: z.core.$ZodIssue): Mistake {
  // A rule about several fields says when one is required.
  const words = () => (issue.code === 'custom' ? describeIssue(issue) : 'is required')
  return { path: issue.path, describe: (param) => toSentence(`${param} ${words()}`) }
}

function toWrong(issue: z.core.$ZodIssue): Mistake {
  return { path: issue.path, describe: (param) => toSentence(`${param || 'The input'} ${describeIssue(issue)}`) }
}

function toSentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
