/** The table of refusals: every code of an error, its HTTP status and category, and what it means to who gets it. */

import { type ErrorType, listKeys } from '@crypto-checkout/api-types'

type Kind = {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 500 | 503
  readonly type: ErrorType
  /** Sent as `Retry-After`. */
  readonly retryAfterS?: number
}
export type Refusal = Kind & {
  /** The mistake, and what to do about it. */
  readonly meaning: string
}

const invalid: Kind = { status: 400, type: 'invalid_request_error' }
const unavailable: Kind = { status: 503, type: 'api_error' }
const missing: Kind = { status: 404, type: 'invalid_request_error' }
const forbidden: Kind = { status: 403, type: 'permission_error' }
const unauthenticated: Kind = { status: 401, type: 'authentication_error' }
const conflict: Kind = { status: 409, type: 'invalid_request_error' }
const failed: Kind = { status: 500, type: 'api_error' }

function refuse(kind: Kind, meaning: string): Refusal {
  return { ...kind, meaning }
}

/** All refusals. */
export const refusals = {
  unknown_parameter: refuse(invalid, 'The request has a field that this operation does not know. Check the spelling.'),
  missing_parameter: refuse(invalid, 'A required field is missing. `param` names it.'),
  invalid_parameter: refuse(invalid, 'A field has a value that is not allowed. `param` names it.'),
  invalid_json: refuse(invalid, 'The body is no JSON object in UTF-8, or is nested too deeply.'),
  unsupported_media_type: refuse(invalid, 'The body is not sent as `Content-Type: application/json`.'),
  body_too_large: refuse(invalid, 'The body is larger than 64 KiB, or than 160 KiB where it may have a logo.'),
  invalid_cursor: refuse(
    invalid,
    '`starting_after` or `after` names nothing from which the list can go on. Begin again at the first page.',
  ),
  invalid_state: refuse(invalid, 'The object is in a state that does not allow this. Retrieve it to see its state.'),
  unsupported_asset: refuse(invalid, 'The coin or the network is not offered at present.'),
  unsupported_currency: refuse(invalid, 'The checkout has no rate for this currency.'),
  invalid_wallet_address: refuse(invalid, 'The address is no address of the network, or you may not use it.'),
  wallet_capacity_exceeded: refuse(
    invalid,
    'Too many payments of this price are open on this wallet. Use another wallet, or wait until some have ended.',
  ),
  quota_exceeded: refuse(invalid, 'You have as many of these as your plan allows. End some, or ask for a larger plan.'),
  wallet_cannot_receive: refuse(
    invalid,
    'The account cannot receive the coin: the issuer blocks it (EVM), or it does not exist, or lacks a trustline with room (Stellar).',
  ),
  refund_exceeds_payment: refuse(invalid, 'The payment has less left than the refund would send back.'),
  reference_conflict: refuse(
    conflict,
    'The `reference` belongs to a refund of another payment or amount. Give each refund a reference of its own.',
  ),
  idempotency_mismatch: refuse(invalid, 'The `Idempotency-Key` was used for another request. Use a new one.'),
  idempotency_in_progress: refuse(
    invalid,
    'A request with this `Idempotency-Key` is being worked on. Repeat it in a moment.',
  ),
  payer_account_missing: refuse(invalid, "The payer's account does not exist on the network (Stellar)."),
  payer_trustline_missing: refuse(invalid, "The payer's account does not trust the coin (Stellar)."),
  payer_funds_insufficient: refuse(
    invalid,
    "The payer's account has too little of the coin. `missing` says how much it lacks.",
  ),
  payer_fee_insufficient: refuse(invalid, "The payer's account cannot pay the network's fee."),
  offers_changed: refuse(invalid, 'The price of the exchange has changed. Ask for the offers again.'),
  transaction_changed: refuse(invalid, 'The signed transaction is not the one that was to be signed.'),
  transaction_refused: refuse(invalid, 'The network refuses the transaction. Nothing was paid.'),
  transaction_uncertain: refuse(
    unavailable,
    'Nobody can say whether the transaction was sent. Look at the payment before you pay again.',
  ),
  network_unreachable: refuse(unavailable, 'No node of the network answers. Repeat the request later.'),
  payment_conflict: refuse(
    conflict,
    'The payment asks for something else by now, an authorization for it is on its way, or this one was used elsewhere. Look at the payment before anything else is signed.',
  ),
  relay_unavailable: refuse(
    { ...unavailable, retryAfterS: 60 },
    'Sending for a payer would cost more in network fees than is allowed now. Repeat the request later.',
  ),
  resource_missing: refuse(
    missing,
    'There is no such object for these keys. Check the id, and that the keys are of its environment.',
  ),
  unknown_endpoint: refuse(missing, 'There is no such operation here. Check the method and the path.'),
  missing_api_key: refuse(unauthenticated, 'The request has no keys. Send both halves of a pair.'),
  invalid_api_key: refuse(unauthenticated, 'The keys are no valid pair, or the pair has expired or was revoked.'),
  wrong_environment: refuse(
    unauthenticated,
    'The keys are of the other environment: sandbox keys for `/sandbox/v1`, live keys for `/v1`.',
  ),
  invalid_signature: refuse(unauthenticated, 'The signature of the request is missing or wrong.'),
  stale_timestamp: refuse(
    unauthenticated,
    "`X-Service-Timestamp` is more than 300 seconds away from the server's clock.",
  ),
  invalid_credentials: refuse(
    unauthenticated,
    'The e-mail address, the password, the code or the passkey is wrong. The answer never says which.',
  ),
  invalid_session: refuse(unauthenticated, 'The session has ended. Sign in again.'),
  insufficient_scope: refuse(
    forbidden,
    'The key, or the role of the user, does not allow this. `scope` names a right that is lacking.',
  ),
  reauthentication_required: refuse(
    forbidden,
    'A user has to show a password or passkey again, and then repeat the request.',
  ),
  cross_origin_request: refuse(forbidden, 'A page of another origin sent the request with a session.'),
  invalid_invitation: refuse(invalid, 'The link of the invitation was used, has expired, or never existed.'),
  invalid_code: refuse(
    invalid,
    'The code of a connection is wrong, was used or has expired, or it came without its verifier. The answer never says which.',
  ),
  weak_password: refuse(invalid, 'The password is too easy to guess. Choose another one.'),
  rate_limited: refuse(
    { status: 429, type: 'rate_limit_error' },
    'Too many requests. Repeat it after the seconds that `Retry-After` says.',
  ),
  not_ready: refuse(
    { ...failed, retryAfterS: 2 },
    'A network or a rate has not been read since the server started, or a network not for 15 minutes. Repeat the request in a moment.',
  ),
  internal_error: refuse(
    failed,
    'Something went wrong in the server. Repeat the request with the same `Idempotency-Key`, and tell the operator its id.',
  ),
} as const satisfies Record<string, Refusal>

export type RefusalCode = keyof typeof refusals

/** Every code, in the order of the table. */
export const refusalCodes: readonly RefusalCode[] = listKeys(refusals)
