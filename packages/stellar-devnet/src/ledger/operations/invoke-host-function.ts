import { createHash, randomBytes } from 'node:crypto'
import { Address, extractBaseAddress, Memo, StrKey, xdr } from '@stellar/stellar-sdk'
import { findAuthorization, formatNonceId } from '../authorization.ts'
import { credit, debit, type Refusal } from '../balances.ts'
import { covers, findAsset, listKeys, readTransferCall, type TransferCall } from '../contract-call.ts'
import { buildEvent } from '../events.ts'
import type { State } from '../state.ts'
import type { Handler, Movement, OperationByType } from './operation.ts'

const { InvokeHostFunctionResult, ScVal } = xdr

type Invocation = Pick<OperationByType<'invokeHostFunction'>, 'func' | 'auth'>

type Called = {
  readonly movement: Movement
  readonly event: xdr.ContractEvent
  readonly keys: ReturnType<typeof listKeys>
  /** Entries that must be signed if the call was tried without authorizations */
  readonly recorded: readonly xdr.SorobanAuthorizationEntry[]
}

type Circumstances = { readonly source: string; readonly sequence: number; readonly records?: boolean }

/** The contract's errors (CAP-46-6) */
const ERRORS: Record<Refusal, string> = {
  noTrust: 'Error(Contract, #13)',
  notAuthorized: 'Error(Contract, #11)',
  lineFull: 'Error(Contract, #10)',
  underfunded: 'Error(Contract, #10)',
}

/**
 * Calls a contract: changes the state, or returns why it fails. `records`: nobody needs to have authorized it; the
 * result then says who must.
 */
export function callContract(state: State, { func, auth }: Invocation, by: Circumstances): Called | string {
  const call = readTransferCall(func)
  const asset = call && findAsset(state, call.contract)
  if (!call || asset === null) return 'HostError: Error(Storage, MissingValue): only transfers of assets exist here'
  const authorized = by.records
    ? { nonce: call.from === by.source ? null : randomNonce(), until: 0 }
    : findAuthorization(state, { call, entries: auth ?? [], ...by })
  if (typeof authorized === 'string') return `HostError: Error(Auth, InvalidAction): ${authorized}`
  const { nonce, until } = authorized
  const failure = transfer(state, call, asset)
  if (failure !== null) return `HostError: ${failure}`
  if (nonce !== null && !by.records) {
    state.put({ kind: 'nonce', id: formatNonceId(call.from, nonce), account: call.from, number: nonce, until })
  }
  const { from, to, amount } = call
  // A contract call has no memo, only a muxed account's id.
  const movement = { asset, from, to, amount, tagged: StrKey.isValidMed25519PublicKey(to) }
  return {
    movement,
    event: buildEvent(movement, Memo.none()),
    keys: listKeys(call, asset, nonce),
    recorded: by.records ? [recordAuthorization(call, nonce)] : [],
  }
}

function transfer(state: State, { from, to, amount }: TransferCall, asset: string): string | null {
  const receiver = extractBaseAddress(to)
  if (amount < 0n) return 'Error(Contract, #8)'
  if (!state.get('account', from) || !state.get('account', receiver)) return 'Error(Contract, #6)'
  const lacking = debit(state, from, asset, amount) ?? credit(state, receiver, asset, amount)
  return lacking ? ERRORS[lacking] : null
}

function randomNonce(): bigint {
  return randomBytes(8).readBigInt64BE()
}

function recordAuthorization({ args, from }: TransferCall, nonce: bigint | null): xdr.SorobanAuthorizationEntry {
  const unsigned = {
    address: new Address(from).toScAddress(),
    signatureExpirationLedger: 0,
    signature: ScVal.scvVoid(),
  }
  return new xdr.SorobanAuthorizationEntry({
    credentials:
      nonce === null
        ? xdr.SorobanCredentials.sorobanCredentialsSourceAccount()
        : xdr.SorobanCredentials.sorobanCredentialsAddress(new xdr.SorobanAddressCredentials({ ...unsigned, nonce })),
    rootInvocation: new xdr.SorobanAuthorizedInvocation({
      function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(args),
      subInvocations: [],
    }),
  })
}

export const invokeHostFunction: Handler<OperationByType<'invokeHostFunction'>> = {
  level: () => 'medium',
  malformed: ({ func }) =>
    func.type === 'hostFunctionTypeInvokeContract'
      ? undefined
      : buildResult(InvokeHostFunctionResult.invokeHostFunctionMalformed()),
  apply(operation, { state, source, ledger, soroban, moved, found }) {
    const called = callContract(state, operation, { source, sequence: ledger.sequence })
    if (typeof called === 'string' || !soroban || !covers(soroban, called.keys)) {
      return buildResult(InvokeHostFunctionResult.invokeHostFunctionTrapped())
    }
    const { movement, event } = called
    moved(movement)
    found({ asset: movement.asset })
    const preimage = new xdr.InvokeHostFunctionSuccessPreImage({ returnValue: ScVal.scvVoid(), events: [event] })
    const hash = createHash('sha256').update(preimage.toXdr()).digest()
    return buildResult(InvokeHostFunctionResult.invokeHostFunctionSuccess(hash))
  },
  concerns({ func }) {
    const call = readTransferCall(func)
    return call ? [call.from, extractBaseAddress(call.to)] : []
  },
}

function buildResult(result: xdr.InvokeHostFunctionResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.invokeHostFunction(result)
}
