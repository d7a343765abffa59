import { createHmac } from 'node:crypto'
import type { Event } from '@crypto-checkout/api-types'
import type { PostOutcome, PostRequest } from '../../packages/core/src/outbound/post.ts'
import type { Random } from './dice.ts'
import type { Process } from './life.ts'
import { must } from './violation.ts'

/** The ways in which a merchant's server answers. */
const manners = ['well', 'well', 'well', 'failing', 'busy', 'silent', 'deaf', 'redirecting', 'gone'] as const
type Manner = (typeof manners)[number]

export type Received = {
  readonly url: string
  readonly event: Event
  /** True if the request arrived, and if the receiver confirmed it. */
  readonly came: boolean
  readonly accepted: boolean
}

/** The merchants' servers: they store what they receive, and check it as a merchant would. */
export class Receivers {
  /** The requests since the last check. */
  readonly received: Received[] = []
  readonly #manners = new Map<string, Manner>()
  /** The secrets that merchants know, by URL. */
  readonly secrets = new Map<string, string[]>()
  readonly #bodies = new Map<string, string>()
  readonly #dice: Random
  /** In milliseconds. */
  readonly #now: () => number

  constructor(dice: Random, now: () => number) {
    this.#dice = dice
    this.#now = now
  }

  disturb(url: string): Manner {
    const manner = this.#dice.one<Manner>([...manners])
    this.#manners.set(url, manner)
    return manner
  }

  heal(): void {
    this.#manners.clear()
  }

  /** Posts for a process that may end before or after the request. */
  post(life: Process, request: PostRequest): Promise<PostOutcome> {
    return life.outside(() => this.#take(request))
  }

  async #take({ url, headers, body }: PostRequest): Promise<PostOutcome> {
    for (let turns = this.#dice.below(4); turns > 0; turns--) await Promise.resolve()
    const manner = this.#manners.get(url) ?? 'well'
    const received = { url, event: JSON.parse(body), came: manner !== 'silent', accepted: manner === 'well' }
    if (received.came) this.#check(received, headers, body)
    this.received.push(received)
    for (let turns = this.#dice.below(4); turns > 0; turns--) await Promise.resolve()
    return outcomes[manner]
  }

  #check({ url, event }: Received, headers: PostRequest['headers'], body: string): void {
    must(headers['webhook-id'] === event.id, 'I8', () => `the webhook of ${event.id} is named ${headers['webhook-id']}`)
    const sent = this.#bodies.get(event.id) ?? body
    must(sent === body, 'I8', () => `event ${event.id} was told in two ways: ${sent} and ${body}`)
    this.#bodies.set(event.id, body)
    this.#checkSignature(url, headers, body)
  }

  #checkSignature(url: string, headers: PostRequest['headers'], body: string): void {
    const known = this.secrets.get(url)
    if (!known) return
    const timestamp = headers['webhook-timestamp'] ?? ''
    const content = `${headers['webhook-id']}.${timestamp}.${body}`
    const valid = known.map((secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
    })
    const signatures = (headers['webhook-signature'] ?? '').split(' ')
    must(
      signatures.some((one) => valid.includes(one)),
      'I8',
      () => `a webhook to ${url} is not signed with a secret that its merchant knows`,
    )
    const age = this.#now() - Number(timestamp) * 1_000
    must(Math.abs(age) < 600_000, 'I8', () => `a webhook to ${url} is ${age} ms old`)
  }
}

const answered = (status: number, retryAfterS: number | null = null): PostOutcome => ({
  kind: 'answered',
  status,
  bodyStart: '',
  retryAfterS,
  latencyMs: 1,
})
const unanswered: PostOutcome = { kind: 'failed', failure: 'no answer came in time', blocked: false, latencyMs: 10_000 }

const outcomes: Record<Manner, PostOutcome> = {
  well: answered(200),
  failing: answered(500),
  busy: answered(503, 60),
  silent: unanswered,
  deaf: unanswered,
  redirecting: answered(302),
  gone: answered(410),
}
