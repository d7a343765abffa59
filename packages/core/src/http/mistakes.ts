/** Mistakes of an input, in words for people. */

import { nearest, suggestName } from '@crypto-checkout/api-types'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/**
 * Validation of inputs: texts of schemas stay, and issues without one get their words from `describeIssue`. An input
 * can have thousands of mistakes, so words are found only for those that are reported.
 */
export const withoutTexts = { error: () => '', reportInput: true } as const

/** Longer names are not compared with known ones: that takes long, and none is as long. */
const MAX_NAME = 64

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The words for an issue, which continue the sentence that the field's name begins, as in "must be at most 100". */
export function describeIssue(issue: Issue): string {
  if (issue.message !== '') return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${types[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return describeChoice(issue.input, issue.values.map(String))
    case 'too_big':
      return describeLimit(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most')
    case 'too_small':
      return describeLimit(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least')
    case 'invalid_key':
      return issue.issues.map(describeIssue)[0] ?? 'is not valid'
    default:
      return 'is not valid'
  }
}

function describeChoice(input: unknown, known: readonly string[]): string {
  if (input === undefined) return 'is required'
  if (known.length === 1) return `must be ${known[0]}`
  if (typeof input !== 'string' || input.length > MAX_NAME) return `must be one of ${known.join(', ')}`
  return `cannot be ${JSON.stringify(input)}: ${suggestName(input, known).replace(/\.$/, '')}`
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items' }

function describeLimit(origin: string, limit: number | bigint, than: string): string {
  const unit = units[origin]
  if (unit === undefined) return `must be ${than} ${limit}`
  return limit === 1 && than === 'at least' ? 'must not be empty' : `must have ${than} ${limit} ${unit}`
}

/** The issues inside a value that may have one of several forms; else the issue itself. */
export function unfoldIssue(issue: Issue): Issue[] {
  const { code, path } = issue
  if (code !== 'invalid_union') return [issue]
  const inside = issue.errors.flat().filter((one) => one.path.length > 0 || one.code === 'unrecognized_keys')
  if (inside.length === 0) return [issue]
  return inside.flatMap((one) => unfoldIssue({ ...one, path: [...path, ...one.path] }))
}

/** The known name that an unknown field of an input stands for; null if none is close. */
export function findMeant(schema: z.core.$ZodType, path: Path): string | null {
  const name = String(path.at(-1))
  return name.length > MAX_NAME ? null : nearest(name, listFields(schema, path.slice(0, -1)))
}

/** The names of the fields that an input may have at a path. */
function listFields(schema: z.core.$ZodType, path: Path): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const [key, ...rest] = path
  switch (def.type) {
    case 'object': {
      if (key === undefined) return Object.keys(def.shape)
      const field = def.shape[String(key)]
      return field ? listFields(field, rest) : []
    }
    case 'array':
      return listFields(def.element, rest)
    case 'record':
      return listFields(def.valueType, rest)
    case 'union':
      return def.options.flatMap((option) => listFields(option, path))
    case 'pipe':
      return listFields(def.in, path)
    case 'optional':
    case 'nullable':
    case 'default':
      return listFields(def.innerType, path)
    default:
      return []
  }
}
