import type { ServerResponse } from 'node:http'
import type { Faults } from '../faults.ts'
import type { List } from './lists.ts'
import type { Scope } from './scope.ts'

const PAGE = 200

type Stream = {
  /** The current list; a later ledger extends it. */
  list(): List
  readonly cursor: string
  readonly faults: Faults['horizon']
  onClose: Scope['chain']['onClose']
}

/** Sends the list's items after the cursor, and the items of each closed ledger (server-sent events). */
export function stream(response: ServerResponse, { list, cursor, faults, onClose }: Stream): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.write('retry: 1000\nevent: open\ndata: "hello"\n\n')
  let at = cursor
  let left = faults.cutStreamsAfter || Number.POSITIVE_INFINITY
  const next = () => (left > 0 && !response.destroyed ? list().page({ cursor: at, order: 'asc', limit: PAGE }) : [])
  const flush = (): void => {
    for (let page = next(); page.length > 0; page = next()) {
      for (const record of page.slice(0, left)) {
        response.write(`id: ${record.paging_token}\ndata: ${JSON.stringify(record)}\n\n`)
        at = record.paging_token
        left -= 1
      }
    }
    // Data written before still arrives.
    if (left <= 0 && !response.destroyed) response.write('', () => response.destroy())
  }
  const stop = onClose(flush)
  const timer = setTimeout(() => sayGoodbye(response), faults.streamMs)
  response.on('close', () => {
    stop()
    clearTimeout(timer)
  })
  flush()
}

function sayGoodbye(response: ServerResponse): void {
  response.end('retry: 10\nevent: close\ndata: "byebye"\n\n')
}
