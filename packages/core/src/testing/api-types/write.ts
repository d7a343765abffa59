/**
 * The types of `api-types`, the endpoints of the client and the tables of `docs/api.md`, from the schemas and the routes. `npm
 * run reference` writes them.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findTaken } from '../../api/inputs.ts'
import { listMethods, operations } from '../../api/routes.ts'
import type { Route } from '../../http/route.ts'
import { describeDeleted, describeList } from '../../http/shapes/fields.ts'
import { familyEvents, familyObjects } from '../../http/shapes/notification.ts'
import { shapes } from '../../http/shapes.ts'
import { findGeneric, inputTypes, NETWORK_NAME, objects, typeNames, unions } from './names.ts'
import { declareType, formatComment, type Printing, printType, type Schema } from './print.ts'
import { fillTables } from './tables.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const NOTE =
  '/** Made by `npm run reference` from the schemas and routes of the core. Change those, and run it again. */'
const TYPES = 'packages/api-types/src'
const DOCUMENT = 'docs/api.md'

const output: Printing = { names: typeNames, io: 'output', depth: 0 }
const input: Printing = { names: typeNames, io: 'input', depth: 0 }

/** The generated files, and the document with generated tables, by their paths. */
export function writeFiles(): Record<string, string> {
  const names = {
    './audit.ts': ['AuditObject', 'AuditOperation'],
    './lists.ts': ['EventPattern', 'EventType', 'Role', 'Scope'],
  }
  const answerNames = ['NetworkName', ...Object.keys(unions), ...Object.keys(objects), ...genericNames]
  const inner = { ...names, './answers.generated.ts': answerNames }
  const files = {
    [`${TYPES}/answers.generated.ts`]: addImports(writeAnswers(), names),
    [`${TYPES}/inputs.generated.ts`]: addImports(writeInputs(), inner),
    [`${TYPES}/operations.generated.ts`]: addImports(writeOperations(), {
      ...inner,
      './inputs.generated.ts': Object.keys(inputTypes),
    }),
    'packages/client/src/endpoints.generated.ts': writeEndpoints(),
  }
  const formatted = Object.entries(files).map(([path, text]) => [path, formatSource(path, `${NOTE}\n\n${text}`)])
  return { ...Object.fromEntries(formatted), [DOCUMENT]: fillTables(readFileSync(join(ROOT, DOCUMENT), 'utf8')) }
}

/** The text of a file as the formatter leaves it. */
export function formatSource(path: string, text: string): string {
  const options = ['check', '--write', '--stdin-file-path', path]
  return execFileSync(join(ROOT, 'node_modules/.bin/biome'), options, { cwd: ROOT, input: text, encoding: 'utf8' })
}

