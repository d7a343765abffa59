import { Address, extractBaseAddress, type Memo, MuxedAccount, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk'
import { deriveContract, NATIVE, readIssuer } from './amount.ts'
import { PASSPHRASE } from './network.ts'
import type { Movement } from './operations/operation.ts'

/** The event of a movement in the asset's contract (CAP-67): a transfer, a mint or a burn */
export function buildEvent(movement: Movement, memo: Memo): xdr.ContractEvent {
  const { asset, amount } = movement
  const from = stripMuxedId(movement.from)
  const to = stripMuxedId(movement.to)
  const issuer = readIssuer(asset)
  const name = nativeToScVal(asset)
  const data = movement.tagged ? taggedAmount(amount, movement.to, memo) : amountValue(amount)
  if (from === issuer && to !== issuer) return contractEvent(asset, [symbol('mint'), address(to), name], data)
  if (to === issuer && from !== issuer) {
    return contractEvent(asset, [symbol('burn'), address(from), name], amountValue(amount))
  }
  return contractEvent(asset, [symbol('transfer'), address(from), address(to), name], data)
}

/** The event of a transaction's fee, in the contract of XLM */
export function buildFeeEvent(payer: string, fee: bigint): xdr.ContractEvent {
  return contractEvent(NATIVE, [symbol('fee'), address(payer)], amountValue(fee))
}

function contractEvent(asset: string, topics: xdr.ScVal[], data: xdr.ScVal): xdr.ContractEvent {
  return new xdr.ContractEvent({
    ext: xdr.ExtensionPoint.v0(),
    contractId: xdr.ContractId.fromXdr(StrKey.decodeContract(deriveContract(asset, PASSPHRASE))),
    type: xdr.ContractEventType.contract,
    body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
  })
}

/** An M address takes precedence over the memo; without both, the amount alone. */
function taggedAmount(amount: bigint, to: string, memo: Memo): xdr.ScVal {
  const tag = StrKey.isValidMed25519PublicKey(to)
    ? nativeToScVal(MuxedAccount.fromAddress(to, '0').id(), { type: 'u64' })
    : memoValue(memo)
  if (!tag) return amountValue(amount)
  return xdr.ScVal.scvMap([
    new xdr.ScMapEntry({ key: symbol('amount'), val: amountValue(amount) }),
    new xdr.ScMapEntry({ key: symbol('to_muxed_id'), val: tag }),
  ])
}

function memoValue(memo: Memo): xdr.ScVal | undefined {
  switch (memo.type) {
    case 'text':
      return xdr.ScVal.scvString(memo.value as Uint8Array)
    case 'id':
      return nativeToScVal(String(memo.value), { type: 'u64' })
    case 'hash':
    case 'return':
      return xdr.ScVal.scvBytes(memo.value as Uint8Array)
    default:
      return undefined
  }
}

function amountValue(amount: bigint): xdr.ScVal {
  return nativeToScVal(amount, { type: 'i128' })
}

function symbol(name: string): xdr.ScVal {
  return nativeToScVal(name, { type: 'symbol' })
}

function address(text: string): xdr.ScVal {
  return new Address(text).toScVal()
}

/** Topics contain no muxed ids. */
function stripMuxedId(text: string): string {
  return StrKey.isValidMed25519PublicKey(text) ? extractBaseAddress(text) : text
}
