/** Horizon's records about the whole network. */
import type { Horizon } from '@stellar/stellar-sdk'
import type { History } from '../ledger/history.ts'
import { BASE_FEE, PASSPHRASE, PROTOCOL_VERSION, SOFTWARE } from '../ledger/network.ts'
import { formatTime } from '../ledger/time.ts'

export function buildRootRecord(history: History, last: number): Horizon.HorizonApi.RootResponse {
  return {
    horizon_version: SOFTWARE,
    core_version: SOFTWARE,
    ingest_latest_ledger: last,
    history_latest_ledger: last,
    history_latest_ledger_closed_at: formatTime(history.ledger(last)?.closeTime ?? 0n),
    history_elder_ledger: 1,
    core_latest_ledger: history.head.sequence,
    network_passphrase: PASSPHRASE,
    current_protocol_version: PROTOCOL_VERSION,
    supported_protocol_version: PROTOCOL_VERSION,
    core_supported_protocol_version: PROTOCOL_VERSION,
  }
}

/** Ledgers are never full here, so everyone pays the base fee. */
export function buildFeeStatsRecord(last: number): Horizon.HorizonApi.FeeStatsResponse {
  const fee = String(BASE_FEE)
  const names = ['max', 'min', 'mode', 'p10', 'p20', 'p30', 'p40', 'p50', 'p60', 'p70', 'p80', 'p90', 'p95', 'p99']
  const distribution = Object.fromEntries(names.map((name) => [name, fee])) as Record<string, string>
  return {
    last_ledger: String(last),
    last_ledger_base_fee: fee,
    ledger_capacity_usage: '0.00',
    fee_charged: distribution as unknown as Horizon.HorizonApi.FeeDistribution,
    max_fee: distribution as unknown as Horizon.HorizonApi.FeeDistribution,
  }
}