function addImports(text: string, modules: Readonly<Record<string, readonly string[]>>): string {
  const imports = Object.entries(modules).flatMap(([path, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
    return used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '${path}'\n`]
  })
  return `${imports.join('')}\n${text}`
}

function writeAnswers(): string {
  const texts = Object.entries(unions).map(([name, { values, about, list }]) => {
    const quoted = values.map((value) => `'${value}'`)
    if (list === undefined) return `${formatComment(about, 0)}export type ${name} = ${quoted.join(' | ')}`
    return `export const ${list} = [${quoted.join(', ')}] as const
      ${formatComment(about, 0)}export type ${name} = (typeof ${list})[number]`
  })
  const about = 'A built-in network, or the name that the operator gave another EVM network'
  const network = `${formatComment(about, 0)}export type NetworkName = ${NETWORK_NAME}`
  const declared = Object.entries(objects).map(([name, { schema, about }]) => declareType(name, schema, output, about))
  return [...texts, network, ...declared, ...declareGenerics()].join('\n\n')
}

const genericNames = ['Deleted', 'Event', 'EventOf', 'List']

/** Types with a parameter, from schemas in which something stands in its place. */
function declareGenerics(): string[] {
  const item = z.unknown()
  const deleted = describeDeleted('kind')
  const { shape } = familyEvents.PaymentEvent
  const kinds = Object.entries(familyObjects).map(([family, schema]) => [family, printType(schema, output)] as const)
  const conditions = kinds.map(([family, name]) => `Type extends \`${family}.\${string}\` ? ${name} : `)
  return [
    declareType('Deleted<Kind extends string>', deleted, withTypes([deleted.shape.object, 'Kind'])),
    declareType('List<Item>', describeList(item), withTypes([item, 'Item'])),
    `type ObjectOf<Type extends EventType> = ${conditions.join('')}never`,
    declareType(
      'EventOf<Type extends EventType>',
      familyEvents.PaymentEvent,
      withTypes([shape.type, 'Type'], [shape.data, '{ object: ObjectOf<Type> }']),
      shapes.Event.description,
    ),
    `/** An event whose type determines its object: events with one kind of object, or all events. */
    export type Event<Object = ${kinds.map(([, name]) => name).join(' | ')}> = {
      [Type in EventType]: ObjectOf<Type> extends Object ? EventOf<Type> : never
    }[EventType]`,
  ]
}

function withTypes(...types: readonly (readonly [Schema, string])[]): Printing {
  return { ...output, names: { ...typeNames, bySchema: new Map([...typeNames.bySchema, ...types]) } }
}

function writeInputs(): string {
  const declared = Object.entries(inputTypes).map(([name, { schema, about }]) =>
    declareType(name, schema, input, about),
  )
  return declared.join('\n\n')
}

function writeOperations(): string {
  const { testHelpers, ...others } = operations
  const resources = Object.entries(others).map(([name, routes]) => `readonly ${name}: ${printResource(routes, 2)}`)
  return `/** For tests in the sandbox on local networks, over HTTP alone. */
    export type TestHelpers = ${printResource(testHelpers, 1)}

    /** The API's operations as methods. They throw the API's refusals as CheckoutError. */
    export type Operations = {\n${resources.join('\n')}\n}`
}

function printResource(routes: object, depth: number): string {
  return `{\n${listMethods(routes)
    .map(([name, route]) => printMethod(name, route, depth))
    .join('\n')}\n}`
}

function printMethod(name: string, route: Route, depth: number): string {
  const { summary, description, warning = '', path, answer } = route
  const comment = formatComment(`${summary}. ${description} ${warning}`.trim(), depth)
  const parameters = [...(path.includes('{id}') ? ['id: string'] : []), ...printInput(route)].join(', ')
  const answered = findGeneric(shapes[answer], (item) => printType(item, output)) ?? printType(shapes[answer], output)
  return `${comment}${name}(${parameters}): Promise<${answered}>`
}

function printInput(route: Route): string[] {
  const taken = findTaken(route)
  if (taken === null) return []
  const type = printType(route[taken], input)
  const [, kind = 'Input'] = /(Query|Filter|Changes)$/.exec(type) ?? []
  const { shape } = route[taken] as unknown as { readonly shape: Readonly<Record<string, z.ZodType>> }
  const isNeeded = kind === 'Changes' || Object.values(shape).some((field) => !field.safeParse(undefined).success)
  return [`${kind.toLowerCase()}${isNeeded ? '' : '?'}: ${type}`]
}

function writeEndpoints(): string {
  const resources = Object.entries(operations).map(([name, routes]) => {
    const endpoints = listMethods(routes).map(([one, route]) => {
      const { method, path } = route
      const taken = findTaken(route)
      return `${one}: { method: '${method}', path: '${path}', takes: ${taken === null ? 'null' : `'${taken}'`} },`
    })
    return `${name}: {\n${endpoints.join('\n')}\n},`
  })
  return `/** Every operation of the API, by its name in process. */
    export const endpoints = {\n${resources.join('\n')}\n} as const`
}
