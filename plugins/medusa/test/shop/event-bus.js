/**
 * Medusa's own event bus, which hands webhooks over soon, and tells what became of them. Medusa 2.21.2 looks for
 * `webhook_delay` where no configuration puts it, and waits five seconds.
 */
import local from '@medusajs/event-bus-local'

const RECEIVED = 'payment.webhook_received'
const DELAY_MS = 50

class EventBus extends local.service {
  /** Webhooks that wait, and subscribers that run. */
  #work = new Set()
  /** By their headers. */
  #webhooks = new Map()
  /** By the header `x-delivery`, for tests that ask for one webhook. */
  #outcomes = new Map()

  emit(events, options = {}) {
    for (const event of [events].flat()) if (event.name === RECEIVED) this.#expect(event.data.payload.headers)
    return super.emit(events, options.delay ? { ...options, delay: DELAY_MS } : options)
  }

  subscribe(name, subscriber, context) {
    const tracked = (event) => {
      const run = subscriber(event)
      const outcome = run.then(
        () => null,
        ({ name, message }) => ({ name, message }),
      )
      this.#track(outcome)
      if (name === RECEIVED) this.#webhooks.get(event.data.payload.headers)?.(outcome)
      return run
    }
    return super.subscribe(name, tracked, context)
  }

  /** Null once the webhook is handled, or what was thrown and lost. */
  outcome(delivery) {
    return this.#outcomes.get(delivery)
  }

  async whenIdle() {
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  #expect(headers) {
    const { promise, resolve } = Promise.withResolvers()
    this.#webhooks.set(headers, resolve)
    this.#outcomes.set(headers['x-delivery'], promise)
    this.#track(promise)
  }

  #track(work) {
    this.#work.add(work)
    void work.then(() => this.#work.delete(work))
  }
}

export default { service: EventBus, loaders: local.loaders }
