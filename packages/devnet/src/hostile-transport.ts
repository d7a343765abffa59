/** Faults of a node that is unreachable, overloaded, or does not speak JSON-RPC. */
import type { ServerResponse } from 'node:http'
import { type Fault, findBlockRange, type LogFilter, type Reply, sendJson, wrapReply } from './hostile-fault.ts'
import { formatHex } from './json-rpc.ts'

/** Answers every call in the same way, without asking the node. */
function always(name: string, reply: Reply): Fault {
  return { name, applies: () => true, answer: async () => reply }
}

/** Accepts the request and never answers; the connection stays open. */
export function neverAnswers(): Fault {
  return always('never answers', { send: () => undefined })
}

/**
 * A fault with a gate. Requests made meanwhile are answered when it opens, with the state at the time of the request.
 */
export type Gate = Fault & {
  /** The number of waiting calls */
  readonly waiting: number
  open(): void
}

/** Holds answers back until the gate opens, possibly after the client gave up. */
export function heldBack(): Gate {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let waiting = 0
  const late = resends('held back', (response, json) => {
    waiting += 1
    void opened.then(() => {
      waiting -= 1
      sendJson(response, 200, json)
    })
  })
  return {
    ...late,
    get waiting() {
      return waiting
    },
    open,
    end: open,
  }
}

/** Closes the connection without an answer. */
export function dropsConnections(): Fault {
  return always('drops connections', { send: (response) => response.destroy() })
}

/** Returns 429, with `Retry-After` if seconds are given. */
export function tooManyRequests(retryAfterSeconds?: number): Fault {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  const error = { code: 429, message: 'Too many requests' }
  return always('429', { send: (response, id) => sendJson(response, 429, { jsonrpc: '2.0', id, error }, headers) })
}

/** An internal error in both HTTP and JSON-RPC. */
export function serverError(status = 503): Fault {
  return always(`${status}`, { status, error: { code: -32_603, message: 'Internal error' } })
}

/** The answer of a proxy in front of the node: an HTML page with status 200. */
export function htmlPage(): Fault {
  const page = '<!doctype html><title>Just a moment</title><h1>Checking your browser</h1>'
  return always('HTML page', {
    send: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  })
}

/** The first half of the right answer. */
export function truncatedJson(): Fault {
  return resends('truncated JSON', (response, json) => {
    const text = JSON.stringify(json)
    response.writeHead(200, { 'content-type': 'application/json' }).end(text.slice(0, text.length / 2))
  })
}

/** The right answer with the id of another request. */
export function wrongId(): Fault {
  return resends('wrong id', (response, json) => sendJson(response, 200, { ...json, id: 999_999 }))
}

/** More data than a client can hold, without a length in advance. It ends with the connection. */
export function endlessAnswer(): Fault {
  const chunk = ' '.repeat(1_024 * 1_024)
  return resends('endless answer', (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  })
}

/** Sends the node's answer in another form. */
function resends(name: string, send: (response: ServerResponse, json: object) => void): Fault {
  return {
    name,
    applies: () => true,
    async answer(method, params, ask) {
      const reply = await ask(method, params)
      if ('send' in reply) return reply
      return { send: (response, id) => send(response, wrapReply(reply, id)) }
    },
  }
}

/** A provider's own code for too many requests. */
export function rateLimited(): Fault {
  return always('-32005', { error: { code: -32_005, message: 'daily request count exceeded, request rate limited' } })
}

/** Refuses to return more than `most` logs at once, and suggests half of the range. */
export function tooManyResults(most: number): Fault {
  return {
    name: 'too many results',
    applies: (method) => method === 'eth_getLogs',
    async answer(method, params, ask) {
      const reply = await ask(method, params)
      const range = await findBlockRange(ask, params[0] as LogFilter)
      if (!('result' in reply) || !range || (reply.result as unknown[]).length <= most) return reply
      const [from, to] = range
      const suggested = `[${formatHex(from)}, ${formatHex(from + Math.floor((to - from) / 2))}]`
      const message = `query returned more than ${most} results. Try with this block range ${suggested}.`
      return { error: { code: -32_005, message } }
    },
  }
}

/** Refuses `eth_getLogs` over more than `blocks` blocks. */
export function rangeLimit(blocks: number): Fault {
  return {
    name: 'range limit',
    applies: (method) => method === 'eth_getLogs',
    async answer(method, params, ask) {
      const range = await findBlockRange(ask, params[0] as LogFilter)
      if (!range || range[1] - range[0] < blocks) return ask(method, params)
      return { error: { code: -32_602, message: `eth_getLogs is limited to a ${blocks} block range` } }
    },
  }
}
