import {
  type Asset,
  extractBaseAddress,
  Horizon,
  MuxedAccount,
  type OperationRecord,
  type xdr,
} from '@stellar/stellar-sdk'
import { formatAsset, formatStroops, parseAsset, readIssuer } from '../ledger/amount.ts'
import { readTransferCall, type TransferCall } from '../ledger/contract-call.ts'
import type { LedgerOperation } from '../ledger/history.ts'
import type { OperationByType } from '../ledger/operations/operation.ts'
import { buildAssetFields } from './link.ts'
import { buildPredicateFields } from './predicate-fields.ts'

type Api = typeof OperationResponseType
type Base = keyof Horizon.HorizonApi.BaseOperationResponse
type Parties = 'from' | 'to' | 'to_muxed' | 'to_muxed_id'
/** The fields that a type has in addition to the common ones */
type Own<Response> = Omit<Response, Base | Parties>

const { OperationResponseType, OperationResponseTypeI } = Horizon.HorizonApi

/** Horizon's names for the types that exist here */
const TYPES: Partial<Record<OperationRecord['type'], keyof Api>> = {
  createAccount: 'createAccount',
  payment: 'payment',
  pathPaymentStrictReceive: 'pathPayment',
  pathPaymentStrictSend: 'pathPaymentStrictSend',
  manageSellOffer: 'manageOffer',
  setOptions: 'setOptions',
  changeTrust: 'changeTrust',
  accountMerge: 'accountMerge',
  manageData: 'manageData',
  createClaimableBalance: 'createClaimableBalance',
  claimClaimableBalance: 'claimClaimableBalance',
  setTrustLineFlags: 'setTrustLineFlags',
  invokeHostFunction: 'invokeHostFunction',
}

type Named = {
  readonly type: Horizon.HorizonApi.OperationResponseType
  readonly number: Horizon.HorizonApi.OperationResponseTypeI
}

export function nameOfType(type: OperationRecord['type']): Named {
  const key = TYPES[type]
  if (!key) throw new Error(`There are no records of ${type}.`)
  return { type: OperationResponseType[key], number: OperationResponseTypeI[key] }
}

type Details = LedgerOperation['details']

/** The fields of each type, as the SDK declares them */
export function buildOperationFields({ step, details }: LedgerOperation): object {
  const { operation, source } = step
  switch (operation.type) {
    case 'createAccount':
      return createAccountFields(operation, source)
    case 'payment':
      return paymentFields(operation)
    case 'changeTrust':
      return changeTrustFields(operation, source)
    case 'accountMerge':
      return { account: source, into: extractBaseAddress(operation.destination) }
    case 'manageData':
      return {
        name: operation.name,
        value: Buffer.from(operation.value ?? []).toString('base64'),
      } satisfies Own<Horizon.HorizonApi.ManageDataOperationResponse>
    case 'setOptions':
      return setOptionsFields(operation)
    case 'setTrustLineFlags':
      return setTrustLineFlagsFields(operation)
    case 'createClaimableBalance':
      return createClaimableBalanceFields(operation, source)
    case 'claimClaimableBalance':
      return {
        balance_id: operation.balanceId,
        claimant: source,
      } satisfies Own<Horizon.HorizonApi.ClaimClaimableBalanceOperationResponse>
    case 'invokeHostFunction':
      return callFields(operation, details)
    default:
      return tradeFields(operation, step.body, details)
  }
}

function createAccountFields(
  { destination, startingBalance }: OperationByType<'createAccount'>,
  funder: string,
): Own<Horizon.HorizonApi.CreateAccountOperationResponse> {
  return { starting_balance: startingBalance, funder, account: destination }
}

function paymentFields({
  asset,
  amount,
}: OperationByType<'payment'>): Own<Horizon.HorizonApi.PaymentOperationResponse> {
  return { ...buildAssetFields(asset), amount }
}

function changeTrustFields({ line, limit }: OperationByType<'changeTrust'>, trustor: string): object {
  const asset = line as Asset
  return { ...buildAssetFields(asset), limit, trustee: asset.getIssuer(), trustor }
}

const FLAG_NAMES = {
  1: 'auth_required_flag',
  2: 'auth_revocable_flag',
  4: 'auth_immutable_flag',
  8: 'auth_clawback_enabled_flag',
} as const

