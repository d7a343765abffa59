/** Paths by which a payer can pay with another asset, through the existing offers. */
import { Asset, type Horizon } from '@stellar/stellar-sdk'
import { formatAsset, formatStroops, NATIVE, parseAsset, parseStroops } from '../ledger/amount.ts'
import { computeSpendable } from '../ledger/balances.ts'
import { buy, sell } from '../ledger/order-book.ts'
import { createBadRequest } from './problem.ts'
import type { Scope } from './scope.ts'

/** The maximum number of assets in between */
const MAX_HOPS = 3

type PathFields = Omit<Horizon.ServerApi.PaymentPathRecord, '_links'>
type Found = { readonly assets: readonly string[]; readonly sent: bigint; readonly received: bigint }

/** GET /paths/strict-receive: the price of the destination amount in the source's assets, or in the given assets */
export function findStrictReceivePaths(scope: Scope): object {
  const query = scope.url.searchParams
  const destination = assetParam(query, 'destination_')
  const amount = amountParam(query, 'destination_amount')
  const sources = listParam(query, 'source_assets') ?? heldBy(scope, query.get('source_account'))
  const found = routes(
    scope,
    (assets) => sources.includes(assets[0] ?? ''),
    (assets) => assets.at(-1) === destination,
  )
  return page(found.flatMap((assets) => price(scope, assets, { received: amount })))
}

/**
 * GET /paths/strict-send: the value of the source amount in assets that the destination trusts, or in the given assets
 */
export function findStrictSendPaths(scope: Scope): object {
  const query = scope.url.searchParams
  const source = assetParam(query, 'source_')
  const amount = amountParam(query, 'source_amount')
  const targets = listParam(query, 'destination_assets') ?? heldBy(scope, query.get('destination_account'))
  const found = routes(
    scope,
    (assets) => assets[0] === source,
    (assets) => targets.includes(assets.at(-1) ?? ''),
  )
  return page(found.flatMap((assets) => price(scope, assets, { sent: amount })))
}

/** Every path along offers that does not repeat an asset, shortest first */
function routes(
  { chain }: Scope,
  starts: (assets: readonly string[]) => boolean,
  ends: (assets: readonly string[]) => boolean,
): string[][] {
  const pairs = [...chain.view.all('offer')].map(({ selling, buying }) => ({ selling, buying }))
  const assets = new Set(pairs.flatMap(({ selling, buying }) => [selling, buying]))
  let ways = [...assets].map((asset) => [asset]).filter(starts)
  const found: string[][] = []
  for (let hops = 0; hops <= MAX_HOPS + 1; hops++) {
    found.push(...ways.filter(ends))
    ways = ways.flatMap((way) => {
      const next = pairs.filter(({ buying, selling }) => buying === way.at(-1) && !way.includes(selling))
      return [...new Set(next.map(({ selling }) => selling))].map((asset) => [...way, asset])
    })
  }
  return found
}

/** The cost or return of a path, tried on a discarded state; nothing if the offers do not suffice */
function price({ chain }: Scope, assets: readonly string[], fixed: { sent: bigint } | { received: bigint }): Found[] {
  const state = chain.scratch()
  const legs = assets.slice(1).map((getting, index) => ({ taker: '', paying: assets[index] ?? '', getting }))
  let amount = 'sent' in fixed ? fixed.sent : fixed.received
  for (const leg of 'sent' in fixed ? legs : legs.reverse()) {
    const trade = 'sent' in fixed ? sell(state, leg, amount) : buy(state, leg, amount)
    if (typeof trade === 'string') return []
    amount = 'sent' in fixed ? trade.sold : trade.paid
  }
  return [
    'sent' in fixed
      ? { assets, sent: fixed.sent, received: amount }
      : { assets, sent: amount, received: fixed.received },
  ]
}

function page(found: readonly Found[]): object {
  return { _embedded: { records: found.map(record) } }
}

function record({ assets, sent, received }: Found): PathFields {
  const between = assets.slice(1, -1).map((name) => fields(name))
  const source = fields(assets[0] ?? NATIVE)
  const destination = fields(assets.at(-1) ?? NATIVE)
  return {
    source_amount: formatStroops(sent),
    source_asset_type: source.asset_type,
    source_asset_code: source.asset_code,
    source_asset_issuer: source.asset_issuer,
    destination_amount: formatStroops(received),
    destination_asset_type: destination.asset_type,
    destination_asset_code: destination.asset_code,
    destination_asset_issuer: destination.asset_issuer,
    path: between,
  }
}

/** XLM has neither code nor issuer. JSON omits undefined values, as Horizon does. */
function fields(name: string): { asset_type: string; asset_code: string; asset_issuer: string } {
  const asset = parseAsset(name)
  const none = undefined as unknown as string
  return {
    asset_type: asset.getAssetType(),
    asset_code: asset.isNative() ? none : asset.getCode(),
    asset_issuer: asset.getIssuer() ?? none,
  }
}

/** The assets that the account could pay with or receive */
function heldBy({ chain }: Scope, account: string | null): string[] {
  if (account === null) throw createBadRequest('source_assets', 'The request needs a list of assets or an account.')
  const lines = [...chain.view.all('trustline')].filter((line) => line.account === account).map(({ asset }) => asset)
  return [NATIVE, ...lines].filter((asset) => typeof computeSpendable(chain.view, account, asset) === 'bigint')
}

function listParam(query: URLSearchParams, name: string): string[] | undefined {
  const value = query.get(name)
  return value ? value.split(',') : undefined
}

function assetParam(query: URLSearchParams, prefix: string): string {
  if (query.get(`${prefix}asset_type`) === NATIVE) return NATIVE
  try {
    return formatAsset(new Asset(query.get(`${prefix}asset_code`) ?? '', query.get(`${prefix}asset_issuer`) ?? ''))
  } catch {
    throw createBadRequest(`${prefix}asset`, 'Missing or invalid asset.')
  }
}

function amountParam(query: URLSearchParams, name: string): bigint {
  const value = query.get(name) ?? ''
  if (!/^\d{1,12}(\.\d{1,7})?$/.test(value) || parseStroops(value) === 0n)
    throw createBadRequest(name, 'must be positive')
  return parseStroops(value)
}
