import type { ServerResponse } from 'node:http'
import type { List } from './lists.ts'
import type { Scope } from './scope.ts'

/** Horizon ends every stream after a while; clients come back with the last id. */
const STREAM_MS = 55_000
const PAGE = 200

type Stream = {
  /** The list as it is now; a later ledger brings more. */
  list(): List
  readonly cursor: string
  /** A stream is cut after so many records; 0: none is. */
  cutAfter(): number
  onClose: Scope['chain']['onClose']
}

/** Sends what the list holds after the cursor, and what each closed ledger adds (server-sent events). */
export function stream(response: ServerResponse, { list, cursor, cutAfter, onClose }: Stream): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.write('retry: 1000\nevent: open\ndata: "hello"\n\n')
  let at = cursor
  let sent = 0
  const flush = (): void => {
    for (let page = next(); page.length > 0; page = next()) {
      for (const record of page) {
        if (cutAfter() > 0 && sent >= cutAfter()) {
          response.destroy()
          return
        }
        response.write(`id: ${record.paging_token}\ndata: ${JSON.stringify(record)}\n\n`)
        at = record.paging_token
        sent += 1
      }
    }
  }
  const next = () => (response.destroyed ? [] : list().page({ cursor: at, order: 'asc', limit: PAGE }))
  const stop = onClose(flush)
  const timer = setTimeout(() => sayGoodbye(response), STREAM_MS)
  response.on('close', () => {
    stop()
    clearTimeout(timer)
  })
  flush()
}

function sayGoodbye(response: ServerResponse): void {
  response.end('retry: 10\nevent: close\ndata: "byebye"\n\n')
}
