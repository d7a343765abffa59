/** The API's operations as tools of the Model Context Protocol (MCP, revision 2026-07-28). */
import { hasScope, type OperationDescription, type Scope } from '@crypto-checkout/core'
import { findNotes, leaveOutNotes, type Notes } from './notes.ts'
import { type JsonObject, shortenSchema } from './shorten-schema.ts'

/** A tool as `tools/list` answers it. */
export type Tool = {
  readonly name: string
  /** For people, in the lists of their programs. */
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly openWorldHint: boolean
    /** False if it is left out. */
    readonly idempotentHint?: true
  }
  readonly operation: OperationDescription
}

/** The answer of a tool. */
export type ToolAnswer = { readonly isError: boolean; readonly value: Readonly<Record<string, unknown>> }

/** `toToolName('createPaymentLink') // 'create_payment_link'` */
function toToolName(operation: string): string {
  return operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** `toTitle('createPaymentLink') // 'Create payment link'` */
function toTitle(operation: string): string {
  const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The rights of a pair of keys. `scopes`: null for everything. */
export type Grant = { readonly scopes: readonly Scope[] | null; readonly livemode: boolean }

/** The tools of a pair of keys. */
export type Toolbox = {
  readonly tools: readonly Tool[]
  /** Notes that the tools do not repeat. */
  readonly notes: Notes
}

/** The list of tools has no room for these: programs read the ledger and its reports over the API. */
const leftOut: ReadonlySet<string> = new Set([
  'listLedgerEntries',
  'listSettlementEntries',
  'retrieveReportSummary',
  'exportReportSummary',
  'exportLedger',
])

/**
 * The tools for a pair of keys: what it may do, and nothing else. Operations whose answers have a secret are for people:
 * a secret must not get into a conversation. `groups`: resources of scopes, such as refunds; null for all.
 */
export function listTools(
  operations: readonly OperationDescription[],
  { scopes, livemode }: Grant,
  groups: readonly string[] | null = null,
): Toolbox {
  const repeatable = operations.map(addIdempotencyKey)
  const notes = findNotes(repeatable)
  const tools = repeatable
    .filter(({ hasSecret, local }) => !hasSecret && !(local && livemode))
    .filter(({ name }) => !leftOut.has(name))
    .filter(({ scope }) => hasScope(scopes, scope))
    .filter(({ scope }) => groups === null || groups.some((group) => scope?.startsWith(`${group}:`)))
    .map((operation) => toTool(operation, notes))
  return { tools, notes }
}

function toTool(operation: OperationDescription, notes: Notes): Tool {
  const { name, method, summary, warning, input, output, readsOnly, replaces, reachesOut } = operation
  return {
    name: toToolName(name),
    title: toTitle(name),
    description: [summary, ...(warning ? [warning] : [])].map((text) => text.replace(/[^.]$/, '$&.')).join(' '),
    inputSchema: leaveOutForPeople(shortenSchema(leaveOutNotes(notes, input))),
    outputSchema: leaveOutForPeople(output),
    annotations: {
      readOnlyHint: readsOnly,
      destructiveHint: replaces || warning !== undefined,
      openWorldHint: reachesOut,
      // A POST is repeated safely with an idempotencyKey only.
      ...(readsOnly || method === 'POST' ? {} : { idempotentHint: true }),
    },
    operation,
  }
}

const idempotencyKey = { type: 'string', description: 'Repeat a call with the same one: it happens once' }

/** The operation, with a key if it is a POST. */
function addIdempotencyKey(operation: OperationDescription): OperationDescription {
  const { method, input } = operation
  if (method !== 'POST') return operation
  return { ...operation, input: { ...input, properties: { ...input.properties, idempotencyKey } } }
}

/** QR codes as data URIs are for people, and 7,000 characters each. Addresses of customers are to be in no conversation. */
const FOR_PEOPLE: readonly unknown[] = ['qrCode', 'customerEmail', 'customerLanguage']

function leaveOutForPeople(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema), (name, value) => {
    if (name === 'required' && Array.isArray(value)) return value.filter((one) => !FOR_PEOPLE.includes(one))
    return FOR_PEOPLE.includes(name) ? undefined : value
  })
}

/** A request of the API, relative to its base address. */
export type ToolRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The request that a call of a tool stands for. What is wrong in its arguments, the API refuses. */
export function toRequest({ operation }: Tool, given: JsonObject): ToolRequest {
  const { idempotencyKey: key, ...input } = given
  const { method, queryNames } = operation
  const { id, ...fields } = operation.path.includes('{id}') ? input : { id: undefined, ...input }
  const query = new URLSearchParams(queryNames.includes('qrCode') ? { qrCode: 'false' } : {})
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (method === 'GET' || queryNames.includes(name)) query.append(name, String(value))
    else body[name] = value
  }
  const path = operation.path.replace('{id}', encodeURIComponent(String(id ?? '')))
  const hasBody = Object.keys(body).length > 0
  return {
    method,
    path: query.size > 0 ? `${path}?${query}` : path,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
    },
    body: hasBody ? JSON.stringify(body) : null,
  }
}

/** An answer of the API without pictures. */
export function toResult(text: string): JsonObject {
  return JSON.parse(text, (name, value) => (name === 'qrCode' ? undefined : value))
}
