import { hash } from 'node:crypto'
import type { xdr } from '@stellar/stellar-sdk/base'
import type { StellarAsset } from '../chains/stellar/identifiers.ts'
import { loadSdk } from '../chains/stellar/sdk.ts'

/** Builds the parts of token events (CAP-67) for a scripted ledger. */

/** An account derived from a number. */
export function createScriptedAccount(number: number): string {
  return loadSdk().StrKey.encodeEd25519PublicKey(scriptedKey(number))
}

/** A contract derived from a number. */
export function createScriptedContract(number: number): string {
  return loadSdk().StrKey.encodeContract(scriptedKey(number))
}

function scriptedKey(number: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(number, 4)
  return hash('sha256', bytes, 'buffer')
}

export function isContract(address: string): boolean {
  return address.startsWith('C')
}

/** An account or a contract as a topic. */
export function encodeTopic(address: string): string {
  const { Address } = loadSdk()
  return new Address(address).toScVal().toXdr('base64')
}

/** An asset as a topic, by its name (SEP-11). */
export function encodeAssetName({ code, issuer }: StellarAsset): string {
  return loadSdk().xdr.ScVal.scvString(`${code}:${issuer}`).toXdr('base64')
}

/** An amount as an event's value: alone, or with the memo, or with the muxed id if a contract pays. */
export function encodeEventValue(amount: bigint, from: string, memo: string | null): string {
  const { nativeToScVal, xdr } = loadSdk()
  const value = nativeToScVal(amount, { type: 'i128' })
  if (memo === null) return value.toXdr('base64')
  const entry = (name: string, val: xdr.ScVal) => new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(name), val })
  const tag = isContract(from) ? xdr.ScVal.scvU64(BigInt(memo)) : xdr.ScVal.scvString(memo)
  return xdr.ScVal.scvMap([entry('amount', value), entry('to_muxed_id', tag)]).toXdr('base64')
}

export type ScriptedEvent = { readonly contractId: string; readonly topic: readonly string[]; readonly value: string }

/** An event in the form of its transaction's own record: a ContractEvent. */
export function encodeContractEvent({ contractId, topic, value }: ScriptedEvent): string {
  const { StrKey, xdr } = loadSdk()
  const [data, ...topics] = [value, ...topic].map((part) => xdr.ScVal.fromXdr(part, 'base64'))
  return new xdr.ContractEvent({
    ext: xdr.ExtensionPoint.v0(),
    contractId: new xdr.ContractId(StrKey.decodeContract(contractId)),
    type: xdr.ContractEventType.contract,
    body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data: data ?? xdr.ScVal.scvVoid() })),
  }).toXdr('base64')
}
