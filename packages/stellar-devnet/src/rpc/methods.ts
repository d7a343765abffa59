import type { rpc } from '@stellar/stellar-sdk'
import { BASE_FEE, PASSPHRASE, PROTOCOL_VERSION, SOFTWARE } from '../ledger/network.ts'
import { getEvents } from './get-events.ts'
import { getLedgerEntries } from './get-ledger-entries.ts'
import { getLatestLedger, getLedgers } from './get-ledgers.ts'
import { getTransaction, getTransactions } from './get-transactions.ts'
import type { Params } from './refusal.ts'
import { sendTransaction } from './send-transaction.ts'
import { simulateTransaction } from './simulate-transaction.ts'
import type { Window } from './window.ts'

/** The methods of the RPC. Each throws a Refusal if the parameters are invalid. */
export const METHODS: Readonly<Record<string, (window: Window, params: Params, origin: string) => object>> = {
  getEvents,
  getFeeStats,
  getHealth,
  getLatestLedger,
  getLedgerEntries,
  getLedgers,
  getNetwork,
  getTransaction,
  getTransactions,
  getVersionInfo,
  sendTransaction,
  simulateTransaction,
}

function getHealth({ oldest, latest, faults }: Window): rpc.Api.GetHealthResponse {
  return {
    status: 'healthy',
    latestLedger: latest.sequence,
    oldestLedger: oldest.sequence,
    ledgerRetentionWindow: faults.rpc.retentionLedgers,
  }
}

function getNetwork(_window: Window, _params: Params, origin: string): rpc.Api.GetNetworkResponse {
  return {
    friendbotUrl: `${origin}/friendbot`,
    passphrase: PASSPHRASE,
    protocolVersion: String(PROTOCOL_VERSION),
  }
}

function getVersionInfo(): rpc.Api.GetVersionInfoResponse {
  const [version, commitHash, buildTimestamp, captiveCoreVersion] = [SOFTWARE, '', '', SOFTWARE]
  return {
    version,
    commitHash,
    buildTimestamp,
    captiveCoreVersion,
    protocolVersion: PROTOCOL_VERSION,
    // The SDK also declares the names of older servers.
    commit_hash: commitHash,
    build_timestamp: buildTimestamp,
    captive_core_version: captiveCoreVersion,
    protocol_version: PROTOCOL_VERSION,
  }
}

/** Ledgers are never full here, so everyone pays the base fee. */
function getFeeStats({ latest }: Window): rpc.Api.GetFeeStatsResponse {
  const fee = String(BASE_FEE)
  const distribution = {
    ...{ max: fee, min: fee, mode: fee, p10: fee, p20: fee, p30: fee, p40: fee, p50: fee },
    ...{ p60: fee, p70: fee, p80: fee, p90: fee, p95: fee, p99: fee },
    transactionCount: String(latest.transactions.length),
    ledgerCount: 1,
  }
  return { sorobanInclusionFee: distribution, inclusionFee: distribution, latestLedger: latest.sequence }
}
