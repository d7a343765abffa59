import type { ErrorType } from '@crypto-checkout/api-types'

type Refusal = {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 500 | 503
  readonly type: ErrorType
  /** Sent as `Retry-After`. */
  readonly retryAfterS?: number
}

const invalid: Refusal = { status: 400, type: 'invalid_request_error' }
const unavailable: Refusal = { status: 503, type: 'api_error' }
const missing: Refusal = { status: 404, type: 'invalid_request_error' }
const forbidden: Refusal = { status: 403, type: 'permission_error' }
const unauthenticated: Refusal = { status: 401, type: 'authentication_error' }

/** All refusals, with their HTTP status and category. */
const refusals = {
  unknown_parameter: invalid,
  missing_parameter: invalid,
  invalid_parameter: invalid,
  invalid_json: invalid,
  unsupported_media_type: invalid,
  body_too_large: invalid,
  invalid_cursor: invalid,
  invalid_state: invalid,
  unsupported_asset: invalid,
  unsupported_currency: invalid,
  invalid_wallet_address: invalid,
  wallet_capacity_exceeded: invalid,
  quota_exceeded: invalid,
  wallet_cannot_receive: invalid,
  refund_exceeds_payment: invalid,
  idempotency_mismatch: invalid,
  idempotency_in_progress: invalid,
  payer_account_missing: invalid,
  payer_trustline_missing: invalid,
  payer_funds_insufficient: invalid,
  payer_fee_insufficient: invalid,
  offers_changed: invalid,
  transaction_changed: invalid,
  transaction_refused: invalid,
  transaction_uncertain: unavailable,
  network_unreachable: unavailable,
  /** Another payer's authorization is on its way, or this one was used elsewhere. */
  payment_conflict: { status: 409, type: 'invalid_request_error' },
  /** Sending for a payer would cost more gas than is allowed now. */
  relay_unavailable: { ...unavailable, retryAfterS: 60 },
  resource_missing: missing,
  unknown_endpoint: missing,
  missing_api_key: unauthenticated,
  invalid_api_key: unauthenticated,
  wrong_environment: unauthenticated,
  invalid_signature: unauthenticated,
  stale_timestamp: unauthenticated,
  /** One code for a wrong e-mail address, password, code or passkey. */
  invalid_credentials: unauthenticated,
  invalid_session: unauthenticated,
  insufficient_scope: forbidden,
  /** A session may do it, after its user has shown a password or passkey again. */
  reauthentication_required: forbidden,
  cross_origin_request: forbidden,
  invalid_invitation: invalid,
  weak_password: invalid,
  rate_limited: { status: 429, type: 'rate_limit_error' },
  /** A network or a rate has not been read since the first start. Clients should retry. */
  not_ready: { status: 500, type: 'api_error', retryAfterS: 2 },
  internal_error: { status: 500, type: 'api_error' },
} as const satisfies Record<string, Refusal>

export type RefusalCode = keyof typeof refusals

/** The status and category of a refusal. */
export function findRefusal(code: RefusalCode): Refusal {
  return refusals[code]
}

/** A refusal with a code from the table. Its message says what to do next and never repeats a secret. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError'
  readonly code: RefusalCode
  readonly param: string | null
  /** How much of the coin the payer lacks, with six fractional digits. */
  readonly missing: string | null

  constructor(code: RefusalCode, message: string, param: string | null = null, missing: string | null = null) {
    super(message)
    this.code = code
    this.param = param
    this.missing = missing
  }
}
