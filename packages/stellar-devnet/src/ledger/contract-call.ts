/** Calls of an asset's contract (CAP-46-6): of its functions, only `transfer` (SEP-41) exists here. */
import { Address, extractBaseAddress, scValToNative, xdr } from '@stellar/stellar-sdk'
import { deriveContract, NATIVE, parseAsset, readIssuer } from './amount.ts'
import { encodeKey, encodeNonce } from './entry-xdr.ts'
import { PASSPHRASE } from './network.ts'
import type { View } from './state.ts'

const { ContractDataDurability, LedgerKey, ScVal } = xdr

/** A transfer that a contract is asked for. `from` is G... or C..., and `to` may be M... */
export type TransferCall = {
  readonly args: xdr.InvokeContractArgs
  readonly contract: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** Null for any other function. */
export function readTransferCall(func: xdr.HostFunction): TransferCall | null {
  if (func.type !== 'hostFunctionTypeInvokeContract') return null
  const args = func.value
  const [from, to, amount, more] = args.args
  if (Buffer.from(args.functionName.bytes).toString() !== 'transfer' || more !== undefined) return null
  if (from?.type !== 'scvAddress' || to?.type !== 'scvAddress' || amount?.type !== 'scvI128') return null
  return {
    args,
    contract: Address.fromScAddress(args.contractAddress).toString(),
    from: Address.fromScVal(from).toString(),
    to: Address.fromScVal(to).toString(),
    amount: scValToNative(amount) as bigint,
  }
}

/** The asset of a contract. The contract of every asset that somebody trusts exists; null for any other. */
export function findAsset(view: View, contract: string): string | null {
  const isOf = (asset: string): boolean => deriveContract(asset, PASSPHRASE) === contract
  if (isOf(NATIVE)) return NATIVE
  for (const { asset } of view.all('trustline')) if (isOf(asset)) return asset
  return null
}

type Keys = { readonly readOnly: xdr.LedgerKey[]; readonly readWrite: xdr.LedgerKey[] }

/** The ledger entries that a transfer reads and writes. `nonce`: the one that it uses, if any. */
export function listKeys({ contract, from, to }: TransferCall, asset: string, nonce: bigint | null): Keys {
  const instance = LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: new Address(contract).toScAddress(),
      key: ScVal.scvLedgerKeyContractInstance(),
      durability: ContractDataDurability.persistent,
    }),
  )
  const parties = [...new Set([from, extractBaseAddress(to)])]
  const balances = parties.filter((party) => party !== readIssuer(asset)).map((party) => encodeBalanceKey(party, asset))
  // A signature is checked against the account's signers.
  const signers = nonce !== null && asset !== NATIVE ? [encodeAccountKey(from)] : []
  const nonces = nonce === null ? [] : [encodeNonceKey(from, nonce)]
  return { readOnly: [instance, ...signers], readWrite: [...balances, ...nonces] }
}

function encodeBalanceKey(account: string, asset: string): xdr.LedgerKey {
  if (asset === NATIVE) return encodeAccountKey(account)
  const line = parseAsset(asset).toTrustLineXdrObject()
  return LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId: encodeKey(account), asset: line }))
}

function encodeAccountKey(account: string): xdr.LedgerKey {
  return LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: encodeKey(account) }))
}

function encodeNonceKey(account: string, nonce: bigint): xdr.LedgerKey {
  return LedgerKey.contractData(new xdr.LedgerKeyContractData(encodeNonce({ account, number: nonce })))
}

/** Tells whether a transaction declared all entries that its call touches. */
export function covers({ resources: { footprint } }: xdr.SorobanTransactionData, needed: Keys): boolean {
  const encode = (keys: readonly xdr.LedgerKey[]): string[] => keys.map((key) => key.toXdr('base64'))
  const written = new Set(encode(footprint.readWrite))
  const read = new Set([...written, ...encode(footprint.readOnly)])
  return (
    encode(needed.readWrite).every((key) => written.has(key)) && encode(needed.readOnly).every((key) => read.has(key))
  )
}
