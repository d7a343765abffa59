/** Takes the checkout's webhooks, and hands them to the shop by the fates of their stories. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '../../../../packages/client/src/index.ts'
import type { ShopDriver, WebhookInput } from '../shop-driver.ts'
import type { Fate, Story } from '../story.ts'
import { findOrder } from './between.ts'
import { Violation } from './violation.ts'

const LATE_MS = 1_500
const AGAIN_MS = 300
/** The shop may be starting. */
const TRIES = 100
/** Signatures are valid for five minutes. */
const REPLAYED_MS = 200_000

type Thread = {
  count: number
  /** Waiting for the next one. */
  readonly held: WebhookInput[]
  readonly work: Set<Promise<void>>
  readonly passed: { readonly hook: WebhookInput; readonly at: number }[]
  lost: number
  failure: unknown
}

export class Relay {
  readonly #shop: Pick<ShopDriver, 'webhook'>
  readonly #stories: ReadonlyMap<string, Story>
  readonly #threads = new Map<string, Thread>()
  /** The orders of payments, for events of refunds. */
  readonly #orders = new Map<string, string>()
  readonly #seen = new Set<string>()
  readonly #sequences = new Set<number>()
  /** All events up to this number have come. */
  #complete = 0

  constructor(shop: Pick<ShopDriver, 'webhook'>, stories: readonly Story[]) {
    this.#shop = shop
    this.#stories = new Map(stories.map((story) => [story.order, story]))
  }

  knows(order: string): boolean {
    return this.#stories.has(order)
  }

  name(payment: string, order: string): void {
    this.#orders.set(payment, order)
  }

  /** Returns the HTTP status for the checkout. */
  take(headers: Record<string, string>, body: string): number {
    const event: Event = JSON.parse(body)
    if (event.type === 'booking.created') {
      // A shop does not ask for it. Only its number counts.
      this.#sequences.add(event.sequence)
      return 200
    }
    const order = this.#findOrder(event)
    const hook = { headers, body }
    const thread = this.#thread(order ?? '')
    const isFirst = !this.#seen.has(event.id)
    this.#seen.add(event.id)
    const fate = order === null ? 'deliver' : this.#drawFate(order, thread, isFirst)
    if (fate === 'refuse once' && isFirst) return 503
    this.#sequences.add(event.sequence)
    this.#begin(thread, () => this.#pass(thread, hook, fate))
    return 200
  }

  /** Tells whether all events up to this one have come. */
  hasAll(sequence: number): boolean {
    while (this.#sequences.has(this.#complete + 1)) this.#complete += 1
    return this.#complete >= sequence
  }

  /** Hands over what was held, and waits for all that is under way. Throws what the shop did wrong. */
  async settle(order: string): Promise<void> {
    const thread = this.#thread(order)
    for (const hook of thread.held.splice(0)) this.#begin(thread, () => this.#deliver(hook))
    while (thread.work.size > 0) await Promise.all(thread.work)
    if (thread.failure !== undefined) throw thread.failure
  }

  hasLost(order: string): boolean {
    return this.#thread(order).lost > 0
  }

  /** Hands over all webhooks of an order again, the newest first. */
  async replay(order: string): Promise<void> {
    const thread = this.#thread(order)
    const fresh = thread.passed.filter(({ at }) => performance.now() - at < REPLAYED_MS)
    for (const { hook } of fresh.toReversed()) await this.#deliver(hook)
  }

  #findOrder({ data: { object } }: Event): string | null {
    if (object.object === 'refund') return this.#orders.get(object.paymentId) ?? null
    if (object.object !== 'payment') return null
    const order = findOrder({ reference: object.reference, metadata: object.metadata }, (one) => this.knows(one))
    if (order !== null) this.name(object.id, order)
    return order
  }

  #drawFate(order: string, thread: Thread, isFirst: boolean): Fate {
    if (!isFirst) return 'deliver'
    const fate = this.#stories.get(order)?.fates[thread.count] ?? 'deliver'
    thread.count += 1
    return fate
  }

  #thread(order: string): Thread {
    const known = this.#threads.get(order)
    if (known) return known
    const thread: Thread = { count: 0, held: [], work: new Set(), passed: [], lost: 0, failure: undefined }
    this.#threads.set(order, thread)
    return thread
  }

  #begin(thread: Thread, run: () => Promise<void>): void {
    const work = run()
      .catch((error: unknown) => {
        thread.failure ??= error
      })
      .finally(() => thread.work.delete(work))
    thread.work.add(work)
  }

  async #pass(thread: Thread, hook: WebhookInput, fate: Fate): Promise<void> {
    thread.passed.push({ hook, at: performance.now() })
    const waiting = thread.held.splice(0)
    if (fate === 'held') thread.held.push(hook)
    else if (fate === 'lose') thread.lost += 1
    else await this.#hand(hook, fate)
    for (const one of waiting) await this.#deliver(one)
  }

  async #hand(hook: WebhookInput, fate: Fate): Promise<void> {
    if (fate === 'late') await sleep(LATE_MS)
    if (fate === 'forge first') await this.#forge(hook)
    const times = fate === 'thrice at once' ? 3 : 1
    await Promise.all(Array.from({ length: times }, () => this.#deliver(hook)))
    if (fate === 'twice') await this.#deliver(hook)
  }

  /** As often as it takes, as the checkout does. */
  async #deliver(hook: WebhookInput): Promise<void> {
    let last = ''
    for (let tries = 0; tries < TRIES; tries += 1) {
      const status = await this.#shop.webhook(hook).then(
        (answer) => answer.status,
        (error: unknown) => {
          last = String(error)
          return 0
        },
      )
      if (status >= 200 && status < 300) return
      if (status >= 400 && status < 500) throw new Violation(`the shop refused a genuine webhook with ${status}`)
      await sleep(AGAIN_MS)
    }
    throw new Violation(`the shop never took a webhook: ${last}`)
  }

  /** Another body with the signature of the genuine one. */
  async #forge({ headers, body }: WebhookInput): Promise<void> {
    const event = JSON.parse(body)
    const object = { ...event.data.object, status: 'completed', completedAt: new Date().toISOString() }
    const forged = JSON.stringify({ ...event, type: `${object.object}.completed`, data: { ...event.data, object } })
    const status = await this.#shop.webhook({ headers, body: forged }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status >= 200 && status < 300) throw new Violation(`the shop took a forged webhook with ${status}`)
  }
}
