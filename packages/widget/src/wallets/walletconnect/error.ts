/**
 * The reasons why WalletConnect returned no session:
 * - `rejected`: the payer refused in the wallet
 * - `expired`: nobody scanned or answered within five minutes; connecting again shows a new code
 * - `aborted`: the page aborted through its signal
 * - `unreachable`: WalletConnect's relay, or our script for it, does not answer
 * - `unsupported_chain`: the wallet, or this account of it, does not have the payment's network
 * - `failed`: the wallet refused for another reason; the message contains its words
 */
export type WalletConnectReason = 'rejected' | 'expired' | 'aborted' | 'unreachable' | 'unsupported_chain' | 'failed'

export class WalletConnectError extends Error {
  readonly reason: WalletConnectReason
  /** The wallet's name, if it has sent one. */
  readonly walletName: string | null

  constructor(reason: WalletConnectReason, cause?: unknown, walletName: string | null = null) {
    super(`WalletConnect: ${readMessage(cause) ?? reason}`, { cause })
    this.name = 'WalletConnectError'
    this.reason = reason
    this.walletName = walletName
  }
}

/** An error as EIP-1193 requires: with a code from its own table, whatever WalletConnect's codes are. */
export class ProviderError extends Error {
  readonly code: number

  constructor(code: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ProviderError'
    this.code = code
  }
}

/** WalletConnect's codes for a refusal by the payer; wallets also send EIP-1193's. */
const REFUSED = new Set([4001, 5000, 5001, 5002, 5003])
/** The session ended during the request. */
const DISCONNECTED = 6000
/** The wallet does not have this chain, or nothing in its namespace. */
const UNSUPPORTED_CHAIN = new Set([5100, 5104])

export function classifyRefusal(error: unknown): WalletConnectReason {
  const code = readCode(error)
  if (code !== null && REFUSED.has(code)) return 'rejected'
  if (code !== null && UNSUPPORTED_CHAIN.has(code)) return 'unsupported_chain'
  // The library has no code for this, only this text: when its timer ends and when its store expires.
  return readMessage(error)?.startsWith('Proposal expired') ? 'expired' : 'failed'
}

/** A wallet's error in EIP-1193's terms. */
export function toProviderError(error: unknown): ProviderError {
  const code = readCode(error)
  const message = readMessage(error) ?? 'The wallet refused the request.'
  if (code !== null && REFUSED.has(code)) return new ProviderError(4001, message, error)
  if (code === DISCONNECTED) return new ProviderError(4900, message, error)
  return new ProviderError(code ?? -32603, message, error)
}

function readCode(error: unknown): number | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'number' ? code : null
}

function readMessage(error: unknown): string | null {
  const message = (error as { message?: unknown } | null)?.message
  return typeof message === 'string' && message !== '' ? message : null
}
