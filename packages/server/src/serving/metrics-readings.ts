import { listKeys } from '@crypto-checkout/api-types'
import { type BooksState, type Checkout, type Figures, type NetworkState, networkTroubles } from '@crypto-checkout/core'
import { Counter, Gauge, type Registry } from 'prom-client'
import { readVersion } from '../setup/version.ts'

const WEI_PER_COIN = 1e18
/** Labels that identify a key of this server. */
export const KEY = ['environment', 'network', 'address']

/** In units of a network's native coin. */
export function toCoins(wei: bigint): number {
  return Number(wei) / WEI_PER_COIN
}

/** Gauges that are read on each scrape. Returns a function that updates them. */
export function createReadings(registry: Registry) {
  const always = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `checkout_${name}`, help, labelNames: [...labelNames], registers: [registry] })
  const forget: (() => void)[] = []
  const gauge: MakeGauge = (name, help, labelNames = []) => {
    const made = always(name, help, labelNames)
    // `reset` would set a gauge without labels to 0.
    forget.push(() => (labelNames.length === 0 ? made.remove() : made.reset()))
    return made
  }
  buildInfo(always('build_info', 'What runs.', ['version', 'node']))
  const answers = always('db_up', '1 while the database answers. Without it, what would be read from it is not there.')
  const wal = always('wal_bytes', "Length of SQLite's write-ahead log.")
  const setNetworks = networkReadings(registry, gauge)
  const setBooks = bookReadings(always)
  const setFigures = figureReadings(gauge)
  return async (checkout: Pick<Checkout, 'networks' | 'books' | 'figures'>, walBytes: number | null): Promise<void> => {
    setOrLeaveOut(wal, walBytes)
    setBooks(checkout.books())
    try {
      const queries = Promise.all([checkout.networks(), checkout.figures()])
      const [networks, figures] = await awaitAnswer(queries)
      setNetworks(networks)
      setFigures(figures)
      answers.set(1)
    } catch {
      // The old values may no longer be true.
      for (const one of forget) one()
      answers.set(0)
    }
  }
}

/** If the value is unknown, the series is left out: any number would look like the truth. */
function setOrLeaveOut(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove()
  else gauge.set(value)
}

type MakeGauge = (name: string, help: string, labels?: readonly string[]) => Gauge

function buildInfo(gauge: Gauge): void {
  gauge.set({ version: readVersion(), node: process.version }, 1)
}

function networkReadings(registry: Registry, gauge: MakeGauge) {
  const labels = ['environment', 'network']
  const numbers = {
    head: gauge('chain_head_block', 'The newest block that a node showed.', labels),
    read: gauge('chain_scanned_block', 'The last block that was read.', labels),
    final: gauge('chain_final_block', 'The last block that is final.', labels),
    lag: gauge('chain_lag_seconds', 'Since the newest block that was seen was closed.', labels),
    stall: gauge('chain_finality_stall_seconds', 'Since the final block moved last.', labels),
    missed: gauge('chain_missed_blocks', 'Blocks missed while the server was away that are not read yet.', labels),
  }
  const setTroubles = troubleReadings(gauge, labels)
  const malformed = new Counter({
    name: 'checkout_malformed_logs_total',
    help: 'Logs of nodes that could not be read and were left out.',
    labelNames: [...labels, 'host'],
    registers: [registry],
  })
  return (states: readonly NetworkState[]): void => {
    malformed.reset()
    for (const { environment, network, head, read, final, ...state } of states) {
      const where = { environment, network }
      const delays = { stall: state.finalStandsSeconds, lag: state.unreadSeconds, missed: state.lag.missed }
      const values = { head, read, final, ...delays }
      for (const name of listKeys(values)) {
        const value = values[name]
        if (value !== null) numbers[name].set(where, value)
      }
      setTroubles(where, state.troubles)
      for (const node of state.nodes) malformed.inc({ ...where, host: new URL(node.url).host }, node.malformedLogs)
    }
  }
}

function troubleReadings(gauge: MakeGauge, labels: readonly string[]) {
  const trouble = gauge('chain_in_trouble', '1 while this is wrong with the network: see /readyz.', [...labels, 'kind'])
  return (where: Record<string, string>, now: NetworkState['troubles']): void => {
    for (const kind of networkTroubles) trouble.set({ ...where, kind }, now.includes(kind) ? 1 : 0)
  }
}

function bookReadings(gauge: MakeGauge) {
  const imbalance = gauge('ledger_imbalance', 'Rows of the books that do not add up. It must be 0.')
  const checked = gauge('ledger_checked_timestamp_seconds', 'When all of the books had been looked at last.')
  return (state: BooksState): void => {
    imbalance.set(state.imbalance)
    setOrLeaveOut(checked, state.checkedAt === null ? null : Date.parse(state.checkedAt) / 1_000)
  }
}

function figureReadings(gauge: MakeGauge) {
  const pending = gauge('webhook_pending', 'Deliveries that are not sent yet, counted up to 10,000.')
  const oldest = gauge('webhook_oldest_pending_seconds', 'Age of the oldest delivery that is not sent yet.')
  const disabled = gauge('webhooks_disabled', 'Endpoints that are sent nothing more.')
  const lease = gauge('lease_held', '1 where this server is the one of several that does it.', ['lease'])
  const setKeys = keyReadings(gauge)
  const setConnections = connectionReadings(gauge)
  return ({ keys, leases, connections, ...figures }: Figures): void => {
    pending.set(figures.pendingDeliveries)
    oldest.set(figures.oldestDeliverySeconds)
    disabled.set(figures.disabledWebhooks)
    for (const { name, held } of leases) lease.set({ lease: name }, held ? 1 : 0)
    setKeys(keys)
    setConnections(connections)
  }
}

function keyReadings(gauge: MakeGauge) {
  const open = gauge('sends_open', 'Transactions of this server that have not ended.', [...KEY, 'state'])
  const unknown = gauge('sends_oldest_unknown_seconds', 'Age of the oldest one that may be mined or not.', KEY)
  const balance = gauge('gas_balance', "What a key has for gas, in the network's own coin.", KEY)
  const gap = gauge(
    'nonce_gap',
    'Transactions of a key by the chain beyond those signed here; below 0: some are not mined yet.',
    KEY,
  )
  return (keys: Figures['keys']): void => {
    for (const { environment, network, address, queued, signed, unknownSeconds, balance: wei, nonceGap } of keys) {
      const where = { environment, network, address }
      open.set({ ...where, state: 'queued' }, queued)
      open.set({ ...where, state: 'signed' }, signed)
      unknown.set(where, unknownSeconds)
      if (wei !== null) balance.set(where, toCoins(wei))
      if (nonceGap !== null) gap.set(where, nonceGap)
    }
  }
}

function connectionReadings(gauge: MakeGauge) {
  const connections = gauge('db_connections', 'Connections to PostgreSQL that read.', ['state'])
  const waiting = gauge('db_waiting', 'Readings that wait for a connection to PostgreSQL.')
  return (now: Figures['connections']): void => {
    for (const state of ['busy', 'idle'] as const) if (now) connections.set({ state }, now[state])
    setOrLeaveOut(waiting, now?.waiting ?? null)
  }
}

const WITHIN_MS = 5_000

/** Awaits a database query. Throws after five seconds: the callers are probes, which do not wait long. */
export async function awaitAnswer<T>(query: Promise<T>): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('it took too long')), WITHIN_MS)
  try {
    return await Promise.race([query, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
