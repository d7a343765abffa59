import { Asset, xdr } from '@stellar/stellar-sdk'
import { issuerOf, nameOf, stroopsOf } from '../amount.ts'
import { canHold, liabilitiesOf, trustlineId } from '../balances.ts'
import { FLAG, TRUST } from '../entries.ts'
import type { Applying, Handler, OperationOf } from './operation.ts'

const { ChangeTrustResult } = xdr

export const changeTrust: Handler<OperationOf<'changeTrust'>> = {
  level: () => 'medium',
  malformed({ line, limit }, source) {
    // Liquidity pool shares are not supported.
    const right = line instanceof Asset && !line.isNative() && line.getIssuer() !== source && stroopsOf(limit) >= 0n
    return right ? undefined : resultOf(ChangeTrustResult.changeTrustMalformed())
  },
  apply({ line, limit }, applying) {
    const asset = nameOf(line as Asset)
    return resultOf(change(asset, stroopsOf(limit), applying))
  },
  concerns: () => [],
}

function change(asset: string, limit: bigint, { state, source }: Applying): xdr.ChangeTrustResult {
  const account = state.get('account', source)
  if (!account) throw new Error(`There is no ${source}`)
  const id = trustlineId(source, asset)
  const line = state.get('trustline', id)
  const committed = (line?.balance ?? 0n) + liabilitiesOf(state, source, asset).buying
  if (limit < committed || (limit === 0n && !line)) return ChangeTrustResult.changeTrustInvalidLimit()
  if (line && limit === 0n) {
    state.remove(line)
    state.put({ ...account, subentries: account.subentries - 1 })
    return ChangeTrustResult.changeTrustSuccess()
  }
  const issuer = state.get('account', issuerOf(asset))
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

function resultOf(result: xdr.ChangeTrustResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.changeTrust(result)
}
