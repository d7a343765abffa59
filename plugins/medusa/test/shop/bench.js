/** The bench of plugins/stories knows an order by its number, which Medusa does not tell its payment providers. */
import { AsyncLocalStorage } from 'node:async_hooks'

const story = new AsyncLocalStorage()
const { fetch } = globalThis

/** Adds the number to the metadata of payments that a request with the header `x-order` creates. Nothing else. */
export function nameOrders() {
  globalThis.fetch = (url, init) => {
    const order = story.getStore()
    if (!order || init?.method !== 'POST' || !/\/payments$/.test(String(url))) return fetch(url, init)
    const { metadata, ...body } = JSON.parse(init.body)
    return fetch(url, { ...init, body: JSON.stringify({ ...body, metadata: { ...metadata, order } }) })
  }
}

export function followOrder(request, _response, next) {
  story.run(request.headers['x-order'], next)
}

/** Ends this process with the one that started it, also if that is killed. */
export function endWithParent() {
  process.stdin
    .on('end', () => process.kill(process.pid, 'SIGKILL'))
    .resume()
    .unref()
}
