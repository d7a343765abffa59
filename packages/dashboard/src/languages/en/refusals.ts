/** `param`: the field that is refused, as the API calls it. */
type Words = (message: string, param: string | null) => string

/** Takes the words of the API's answer, which are English. */
const own: Words = (message) => message

/** Refusals of the API that people may see, by code. Refusals that are not here are shown as the API words them. */
export const refusals = {
  unreachable: (): string => 'The server does not answer. Check your connection.',
  unreadable: (): string => 'The server sent an answer that is not its own. Try again in a moment.',
  invalid_credentials: own,
  invalid_invitation: own,
  invalid_parameter: own,
  invalid_state: own,
  invalid_wallet_address: own,
  missing_parameter: own,
  weak_password: own,
  rate_limited: own,
  quota_exceeded: own,
  refund_exceeds_payment: own,
  wallet_cannot_receive: own,
  wallet_capacity_exceeded: own,
  unsupported_asset: own,
  unsupported_currency: own,
  insufficient_scope: own,
  reauthentication_required: own,
  network_unreachable: own,
  not_ready: own,
  internal_error: own,
} satisfies Record<string, Words>
