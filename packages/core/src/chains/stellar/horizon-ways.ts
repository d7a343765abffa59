import { NodeError } from '../node-error.ts'
import { parseStellarAddress } from './address.ts'
import { isAssetCode, type KnownAsset, knownAt, nameOf, type StellarAsset, toSdkAsset } from './asset.ts'
import { FEE } from './fee.ts'
import { type Fields, fieldsOf, listOf, malformed, parseStroops, textOf, wholeNumber } from './fields.ts'
import { type Horizon, recordsOf } from './horizon.ts'
import type { FindWays, Way } from './node.ts'
import { formatStroops } from './payment-uri.ts'

/** Half an XLM: two for the account, and one for each of its entries. Validators could vote to change it. */
const BASE_RESERVE = 5_000_000n
const MAX_PATH = 5

/** Finds ways to get a coin through the offers and pools that Horizon knows. */
export function horizonWays(horizon: Horizon, assets: readonly KnownAsset[]): FindWays {
  return async (account, token, rawAmount) => {
    const asset = knownAt(assets, token)
    if (!asset) return []
    const wanted = `destination_asset_type=${toSdkAsset(asset).getAssetType()}&destination_asset_code=${asset.code}&destination_asset_issuer=${asset.issuer}`
    const query = `source_account=${account}&${wanted}&destination_amount=${formatStroops(rawAmount)}`
    const [holder, found] = await Promise.all([
      horizon(`/accounts/${account}`),
      horizon(`/paths/strict-receive?${query}`).catch(nothingFound),
    ])
    if (!holder || !found) return []
    const spendable = spendableOf(holder)
    const cheapest = new Map<string, Way>()
    for (const record of recordsOf(found)) {
      const given = assetAt(record, 'source_')
      const name = nameOf(given)
      const way = { asset: given, cost: parseStroops(record.source_amount), path: pathOf(record) }
      const has = spendable.get(name) ?? 0n
      if (name === nameOf(asset) || way.cost > has || way.cost >= (cheapest.get(name)?.cost ?? way.cost + 1n)) continue
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
function spendableOf(account: Fields): Map<string, bigint> {
  const own = wholeNumber(account.subentry_count, 'number of entries')
  const sponsoring = wholeNumber(account.num_sponsoring ?? 0, 'number of sponsored entries')
  const sponsored = wholeNumber(account.num_sponsored ?? 0, 'number of sponsored entries')
  const kept = BigInt(2 + own + sponsoring - sponsored) * BASE_RESERVE + BigInt(FEE.most)
  const lines = listOf(account.balances, 'balances').map(fieldsOf)
  return new Map(
    lines
      // Pool shares cannot be paid with.
      .filter(({ asset_type: type, is_authorized }) => type !== 'liquidity_pool_shares' && is_authorized !== false)
      .map((line) => {
        const asset = assetAt(line, '')
        const free = parseStroops(line.balance) - parseStroops(line.selling_liabilities ?? '0')
        return [nameOf(asset), asset ? free : free - kept]
      }),
  )
}

function pathOf(record: Fields): (StellarAsset | null)[] {
  const path = listOf(record.path, 'assets on a path').map((one) => assetAt(fieldsOf(one), ''))
  if (path.length <= MAX_PATH) return path
  throw malformed('too long a path')
}

function assetAt(fields: Fields, prefix: 'source_' | ''): StellarAsset | null {
  if (fields[`${prefix}asset_type`] === 'native') return null
  const code = textOf(fields[`${prefix}asset_code`])
  const issuer = textOf(fields[`${prefix}asset_issuer`])
  if (isAssetCode(code) && parseStellarAddress(issuer)) return { code, issuer }
  throw malformed('no asset')
}
