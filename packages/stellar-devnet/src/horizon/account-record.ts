import { type AssetType, type Horizon, StrKey } from '@stellar/stellar-sdk'
import { formatStroops, NATIVE, parseAsset } from '../ledger/amount.ts'
import { sumLiabilities } from '../ledger/balances.ts'
import { type Account, FLAG, TRUST, type Trustline } from '../ledger/entries.ts'
import type { History } from '../ledger/history.ts'
import type { View } from '../ledger/state.ts'
import { formatTime } from '../ledger/time.ts'
import { link } from './link.ts'

type Api = Horizon.HorizonApi.AccountResponse & { home_domain?: string }

/** An account in Horizon's format, with all its balances */
export function buildAccountRecord(base: string, view: View, history: History, account: Account): Api {
  const { id, thresholds, signers } = account
  const self = `${base}/accounts/${id}`
  const data = [...view.all('data')].filter((entry) => entry.account === id)
  const keys = [...signers, { key: id, weight: thresholds.master }]
  return {
    _links: {
      self: link(self),
      transactions: link(`${self}/transactions{?cursor,limit,order}`),
      operations: link(`${self}/operations{?cursor,limit,order}`),
      payments: link(`${self}/payments{?cursor,limit,order}`),
      effects: link(`${self}/effects{?cursor,limit,order}`),
      offers: link(`${self}/offers{?cursor,limit,order}`),
      trades: link(`${self}/trades{?cursor,limit,order}`),
      data: link(`${self}/data/{key}`),
    },
    id,
    account_id: id,
    paging_token: id,
    sequence: String(account.sequence),
    ...(account.sequenceLedger > 0
      ? { sequence_ledger: account.sequenceLedger, sequence_time: String(account.sequenceTime) }
      : {}),
    subentry_count: account.subentries,
    ...(account.homeDomain ? { home_domain: account.homeDomain } : {}),
    last_modified_ledger: account.modified,
    last_modified_time: formatTime(history.ledger(account.modified)?.closeTime ?? 0n),
    thresholds: { low_threshold: thresholds.low, med_threshold: thresholds.medium, high_threshold: thresholds.high },
    flags: buildFlagFields(account.flags),
    balances: listBalances(view, account),
    signers: keys.map(({ key, weight }) => ({ key, weight, type: 'ed25519_public_key' })),
    data: Object.fromEntries(data.map(({ name, value }) => [name, value])),
    num_sponsoring: account.sponsoring,
    num_sponsored: 0,
  }
}

export function buildFlagFields(flags: number): Horizon.HorizonApi.Flags {
  return {
    auth_required: (flags & FLAG.authRequired) !== 0,
    auth_revocable: (flags & FLAG.authRevocable) !== 0,
    auth_immutable: (flags & FLAG.authImmutable) !== 0,
    auth_clawback_enabled: (flags & FLAG.clawback) !== 0,
  }
}

/** XLM comes last. */
function listBalances(view: View, account: Account): Horizon.HorizonApi.BalanceLine[] {
  const lines = [...view.all('trustline')].filter((line) => line.account === account.id)
  const { selling, buying } = sumLiabilities(view, account.id, NATIVE)
  const native: Horizon.HorizonApi.BalanceLineNative = {
    balance: formatStroops(account.balance),
    buying_liabilities: formatStroops(buying),
    selling_liabilities: formatStroops(selling),
    asset_type: 'native' as AssetType.native,
  }
  return [...lines.map((line) => balanceLine(view, line)), native]
}

function balanceLine(view: View, line: Trustline): Horizon.HorizonApi.BalanceLineAsset {
  const asset = parseAsset(line.asset)
  const { selling, buying } = sumLiabilities(view, line.account, line.asset)
  return {
    balance: formatStroops(line.balance),
    limit: formatStroops(line.limit),
    buying_liabilities: formatStroops(buying),
    selling_liabilities: formatStroops(selling),
    last_modified_ledger: line.modified,
    is_authorized: (line.flags & TRUST.authorized) !== 0,
    is_authorized_to_maintain_liabilities: (line.flags & (TRUST.authorized | TRUST.maintainLiabilities)) !== 0,
    is_clawback_enabled: (line.flags & TRUST.clawback) !== 0,
    asset_type: asset.getAssetType() as AssetType.credit4 | AssetType.credit12,
    asset_code: asset.getCode(),
    asset_issuer: asset.getIssuer() ?? '',
  }
}

export function isAccountId(text: string): boolean {
  return StrKey.isValidEd25519PublicKey(text)
}
