import { Asset, xdr } from '@stellar/stellar-sdk'
import { formatAsset, parseStroops, readIssuer } from '../amount.ts'
import { canHold, formatTrustlineId, sumLiabilities } from '../balances.ts'
import { FLAG, TRUST } from '../entries.ts'
import type { Applying, Handler, OperationByType } from './operation.ts'

const { ChangeTrustResult } = xdr

export const changeTrust: Handler<OperationByType<'changeTrust'>> = {
  level: () => 'medium',
  malformed({ line, limit }, source) {
    // Liquidity pool shares are not supported.
    const right = line instanceof Asset && !line.isNative() && line.getIssuer() !== source && parseStroops(limit) >= 0n
    return right ? undefined : buildResult(ChangeTrustResult.changeTrustMalformed())
  },
  apply({ line, limit }, applying) {
    const asset = formatAsset(line as Asset)
    return buildResult(change(asset, parseStroops(limit), applying))
  },
  concerns: () => [],
}

function change(asset: string, limit: bigint, { state, source }: Applying): xdr.ChangeTrustResult {
  const account = state.get('account', source)
  if (!account) throw new Error(`There is no ${source}`)
  const id = formatTrustlineId(source, asset)
  const line = state.get('trustline', id)
  const committed = (line?.balance ?? 0n) + sumLiabilities(state, source, asset).buying
  if (limit < committed || (limit === 0n && !line)) return ChangeTrustResult.changeTrustInvalidLimit()
  if (line && limit === 0n) {
    state.remove(line)
    state.put({ ...account, subentries: account.subentries - 1 })
    return ChangeTrustResult.changeTrustSuccess()
  }
  const issuer = state.get('account', readIssuer(asset))
  if (!issuer) return ChangeTrustResult.changeTrustNoIssuer()
  if (line) {
    state.put({ ...line, limit })
    return ChangeTrustResult.changeTrustSuccess()
  }
  if (!canHold(state, account, 1)) return ChangeTrustResult.changeTrustLowReserve()
  const authorized = issuer.flags & FLAG.authRequired ? 0 : TRUST.authorized
  const clawback = issuer.flags & FLAG.clawback ? TRUST.clawback : 0
  state.put({ kind: 'trustline', id, account: source, asset, balance: 0n, limit, flags: authorized | clawback })
  state.put({ ...account, subentries: account.subentries + 1 })
  return ChangeTrustResult.changeTrustSuccess()
}

function buildResult(result: xdr.ChangeTrustResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.changeTrust(result)
}
