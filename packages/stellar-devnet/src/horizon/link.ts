import type { Asset, AssetType } from '@stellar/stellar-sdk'

export function link(href: string): { href: string; templated?: true } {
  return href.includes('{') ? { href, templated: true } : { href }
}

export type AssetFields<Prefix extends string = ''> = {
  [key in `${Prefix}asset_type`]: AssetType
} & { [key in `${Prefix}asset_code` | `${Prefix}asset_issuer`]?: string }

/** The asset fields of records; XLM has only a type. */
export function buildAssetFields<Prefix extends string = ''>(asset: Asset, prefix = '' as Prefix): AssetFields<Prefix> {
  const named = asset.isNative()
    ? {}
    : { [`${prefix}asset_code`]: asset.getCode(), [`${prefix}asset_issuer`]: asset.getIssuer() }
  return { [`${prefix}asset_type`]: asset.getAssetType(), ...named } as AssetFields<Prefix>
}
