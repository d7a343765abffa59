import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Node, readBody, sendJson } from '../http.ts'
import { METHODS } from './methods.ts'
import { createInvalidRequest, type Params, Refusal, readRecord } from './refusal.ts'
import { createWindow, type Window } from './window.ts'

/** Answers a JSON-RPC 2.0 request. */
export async function serveRpc(node: Node, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const origin = `http://${request.headers.host}`
  const text = await readBody(request)
  let id: unknown = null
  try {
    const request = parse(text)
    id = request.id ?? null
    const result = await call(createWindow(node), node.control, request, origin)
    sendJson(response, 200, { jsonrpc: '2.0', id, result })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    sendJson(response, 200, { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } })
  }
}

function parse(text: string): Params {
  try {
    return readRecord(JSON.parse(text), 'The request')
  } catch (error) {
    if (error instanceof Refusal) throw createInvalidRequest(error.message)
    throw new Refusal(-32_700, 'parse error')
  }
}

async function call(window: Window, control: Node['control'], request: Params, origin: string): Promise<object> {
  const method = String(request.method)
  const params = readRecord(request.params ?? undefined, 'params')
  const own = Object.hasOwn(control, method) ? control[method] : undefined
  if (own) return await own(params)
  const found = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (!found) throw new Refusal(-32_601, 'method not found')
  return found(window, params, origin)
}
