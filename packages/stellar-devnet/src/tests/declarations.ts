/** For a test: the SDK's declarations of the answers of Horizon and RPC. */
import { readFileSync } from 'node:fs'

type Field = { readonly name: string; readonly required: boolean; readonly type: string }
type Declared = {
  readonly fields: readonly Field[]
  readonly bases: readonly string[]
  readonly links: readonly string[]
}

type Declarations = ReadonlyMap<string, Declared>

function readDeclarations(files: readonly string[]): Declarations {
  const root = new URL('./', import.meta.resolve('@stellar/stellar-sdk'))
  const found = new Map<string, Declared>()
  for (const file of files) {
    const text = readFileSync(new URL(file, root), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    for (const match of text.matchAll(/\binterface (\w+)/g)) {
      const [, name = ''] = match
      const open = findBodyStart(text, match.index + match[0].length)
      const head = text.slice(match.index + match[0].length, open)
      found.set(name, { fields: readFields(text, open), ...readBases(head) })
    }
  }
  return found
}

/** The opening brace of the body: the first one outside type parameters */
function findBodyStart(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '<') depth++
    if (text[at] === '>') depth--
    if (text[at] === '{' && depth === 0) return at
  }
  throw new Error('An interface has no body.')
}

function readFields(text: string, open: number): Field[] {
  const fields: Field[] = []
  let depth = 1
  let start = open + 1
  for (let at = open + 1; depth > 0; at++) {
    depth += change(text[at])
    if (text[at] !== ';' || depth !== 1) continue
    const found = /^\s*(\w+)(\?)?: ([\s\S]+)$/.exec(text.slice(start, at))
    if (found) fields.push({ name: found[1] ?? '', required: found[2] === undefined, type: (found[3] ?? '').trim() })
    start = at + 1
  }
  return fields
}

function change(character = '}'): number {
  if ('{[('.includes(character)) return 1
  return '}])'.includes(character) ? -1 : 0
}

function readBases(head: string): { bases: string[]; links: string[] } {
  const [, list = ''] = head.split(/ extends (?=[A-Z])(?![^<]*=)/)
  const clause = head.includes('> extends ') ? head.slice(head.lastIndexOf('> extends ') + 10) : list
  const bases = [...clause.matchAll(/(?:\w+\.)?(\w+)(?:<[^>]*>)?/g)].map(([, name = '']) => name)
  const links = /BaseResponse<([^>]*)>/.exec(clause)?.[1] ?? ''
  return { bases, links: [...links.matchAll(/"(\w+)"/g)].map(([, name = '']) => name) }
}

const HORIZON = readDeclarations(['horizon/horizon_api.d.ts', 'horizon/server_api.d.ts', 'horizon/types/assets.d.ts'])
const RPC = readDeclarations(['rpc/api.d.ts'])

/**
 * The fields that the SDK declares as always present and that an answer lacks, or has with another type. Returns paths
 * such as `balances[0].limit`
 */
export function findMissingInHorizon(name: string, value: unknown): string[] {
  return findMissing(HORIZON, name, value, '')
}

export function findMissingInRpc(name: string, value: unknown): string[] {
  return findMissing(RPC, name, value, '')
}

function findMissing(declarations: Declarations, name: string, value: unknown, at: string): string[] {
  const declared = declarations.get(name)
  if (!declared) throw new Error(`The SDK declares no ${name}.`)
  const answer = value as Record<string, unknown>
  const links = declared.links.filter((link) => !(link in ((answer._links as object | undefined) ?? {})))
  const bases = declared.bases.filter((base) => declarations.has(base))
  return [
    ...links.map((link) => `${at}_links.${link}`),
    ...bases.flatMap((base) => findMissing(declarations, base, value, at)),
    ...declared.fields.flatMap((field) => checkField(declarations, field, answer[field.name], `${at}${field.name}`)),
  ]
}

function checkField(declarations: Declarations, { required, type }: Field, value: unknown, at: string): string[] {
  // Links are matched by name, and methods belong to the SDK.
  if (at.endsWith('_links') || /^Call(Collection)?Function|=>/.test(type)) return []
  if (value === undefined) return required ? [at] : []
  return checkType(declarations, type, value, at)
}

function checkType(declarations: Declarations, type: string, value: unknown, at: string): string[] {
  const alternatives = type.split(' | ')
  const primitives = alternatives.filter((one) => ['string', 'number', 'boolean', 'null'].includes(one))
  if (primitives.length === alternatives.length) {
    const actual = value === null ? 'null' : typeof value
    return primitives.includes(actual) ? [] : [`${at} is no ${type}`]
  }
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${at} is no ${type}`]
    return value.flatMap((one, index) => checkType(declarations, type.slice(0, -2), one, `${at}[${index}]`))
  }
  const name = /^(?:\w+\.)?(\w+)$/.exec(type)?.[1] ?? ''
  return declarations.has(name) ? findMissing(declarations, name, value, `${at}.`) : []
}
