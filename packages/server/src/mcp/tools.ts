/** The API's operations as tools of the Model Context Protocol (MCP, revision 2026-07-28). */
import { hasScope, type OperationDescription, type Scope } from '@crypto-checkout/core'

type JsonObject = { readonly [name: string]: unknown }

/** A tool as `tools/list` answers it. */
export type Tool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  readonly operation: OperationDescription
}

/** What a call of a tool returned. */
export type ToolAnswer = { readonly isError: boolean; readonly value: Readonly<Record<string, unknown>> }

/** `toToolName('createPaymentLink') // 'create_payment_link'` */
function toToolName(operation: string): string {
  return operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** What a pair of keys may do. `scopes`: null for everything. */
export type Grant = { readonly scopes: readonly Scope[] | null; readonly livemode: boolean }

/**
 * The tools for a pair of keys: what it may do, and nothing else. Operations whose answers have a secret are for people:
 * a secret must not get into a conversation.
 */
export function listTools(operations: readonly OperationDescription[], { scopes, livemode }: Grant): Tool[] {
  return operations
    .filter(({ hasSecret, local }) => !hasSecret && !(local && livemode))
    .filter(({ scope }) => hasScope(scopes, scope))
    .map(toTool)
}

function toTool(operation: OperationDescription): Tool {
  const { name, method, summary, warning, input, output } = operation
  return {
    name: toToolName(name),
    description: [summary, ...(warning ? [warning] : [])].map((text) => text.replace(/[^.]$/, '$&.')).join(' '),
    inputSchema: method === 'POST' ? addIdempotencyKey(input) : input,
    outputSchema: withoutPictures(output),
    annotations: {
      readOnlyHint: method === 'GET',
      destructiveHint: warning !== undefined,
      // A POST is repeated safely with an idempotencyKey only.
      idempotentHint: method !== 'POST',
      openWorldHint: false,
    },
    operation,
  }
}

const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Choose one for each change that you mean, and send the same one if you repeat the call: it happens once.',
}

function addIdempotencyKey(input: JsonObject): JsonObject {
  return { ...input, properties: { ...(input.properties as JsonObject), idempotencyKey } }
}

/** QR codes as data URIs are for people, and 7,000 characters each. */
function withoutPictures(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema), (name, value) => {
    if (name === 'required' && Array.isArray(value)) return value.filter((one) => one !== 'qrCode')
    return name === 'qrCode' ? undefined : value
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
  const query = new URLSearchParams()
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
