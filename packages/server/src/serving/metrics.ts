import { statSync } from 'node:fs'
import type { Answered, Checkout, Observer } from '@crypto-checkout/core'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { toMethodName } from './log.ts'
import { addHistogram } from './metrics-histogram.ts'
import { createReadings, KEY, toCoins } from './metrics-readings.ts'

/** Seconds: answers from memory take under a millisecond, requests that query a node may take seconds. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Blocks: on Ethereum, a block deeper than 64 would be final. */
const REORG_BUCKETS = [1, 2, 3, 5, 8, 16, 32, 64]
const COMMIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export type Metrics = {
  readonly observer: Observer
  readonly contentType: string
  /** The Prometheus text format (version 0.0.4). */
  render(checkout: Pick<Checkout, 'networks' | 'books' | 'figures'>): Promise<string>
}

/**
 * A server's counters, and the gauges that it reads on each scrape. Labels have few values, all known to the server:
 * no merchants and no payments, and only the host of a node's URL.
 */
export function openMetrics(database: string): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const observer = counting(registry)
  const read = createReadings(registry)
  return {
    observer,
    contentType: registry.contentType,
    async render(checkout) {
      await read(checkout, walBytes(database))
      return registry.metrics()
    },
  }
}

/** Refusals with a counter of their own. */
const AUTH_FAILURES = [
  'missing_api_key',
  'invalid_api_key',
  'wrong_environment',
  'invalid_signature',
  'stale_timestamp',
  'invalid_credentials',
  'invalid_session',
]
const CONFLICTS = ['idempotency_mismatch', 'idempotency_in_progress']

function counting(registry: Registry): Observer {
  return {
    ...countRequests(registry),
    ...countPayments(registry),
    ...countNodes(registry),
    ...countWebhooks(registry),
    ...countSends(registry),
  }
}

const NETWORK = ['environment', 'network']

type Count = (...labels: string[]) => void

function addCounter(registry: Registry, name: string, help: string, labels: readonly string[] = []): Count {
  const counter = new Counter({ name: `checkout_${name}`, help, labelNames: [...labels], registers: [registry] })
  const child = children((values) => counter.labels(...values))
  // A counter without labels exists from the start.
  return (...values) => (values.length === 0 ? counter.inc() : child(values).inc())
}

function countRequests(registry: Registry): Pick<Observer, 'answered' | 'committed'> {
  const request = requestHistogram(registry)
  const commit = addHistogram(registry, {
    name: 'checkout_db_commit_seconds',
    help: 'From when work is handed over until it is on disk.',
    buckets: COMMIT_BUCKETS,
  })([])
  const limited = addCounter(registry, 'rate_limited_total', 'Requests refused because there were too many.')
  const auth = addCounter(registry, 'auth_failures_total', 'Requests whose keys or signature were refused.', ['reason'])
  const conflict = addCounter(
    registry,
    'idempotency_conflicts_total',
    'Repeated keys of another request, or while one is worked on.',
  )
  const replay = addCounter(registry, 'idempotency_replays_total', 'Answers that were kept for a repeated key.')
  return {
    answered(answered) {
      request(answered)
      if (answered.replayed) replay()
      const { code } = answered
      if (code === null) return
      if (code === 'rate_limited') limited()
      else if (AUTH_FAILURES.includes(code)) auth(code)
      else if (CONFLICTS.includes(code)) conflict()
    },
    committed: (ms) => commit.observe(ms / 1_000),
  }
}

function countPayments(registry: Registry): Pick<Observer, 'recorded' | 'strayed'> {
  const transitions = addCounter(
    registry,
    'payment_transitions_total',
    'Changes of payments that were written, created included.',
    [...NETWORK, 'coin', 'to'],
  )
  const unattributed = addCounter(
    registry,
    'transfers_unattributed_total',
    'Transfers that pay nothing by themselves.',
    [...NETWORK, 'reason'],
  )
  return {
    recorded({ type, environment, network, coin }) {
      const [resource, to = ''] = type.split('.')
      if (resource === 'payment') transitions(environment, network ?? '', coin ?? '', to)
    },
    strayed: ({ environment, network, reason }) => unattributed(environment, network, reason),
  }
}

function countNodes(registry: Registry): Pick<Observer, 'reorganised' | 'asked' | 'disagreed'> {
  const reorgs = addCounter(registry, 'reorgs_total', 'Reorganisations of what was read.', NETWORK)
  const reorgDepth = children(
    addHistogram(registry, {
      name: 'checkout_reorg_depth_blocks',
      help: 'Reorganisations by how many blocks that were read are no longer on the chain.',
      labelNames: NETWORK,
      buckets: REORG_BUCKETS,
    }),
  )
  const rpc = addCounter(registry, 'rpc_requests_total', 'Requests to nodes.', ['host', 'method', 'outcome'])
  const disagreements = addCounter(
    registry,
    'rpc_disagreements_total',
    'Questions about which the nodes of a network contradicted one another.',
    NETWORK,
  )
  return {
    reorganised({ environment, network }, blocks) {
      reorgs(environment, network)
      reorgDepth([environment, network]).observe(blocks)
    },
    asked: (host, method, outcome) => rpc(host, method, outcome),
    disagreed: ({ environment, network }) => disagreements(environment, network),
  }
}

function countWebhooks(registry: Registry): Pick<Observer, 'attempted'> {
  const attempts = addCounter(registry, 'webhook_attempts_total', 'Webhooks that were sent.', ['outcome'])
  const blocked = addCounter(registry, 'ssrf_blocked_total', 'Webhooks whose address may not be reached.')
  return {
    attempted({ outcome }) {
      attempts(outcome)
      if (outcome === 'blocked') blocked()
    },
  }
}

function countSends(registry: Registry): Pick<Observer, 'ended'> {
  const ended = addCounter(registry, 'sends_ended_total', 'Transactions of this server that have ended.', [
    ...KEY,
    'outcome',
  ])
  const cost = new Counter({
    name: 'checkout_sends_cost_total',
    help: "What they cost, in the network's own coin.",
    labelNames: KEY,
    registers: [registry],
  })
  return {
    ended({ outcome, cost: wei, ...key }) {
      ended(key.environment, key.network, key.address, outcome)
      if (wei !== null) cost.inc(key, toCoins(wei))
    },
  }
}

function requestHistogram(registry: Registry): (answered: Answered) => void {
  const child = children(
    addHistogram(registry, {
      name: 'checkout_http_request_duration_seconds',
      help: 'Requests by how long they took to answer.',
      labelNames: ['route', 'method', 'status'],
      buckets: REQUEST_BUCKETS,
    }),
  )
  return ({ route, method, status, ms }) => child([route, toMethodName(method), String(status)]).observe(ms / 1_000)
}

/** Children by their labels, looked up once each: the library builds a key again for every count. */
function children<Child>(find: (values: readonly string[]) => Child): (values: readonly string[]) => Child {
  const known = new Map<string, Child>()
  return (values) => {
    const key = values.join('\n')
    const child = known.get(key) ?? find(values)
    known.set(key, child)
    return child
  }
}

/** The length of the write-ahead log; null if there is none. */
function walBytes(database: string): number | null {
  if (!database.startsWith('sqlite:')) return null
  return statSync(`${database.slice('sqlite:'.length)}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
