/** Authorizations of a contract call: the entries of its operation (CAP-46-11), with their nonces and signatures. */
import { createHash } from 'node:crypto'
import { Address, buildAuthorizationEntryPreimage, StrKey, scValToNative, type xdr } from '@stellar/stellar-sdk'
import type { TransferCall } from './contract-call.ts'
import { PASSPHRASE } from './network.ts'
import type { View } from './state.ts'
import { isSignedBy } from './transaction.ts'

/** `nonce`: what is used up by the call; null if the transaction's own signature is enough. */
export type Authorized = { readonly nonce: bigint | null; readonly until: number }

type Question = {
  readonly call: TransferCall
  readonly entries: readonly xdr.SorobanAuthorizationEntry[]
  /** The operation's source account (G...) */
  readonly source: string
  readonly sequence: number
}

/** Finds the sender's authorization of its transfer, or the reason for which there is none. */
export function findAuthorization(view: View, { call, entries, source, sequence }: Question): Authorized | string {
  for (const entry of entries.filter((one) => isFor(one, call))) {
    const { credentials } = entry
    const isSource = credentials.type === 'sorobanCredentialsSourceAccount' && source === call.from
    if (isSource) return { nonce: null, until: 0 }
    if (credentials.type !== 'sorobanCredentialsAddress') continue
    if (Address.fromScAddress(credentials.value.address).toString() !== call.from) continue
    return checkCredentials(view, entry, credentials.value, { from: call.from, sequence })
  }
  return 'Unauthorized function call for address'
}

function checkCredentials(
  view: View,
  entry: xdr.SorobanAuthorizationEntry,
  { nonce, signatureExpirationLedger: until, signature }: xdr.SorobanAddressCredentials,
  { from, sequence }: { readonly from: string; readonly sequence: number },
): Authorized | string {
  if (until < sequence) return 'signature has expired'
  if (view.get('nonce', formatNonceId(from, nonce))) return 'nonce already exists for address'
  const payload = buildAuthorizationEntryPreimage(entry, until, PASSPHRASE).toXdr()
  const hash = createHash('sha256').update(payload).digest()
  return mayPay(view, from, hash, signature) ? { nonce, until } : 'failed account authentication'
}

export function formatNonceId(account: string, nonce: bigint): string {
  return `${account}/${nonce}`
}

function isFor({ rootInvocation }: xdr.SorobanAuthorizationEntry, { args }: TransferCall): boolean {
  const { type, value } = rootInvocation.function
  return type === 'sorobanAuthorizedFunctionTypeContractFn' && value.toXdr('base64') === args.toXdr('base64')
}

/** Tells whether the signatures, each of another key, reach the account's medium threshold. */
function mayPay(view: View, id: string, hash: Uint8Array, signature: xdr.ScVal): boolean {
  const account = view.get('account', id)
  if (!account || signature.type !== 'scvVec') return false
  const weights = new Map(account.signers.map(({ key, weight }) => [key, weight]))
  weights.set(id, account.thresholds.master)
  const seen = new Set<string>()
  let total = 0
  for (const one of scValToNative(signature) as { public_key?: unknown; signature?: unknown }[]) {
    if (!(one.public_key instanceof Uint8Array) || one.public_key.length !== 32) return false
    if (!(one.signature instanceof Uint8Array) || one.signature.length !== 64) return false
    const key = StrKey.encodeEd25519PublicKey(one.public_key)
    const weight = weights.get(key) ?? 0
    if (weight === 0 || seen.has(key) || !isSignedBy(key, hash, one.signature)) return false
    seen.add(key)
    total += weight
  }
  return seen.size > 0 && total >= account.thresholds.medium
}
