/** Faults of a node that is out of reach, overloaded, or does not speak JSON-RPC. */
import type { ServerResponse } from 'node:http'
import { blocksAsked, envelope, type Fault, type LogFilter, type Reply, sendJson } from './hostile-fault.ts'
import { hex } from './json-rpc.ts'

/** Answers every call in the same way, without asking the node. */
function always(name: string, reply: Reply): Fault {
  return { name, applies: () => true, answer: async () => reply }
}

/** Takes the request and never answers; the connection stays open. */
export function neverAnswers(): Fault {
  return always('never answers', { send: () => undefined })
}

/** A fault with a gate: what was asked meanwhile is answered once it is opened, as it was when it was asked. */
export type Gate = Fault & {
  /** How many calls wait now */
  readonly waiting: number
  open(): void
}

/** Holds answers back until the gate is opened, which may be after the client gave up. */
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

/** Closes the connection without a word. */
export function dropsConnections(): Fault {
  return always('drops connections', { send: (response) => response.destroy() })
}

/** 429, with `Retry-After` where seconds are given. */
export function tooManyRequests(retryAfterSeconds?: number): Fault {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  const error = { code: 429, message: 'Too many requests' }
  return always('429', { send: (response, id) => sendJson(response, 429, { jsonrpc: '2.0', id, error }, headers) })
}

/** An internal error, as HTTP and as JSON-RPC at once. */
export function serverError(status = 503): Fault {
  return always(`${status}`, { status, error: { code: -32_603, message: 'Internal error' } })
}

/** What a proxy in front of the node says: a page, and that all is well. */
export function htmlPage(): Fault {
  const page = '<!doctype html><title>Just a moment</title><h1>Checking your browser</h1>'
  return always('HTML page', {
    send: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  })
}

/** The right answer up to its middle. */
export function truncatedJson(): Fault {
  return resends('truncated JSON', (response, json) => {
    const text = JSON.stringify(json)
    response.writeHead(200, { 'content-type': 'application/json' }).end(text.slice(0, text.length / 2))
  })
}

/** The right answer, as if it were one to another request. */
export function wrongId(): Fault {
  return resends('wrong id', (response, json) => sendJson(response, 200, { ...json, id: 999_999 }))
}

/** More than anybody can keep, without saying so in advance. It ends with the connection. */
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

/** Sends what the node answered in another form. */
function resends(name: string, send: (response: ServerResponse, json: object) => void): Fault {
  return {
    name,
    applies: () => true,
    async answer(method, params, ask) {
      const reply = await ask(method, params)
      if ('send' in reply) return reply
      return { send: (response, id) => send(response, envelope(reply, id)) }
    },
  }
}

/** The provider's own way to say: too many requests. */
export function rateLimited(): Fault {
  return always('-32005', { error: { code: -32_005, message: 'daily request count exceeded, request rate limited' } })
}

/** Refuses to send more logs than `most` at once, and suggests half of the range. */
export function tooManyResults(most: number): Fault {
  return {
    name: 'too many results',
    applies: (method) => method === 'eth_getLogs',
    async answer(method, params, ask) {
      const reply = await ask(method, params)
      const asked = await blocksAsked(ask, params[0] as LogFilter)
      if (!('result' in reply) || !asked || (reply.result as unknown[]).length <= most) return reply
      const [from, to] = asked
      const suggested = `[${hex(from)}, ${hex(from + Math.floor((to - from) / 2))}]`
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
      const asked = await blocksAsked(ask, params[0] as LogFilter)
      if (!asked || asked[1] - asked[0] < blocks) return ask(method, params)
      return { error: { code: -32_602, message: `eth_getLogs is limited to a ${blocks} block range` } }
    },
  }
}
