import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, type Node, sendJson } from '../http.ts'
import { METHODS } from './methods.ts'
import { invalidRequest, type Params, Refusal, recordParam } from './refusal.ts'
import { type Window, windowOf } from './window.ts'

/** Answers a JSON-RPC 2.0 request. */
export async function serveRpc(node: Node, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const origin = `http://${request.headers.host}`
  const text = await bodyOf(request)
  let id: unknown = null
  try {
    const asked = parse(text)
    id = asked.id ?? null
    const result = await call(windowOf(node), node.control, asked, origin)
    sendJson(response, 200, { jsonrpc: '2.0', id, result })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    sendJson(response, 200, { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } })
  }
}

function parse(text: string): Params {
  try {
    return recordParam(JSON.parse(text), 'The request')
  } catch (error) {
    if (error instanceof Refusal) throw invalidRequest(error.message)
    throw new Refusal(-32_700, 'parse error')
  }
}

async function call(window: Window, control: Node['control'], asked: Params, origin: string): Promise<object> {
  const method = String(asked.method)
  const params = recordParam(asked.params ?? undefined, 'params')
  const own = Object.hasOwn(control, method) ? control[method] : undefined
  if (own) return await own(params)
  const found = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (!found) throw new Refusal(-32_601, 'method not found')
  return found(window, params, origin)
}
