import { createMalformedError } from './fields.ts'
import { decodeXdr, loadSdk } from './sdk.ts'

/** Stellar RPC's status for a transaction that it did not queue. */
export const TRY_AGAIN = 'try_again_later'

/** Stellar's result codes in words for the payer. */
const words: Readonly<Record<string, string>> = {
  [TRY_AGAIN]: 'the network is busy: try again in a moment',
  tx_too_late: 'its time is over: start again',
  tx_bad_auth: 'the signature is not one that the account needs: an account with several signers pays another way',
  tx_bad_auth_extra: 'it has more signatures than the account needs',
  tx_insufficient_balance: 'the account has too little XLM for the fee',
  tx_no_source_account: 'the account does not exist',
  tx_insufficient_fee: 'the fee is too low now: start again',
  op_underfunded: 'the account has too little of the coin',
  op_src_no_trust: 'the account has no trustline for the coin',
  op_src_not_authorized: 'the issuer does not let the account send the coin',
  op_no_destination: 'the account that is to be paid does not exist',
  op_no_trust: 'the account that is to be paid does not take the coin any more',
  op_not_authorized: 'the issuer does not let the account that is to be paid hold the coin',
  op_too_few_offers: 'nobody offers enough of the coin for it any more: choose again',
  op_over_source_max: 'it costs more by now than the most that was to be given: choose again',
  op_cross_self: "the account's own offers are in the way",
  op_line_full: 'the account that is to be paid cannot take so much of the coin',
}

/** Codes that appear when the exchange's offers have changed. */
export const OFFERS_CHANGED: readonly string[] = ['op_too_few_offers', 'op_over_source_max']

/** `describeResultCode('op_underfunded') // 'the account has too little of the coin (op_underfunded)'` */
export function describeResultCode(code: string): string {
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  const named = code.replace(/[^a-z_]/gi, '').slice(0, 64)
  return `${known ?? 'the network does not take it'} (${named})`
}

/** The code of a TransactionResult, as Horizon names it. Throws NodeError for anything else. */
export function decodeResultCode(base64: string): string {
  const { xdr } = loadSdk()
  const result = decodeXdr(() => xdr.TransactionResult.fromXdr(base64, 'base64'))
  if (!result) throw createMalformedError('a result that cannot be read')
  const { type } = result.result
  if (type === 'txNoAccount') return 'tx_no_source_account'
  return type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
