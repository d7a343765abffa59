import { toRecord } from '@crypto-checkout/api-types'
import { NodeError } from '../node-error.ts'
import { createMalformedError, type Fields, parseInteger, parseList, parseStroops, parseText } from './fields.ts'
import { type Horizon, parseRecords } from './horizon.ts'
import {
  formatAssetName,
  getAssetByContract,
  isAssetCode,
  type KnownAsset,
  parseStellarAddress,
  type StellarAsset,
  toSdkAsset,
} from './identifiers.ts'
import { FEE, type FindPaymentPaths, type PaymentPath } from './node.ts'
import { formatStroops } from './payment-uri.ts'

/** Half an XLM: two for the account, and one for each of its entries. Validators could vote to change it. */
const BASE_RESERVE = 5_000_000n
const MAX_PATH = 5

/** Finds ways to get a coin through the offers and pools that Horizon knows. */
export function createHorizonPathFinder(horizon: Horizon, assets: readonly KnownAsset[]): FindPaymentPaths {
  return async (account, token, rawAmount) => {
    const asset = getAssetByContract(assets, token)
    if (!asset) return []
    const wanted = `destination_asset_type=${toSdkAsset(asset).getAssetType()}&destination_asset_code=${asset.code}&destination_asset_issuer=${asset.issuer}`
    const query = `source_account=${account}&${wanted}&destination_amount=${formatStroops(rawAmount)}`
    const [holder, found] = await Promise.all([
      horizon(`/accounts/${account}`),
      horizon(`/paths/strict-receive?${query}`).catch(nothingFound),
    ])
    if (!holder || !found) return []
    const spendable = readSpendable(holder)
    const cheapest = new Map<string, PaymentPath>()
    for (const record of parseRecords(found)) {
      const given = assetAt(record, 'source_')
      const name = formatAssetName(given)
      const way = { asset: given, cost: parseStroops(record.source_amount), path: readPath(record) }
      const has = spendable.get(name) ?? 0n
      if (name === formatAssetName(asset) || way.cost > has || way.cost >= (cheapest.get(name)?.cost ?? way.cost + 1n))
        continue
      cheapest.set(name, { ...way, spendable: has })
    }
    return [...cheapest.values()]
  }
}

/**
 * The duration of a path search depends on the account, which any caller chooses, and a node may have the search
 * disabled. Its failure says nothing about whether the node can read ledgers.
 */
function nothingFound(error: unknown): null {
  if (error instanceof NodeError) return null
  throw error
}

/**
 * Available amounts by SEP-11 names. Excludes amounts promised to offers, and the XLM that an account must keep for
 * itself and for fees.
 */
function readSpendable(account: Fields): Map<string, bigint> {
  const own = parseInteger(account.subentry_count, 'number of entries')
  const sponsoring = parseInteger(account.num_sponsoring ?? 0, 'number of sponsored entries')
  const sponsored = parseInteger(account.num_sponsored ?? 0, 'number of sponsored entries')
  const kept = BigInt(2 + own + sponsoring - sponsored) * BASE_RESERVE + BigInt(FEE.most)
  const lines = parseList(account.balances, 'balances').map(toRecord)
  return new Map(
    lines
      // Pool shares cannot be paid with.
      .filter(({ asset_type: type, is_authorized }) => type !== 'liquidity_pool_shares' && is_authorized !== false)
      .map((line) => {
        const asset = assetAt(line, '')
        const free = parseStroops(line.balance) - parseStroops(line.selling_liabilities ?? '0')
        return [formatAssetName(asset), asset ? free : free - kept]
      }),
  )
}

function readPath(record: Fields): (StellarAsset | null)[] {
  const path = parseList(record.path, 'assets on a path').map((one) => assetAt(toRecord(one), ''))
  if (path.length <= MAX_PATH) return path
  throw createMalformedError('too long a path')
}

function assetAt(fields: Fields, prefix: 'source_' | ''): StellarAsset | null {
  if (fields[`${prefix}asset_type`] === 'native') return null
  const code = parseText(fields[`${prefix}asset_code`])
  const issuer = parseText(fields[`${prefix}asset_issuer`])
  if (isAssetCode(code) && parseStellarAddress(issuer)) return { code, issuer }
  throw createMalformedError('no asset')
}
