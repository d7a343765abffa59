import { xdr } from '@stellar/stellar-sdk'
import { canHold } from '../balances.ts'
import { type Account, FLAG, type Signer } from '../entries.ts'
import type { State } from '../state.ts'
import type { Applying, Handler, OperationByType } from './operation.ts'

const { SetOptionsResult } = xdr
type SetOptions = OperationByType<'setOptions'>

const ALL_FLAGS = FLAG.authRequired | FLAG.authRevocable | FLAG.authImmutable | FLAG.clawback
const MAX_SIGNERS = 20
const MAX_WEIGHT = 255

export const setOptions: Handler<SetOptions> = {
  level(operation) {
    const { masterWeight, lowThreshold, medThreshold, highThreshold, signer } = operation
    const powers = [masterWeight, lowThreshold, medThreshold, highThreshold, signer]
    return powers.some((power) => power !== undefined) ? 'high' : 'medium'
  },
  malformed(operation, source) {
    const wrong = wrongOptions(operation, source)
    return wrong ? buildResult(wrong) : undefined
  },
  apply: (operation, applying) => buildResult(set(operation, applying)),
  concerns: () => [],
}

function wrongOptions(operation: SetOptions, source: string): xdr.SetOptionsResult | undefined {
  const { masterWeight, lowThreshold, medThreshold, highThreshold, setFlags = 0, clearFlags = 0 } = operation
  const weights = [masterWeight, lowThreshold, medThreshold, highThreshold]
  if (weights.some((weight) => weight !== undefined && weight > MAX_WEIGHT)) {
    return SetOptionsResult.setOptionsThresholdOutOfRange()
  }
  if ((setFlags | clearFlags) & ~ALL_FLAGS) return SetOptionsResult.setOptionsUnknownFlag()
  if (setFlags & clearFlags) return SetOptionsResult.setOptionsBadFlags()
  const signer = readSigner(operation)
  // Only keys can sign here: no hashes and no pre-authorised transactions.
  if (operation.signer && (!signer || signer.key === source || signer.weight > MAX_WEIGHT)) {
    return SetOptionsResult.setOptionsBadSigner()
  }
  return undefined
}

function readSigner({ signer }: SetOptions): Signer | undefined {
  const key = signer?.ed25519PublicKey
  return key === undefined ? undefined : { key, weight: Number(signer?.weight ?? 0) }
}

function set(operation: SetOptions, { state, source }: Applying): xdr.SetOptionsResult {
  const account = state.get('account', source)
  if (!account) throw new Error(`There is no ${source}`)
  const flags = (account.flags & ~(operation.clearFlags ?? 0)) | (operation.setFlags ?? 0)
  if (flags !== account.flags && account.flags & FLAG.authImmutable) return SetOptionsResult.setOptionsCantChange()
  if (flags & FLAG.clawback && !(flags & FLAG.authRevocable)) return SetOptionsResult.setOptionsAuthRevocableRequired()
  const { thresholds } = account
  const changed = {
    ...account,
    flags,
    homeDomain: operation.homeDomain ?? account.homeDomain,
    thresholds: {
      master: operation.masterWeight ?? thresholds.master,
      low: operation.lowThreshold ?? thresholds.low,
      medium: operation.medThreshold ?? thresholds.medium,
      high: operation.highThreshold ?? thresholds.high,
    },
  }
  const signer = readSigner(operation)
  if (signer) return changeSigner(state, changed, signer)
  state.put(changed)
  return SetOptionsResult.setOptionsSuccess()
}

/** A weight of 0 removes the signer. */
function changeSigner(state: State, account: Account, signer: Signer): xdr.SetOptionsResult {
  const others = account.signers.filter(({ key }) => key !== signer.key)
  const signers = signer.weight > 0 ? [...others, signer] : others
  const more = signers.length - account.signers.length
  if (signers.length > MAX_SIGNERS) return SetOptionsResult.setOptionsTooManySigners()
  if (more > 0 && !canHold(state, account, more)) return SetOptionsResult.setOptionsLowReserve()
  state.put({ ...account, signers, subentries: account.subentries + more })
  return SetOptionsResult.setOptionsSuccess()
}

function buildResult(result: xdr.SetOptionsResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.setOptions(result)
}
