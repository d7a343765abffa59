/** Horizon's records of claimable balances and assets. */
import { type AssetType, type Horizon, xdr } from '@stellar/stellar-sdk'
import { formatStroops, parseAsset, readIssuer } from '../ledger/amount.ts'
import { type ClaimableBalance, TRUST, type Trustline } from '../ledger/entries.ts'
import type { History } from '../ledger/history.ts'
import type { View } from '../ledger/state.ts'
import { formatTime } from '../ledger/time.ts'
import { buildFlagFields } from './account-record.ts'
import { link } from './link.ts'
import { buildPredicateFields } from './predicate-fields.ts'

type Balance = Horizon.ServerApi.ClaimableBalanceRecord & { last_modified_time: string; flags: object }

export function buildBalanceRecord(base: string, history: History, balance: ClaimableBalance): Balance {
  const self = `${base}/claimable_balances/${balance.id}`
  return {
    _links: { self: link(self), transactions: link(`${self}/transactions{?cursor,limit,order}`) } as Balance['_links'],
    id: balance.id,
    asset: balance.asset,
    amount: formatStroops(balance.amount),
    sponsor: balance.sponsor,
    last_modified_ledger: balance.modified,
    last_modified_time: formatTime(history.ledger(balance.modified)?.closeTime ?? 0n),
    claimants: balance.claimants.map(({ destination, predicate }) => ({
      destination,
      predicate: buildPredicateFields(xdr.ClaimPredicate.fromXdr(predicate, 'base64')),
    })),
    flags: { clawback_enabled: false },
    paging_token: `${balance.modified}-${balance.id}`,
  }
}

/** Every trusted asset, in the order of the paging tokens */
export function buildAssetRecords(base: string, view: View): Horizon.ServerApi.AssetRecord[] {
  const lines = new Map<string, Trustline[]>()
  for (const line of view.all('trustline')) lines.set(line.asset, [...(lines.get(line.asset) ?? []), line])
  return [...lines]
    .map(([name, trustlines]) => buildAssetRecord(base, view, name, trustlines))
    .sort((a, b) => (a.paging_token < b.paging_token ? -1 : 1))
}

type Links = Horizon.ServerApi.AssetRecord['_links']

function buildAssetRecord(
  base: string,
  view: View,
  name: string,
  lines: readonly Trustline[],
): Horizon.ServerApi.AssetRecord {
  const asset = parseAsset(name)
  const type = asset.getAssetType() as AssetType.credit4 | AssetType.credit12
  const kinds = {
    authorized: lines.filter(({ flags }) => flags & TRUST.authorized),
    authorized_to_maintain_liabilities: lines.filter(({ flags }) => flags & TRUST.maintainLiabilities),
    unauthorized: lines.filter(({ flags }) => !(flags & (TRUST.authorized | TRUST.maintainLiabilities))),
  }
  const sum = (some: readonly { balance: bigint }[]): string =>
    formatStroops(some.reduce((total, { balance }) => total + balance, 0n))
  const domain = view.get('account', readIssuer(name))?.homeDomain
  const claimable = [...view.all('claimable')].filter((balance) => balance.asset === name)
  return {
    _links: { self: link(base), toml: link(domain ? `https://${domain}/.well-known/stellar.toml` : '') } as Links,
    asset_type: type,
    asset_code: asset.getCode(),
    asset_issuer: asset.getIssuer() ?? '',
    paging_token: `${asset.getCode()}_${asset.getIssuer()}_${type}`,
    accounts: {
      authorized: kinds.authorized.length,
      authorized_to_maintain_liabilities: kinds.authorized_to_maintain_liabilities.length,
      unauthorized: kinds.unauthorized.length,
    },
    balances: {
      authorized: sum(kinds.authorized),
      authorized_to_maintain_liabilities: sum(kinds.authorized_to_maintain_liabilities),
      unauthorized: sum(kinds.unauthorized),
    },
    num_claimable_balances: claimable.length,
    num_liquidity_pools: 0,
    num_contracts: 0,
    claimable_balances_amount: sum(claimable.map(({ amount }) => ({ balance: amount }))),
    liquidity_pools_amount: '0.0000000',
    contracts_amount: '0.0000000',
    flags: buildFlagFields(view.get('account', readIssuer(name))?.flags ?? 0),
  }
}