function setOptionsFields(operation: OperationByType<'setOptions'>): object {
  const { homeDomain, masterWeight, lowThreshold, medThreshold, highThreshold, signer } = operation
  return withoutUndefined({
    home_domain: homeDomain,
    master_key_weight: masterWeight,
    low_threshold: lowThreshold,
    med_threshold: medThreshold,
    high_threshold: highThreshold,
    signer_key: signer?.ed25519PublicKey,
    signer_weight: signer?.weight,
    ...buildFlagNames('set_flags', operation.setFlags ?? 0),
    ...buildFlagNames('clear_flags', operation.clearFlags ?? 0),
  })
}

function buildFlagNames(name: 'set_flags' | 'clear_flags', flags: number): object {
  const set = ([1, 2, 4, 8] as const).filter((flag) => flags & flag)
  return { [name]: set, [`${name}_s`]: set.map((flag) => FLAG_NAMES[flag]) }
}

function setTrustLineFlagsFields({ asset, trustor, flags }: OperationByType<'setTrustLineFlags'>): object {
  const numbers = { 1: flags.authorized, 2: flags.authorizedToMaintainLiabilities, 4: flags.clawbackEnabled }
  const those = (wanted: boolean): (1 | 2 | 4)[] => ([1, 2, 4] as const).filter((flag) => numbers[flag] === wanted)
  return { ...buildAssetFields(asset), trustor, set_flags: those(true), clear_flags: those(false) }
}

function createClaimableBalanceFields(
  { asset, amount, claimants }: OperationByType<'createClaimableBalance'>,
  sponsor: string,
): Own<Horizon.HorizonApi.CreateClaimableBalanceOperationResponse> {
  return {
    asset: formatAsset(asset),
    amount,
    sponsor,
    claimants: claimants.map(({ destination, predicate }) => ({
      destination,
      predicate: buildPredicateFields(predicate),
    })),
  }
}

/** `details` has the asset of a call that succeeded. */
function callFields(
  { func }: OperationByType<'invokeHostFunction'>,
  { asset }: Details,
): Own<Horizon.HorizonApi.InvokeHostFunctionOperationResponse> {
  const call = readTransferCall(func)
  const args = call?.args.args ?? []
  return {
    function: 'HostFunctionTypeHostFunctionTypeInvokeContract',
    parameters: args.map((arg) => ({ value: arg.toXdr('base64'), type: arg.type.replace('scv', '') })),
    address: '',
    salt: '',
    asset_balance_changes: call && asset ? [balanceChange(call, asset)] : [],
  }
}

function balanceChange({ from, to, amount }: TransferCall, name: string): Horizon.HorizonApi.BalanceChange {
  const receiver = extractBaseAddress(to)
  const issuer = readIssuer(name)
  const type = from === issuer ? 'mint' : receiver === issuer ? 'burn' : 'transfer'
  return {
    ...(buildAssetFields(parseAsset(name)) as Pick<Horizon.HorizonApi.BalanceChange, 'asset_type'>),
    type,
    from: type === 'mint' ? '' : from,
    to: type === 'burn' ? '' : receiver,
    amount: formatStroops(amount),
    ...(to === receiver ? {} : { destination_muxed_id: MuxedAccount.fromAddress(to, '0').id() }),
  }
}

function tradeFields(operation: OperationRecord, body: xdr.OperationBody, details: Details): object {
  switch (operation.type) {
    case 'pathPaymentStrictReceive':
      return {
        ...buildAssetFields(operation.destAsset),
        ...buildAssetFields(operation.sendAsset, 'source_'),
        amount: operation.destAmount,
        source_amount: details.source_amount ?? '0.0000000',
        source_max: operation.sendMax,
        path: operation.path.map((asset) => buildAssetFields(asset)),
      }
    case 'pathPaymentStrictSend':
      return {
        ...buildAssetFields(operation.destAsset),
        ...buildAssetFields(operation.sendAsset, 'source_'),
        amount: details.amount ?? '0.0000000',
        source_amount: operation.sendAmount,
        destination_min: operation.destMin,
        path: operation.path.map((asset) => buildAssetFields(asset)),
      }
    case 'manageSellOffer':
      return {
        amount: operation.amount,
        price: operation.price,
        // Horizon's own names. The SDK declares numerator and denominator, which no Horizon sends.
        price_r: body.type === 'manageSellOffer' ? { n: body.value.price.n, d: body.value.price.d } : undefined,
        offer_id: operation.offerId,
        ...buildAssetFields(operation.selling, 'selling_'),
        ...buildAssetFields(operation.buying, 'buying_'),
      }
    default:
      return {}
  }
}

function withoutUndefined(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
