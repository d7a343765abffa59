import type { xdr } from '@stellar/stellar-sdk'

/** Horizon's codes of a result: `{ transaction: 'tx_failed', operations: ['op_underfunded'] }` */
export type ResultCodes = {
  readonly transaction: string
  readonly inner_transaction?: string
  readonly operations?: readonly string[]
}

export function readResultCodes({ result }: xdr.TransactionResult): ResultCodes {
  const transaction = transactionCode(result.type)
  if (result.type === 'txSuccess' || result.type === 'txFailed') {
    return { transaction, operations: result.results.map(operationCode) }
  }
  if (result.type === 'txFeeBumpInnerSuccess' || result.type === 'txFeeBumpInnerFailed') {
    const inner = result.innerResultPair.result.result
    const operations = inner.type === 'txSuccess' || inner.type === 'txFailed' ? inner.results.map(operationCode) : []
    return { transaction, inner_transaction: transactionCode(inner.type), operations }
  }
  return { transaction }
}

/** `txBadSeq` becomes `tx_bad_seq`; one code has another name. */
function transactionCode(type: string): string {
  return type === 'txNoAccount' ? 'tx_no_source_account' : snake(type)
}

/** Horizon's names that differ from the XDR's */
const NAMES: Readonly<Record<string, string>> = {
  opNoAccount: 'op_no_source_account',
  createAccountAlreadyExist: 'op_already_exists',
  pathPaymentStrictReceiveOfferCrossSelf: 'op_cross_self',
  pathPaymentStrictReceiveOverSendmax: 'op_over_source_max',
  pathPaymentStrictSendOfferCrossSelf: 'op_cross_self',
  pathPaymentStrictSendUnderDestmin: 'op_under_dest_min',
  manageSellOfferSellNotAuthorized: 'sell_not_authorized',
  manageSellOfferBuyNotAuthorized: 'buy_not_authorized',
  manageSellOfferBuyNoIssuer: 'buy_no_issuer',
  manageSellOfferNotFound: 'op_offer_not_found',
  manageDataNameNotFound: 'op_data_name_not_found',
  manageDataInvalidName: 'op_data_invalid_name',
  changeTrustTrustLineMissing: 'op_trust_line_missing',
  changeTrustNotAuthMaintainLiabilities: 'op_not_aut_maintain_liabilities',
  accountMergeSeqnumTooFar: 'op_seq_num_too_far',
  setTrustLineFlagsNoTrustLine: 'op_no_trustline',
}

function operationCode(result: xdr.OperationResult): string {
  if (result.type !== 'opInner') return NAMES[result.type] ?? snake(result.type)
  const { type } = result.tr.value
  const reason = type.slice(result.tr.type.length)
  return NAMES[type] ?? `op${snake(reason)}`
}

function snake(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
