import { readFileSync } from 'node:fs'
import type { BooksState, Checkout, Figures, NetworkState } from '@crypto-checkout/core'
import { Counter, Gauge, type Registry } from 'prom-client'

const WEI_PER_COIN = 1e18

/** Numbers that are looked up each time. Answers what brings them up to date. */
export function readings(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `checkout_${name}`, help, labelNames, registers: [registry] })
  buildInfo(gauge('build_info', 'What runs.', ['version', 'node']))
  const wal = gauge('wal_bytes', "Length of SQLite's write-ahead log.")
  const setNetworks = networkReadings(registry, gauge)
  const setBooks = bookReadings(gauge)
  const setFigures = figureReadings(gauge)
  return async (checkout: Pick<Checkout, 'networks' | 'books' | 'figures'>, walBytes: number): Promise<void> => {
    wal.set(walBytes)
    setBooks(checkout.books())
    setNetworks(await checkout.networks())
    setFigures(await checkout.figures())
  }
}

type MakeGauge = (name: string, help: string, labels?: string[]) => Gauge

function buildInfo(gauge: Gauge): void {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  gauge.set({ version, node: process.version }, 1)
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
    trouble: gauge('chain_in_trouble', '1 while something is wrong with the network: see /readyz.', labels),
  }
  const malformed = new Counter({
    ...{ name: 'checkout_malformed_logs_total', help: 'Logs of nodes that could not be read and were left out.' },
    ...{ labelNames: [...labels, 'host'], registers: [registry] },
  })
  return (states: readonly NetworkState[]): void => {
    malformed.reset()
    for (const { environment, network, head, read, final, ...state } of states) {
      const where = { environment, network }
      const values = { head, read, final, stall: state.finalStandsSeconds }
      const others = { lag: state.unreadSeconds, missed: state.lag.missed, trouble: state.trouble === null ? 0 : 1 }
      for (const [name, value] of Object.entries({ ...values, ...others })) {
        if (value !== null) numbers[name as keyof typeof numbers].set(where, value)
      }
      for (const node of state.nodes) malformed.inc({ ...where, host: new URL(node.url).host }, node.malformedLogs)
    }
  }
}

function bookReadings(gauge: MakeGauge) {
  const imbalance = gauge('ledger_imbalance', 'Rows of the books that do not add up. It must be 0.')
  const checked = gauge('ledger_checked_timestamp_seconds', 'When all of the books had been looked at last; 0: never.')
  return (state: BooksState): void => {
    imbalance.set(state.imbalance)
    checked.set(state.checkedAt === null ? 0 : Date.parse(state.checkedAt) / 1_000)
  }
}

function figureReadings(gauge: MakeGauge) {
  const labels = ['environment', 'network', 'address']
  const oldest = gauge('webhook_oldest_pending_seconds', 'Age of the oldest delivery that is not sent yet.')
  const disabled = gauge('webhooks_disabled', 'Endpoints that are sent nothing more.')
  const open = gauge('sends_open', 'Transactions of this server that have not ended.', [...labels, 'state'])
  const unknown = gauge('sends_oldest_unknown_seconds', 'Age of the oldest one that may be mined or not.', labels)
  const balance = gauge('gas_balance', "What a key has for gas, in the network's own coin.", labels)
  return ({ oldestDeliverySeconds, disabledWebhooks, keys }: Figures): void => {
    oldest.set(oldestDeliverySeconds)
    disabled.set(disabledWebhooks)
    for (const { environment, network, address, queued, signed, unknownSeconds, balance: wei } of keys) {
      const where = { environment, network, address }
      open.set({ ...where, state: 'queued' }, queued)
      open.set({ ...where, state: 'signed' }, signed)
      unknown.set(where, unknownSeconds)
      if (wei !== null) balance.set(where, Number(wei) / WEI_PER_COIN)
    }
  }
}
