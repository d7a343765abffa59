import { xdr } from '@stellar/stellar-sdk'
import { formatAsset } from '../amount.ts'
import { formatTrustlineId } from '../balances.ts'
import { FLAG, TRUST } from '../entries.ts'
import type { State } from '../state.ts'
import type { Applying, Handler, OperationByType } from './operation.ts'

const { SetTrustLineFlagsResult } = xdr
type SetTrustLineFlags = OperationByType<'setTrustLineFlags'>

const AUTHORIZATION = TRUST.authorized | TRUST.maintainLiabilities

export const setTrustLineFlags: Handler<SetTrustLineFlags> = {
  level: () => 'low',
  malformed({ asset, trustor, flags }, source) {
    const right = asset.getIssuer() === source && trustor !== source && flags.clawbackEnabled !== true
    return right ? undefined : buildResult(SetTrustLineFlagsResult.setTrustLineFlagsMalformed())
  },
  apply: (operation, applying) => buildResult(set(operation, applying)),
  concerns: ({ trustor }) => [trustor],
}

function set(operation: SetTrustLineFlags, { state, source }: Applying): xdr.SetTrustLineFlagsResult {
  const { trustor } = operation
  const asset = formatAsset(operation.asset)
  const issuer = state.get('account', source)
  const line = state.get('trustline', formatTrustlineId(trustor, asset))
  if (!line) return SetTrustLineFlagsResult.setTrustLineFlagsNoTrustLine()
  const { authorized, authorizedToMaintainLiabilities, clawbackEnabled } = operation.flags
  let flags = changed(line.flags, TRUST.authorized, authorized)
  flags = changed(flags, TRUST.maintainLiabilities, authorizedToMaintainLiabilities)
  flags = changed(flags, TRUST.clawback, clawbackEnabled)
  const revoked = line.flags & TRUST.authorized && !(flags & TRUST.authorized)
  if (revoked && !((issuer?.flags ?? 0) & FLAG.authRevocable)) {
    return SetTrustLineFlagsResult.setTrustLineFlagsCantRevoke()
  }
  if ((flags & AUTHORIZATION) === AUTHORIZATION) return SetTrustLineFlagsResult.setTrustLineFlagsInvalidState()
  state.put({ ...line, flags })
  if (!(flags & AUTHORIZATION)) withdrawOffers(state, trustor, asset)
  return SetTrustLineFlagsResult.setTrustLineFlagsSuccess()
}

function changed(flags: number, flag: number, wanted: boolean | undefined): number {
  if (wanted === undefined) return flags
  return wanted ? flags | flag : flags & ~flag
}

function withdrawOffers(state: State, seller: string, asset: string): void {
  const offers = [...state.all('offer')].filter(
    (offer) => offer.seller === seller && (offer.selling === asset || offer.buying === asset),
  )
  for (const offer of offers) state.remove(offer)
  const account = state.get('account', seller)
  if (account && offers.length > 0) state.put({ ...account, subentries: account.subentries - offers.length })
}

function buildResult(result: xdr.SetTrustLineFlagsResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.setTrustLineFlags(result)
}
