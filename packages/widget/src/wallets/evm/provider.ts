/** A wallet's accounts, and what its refusals mean. */
import type { Eip1193Provider } from '@crypto-checkout/payer-ui/wallets/discover'

/**
 * Lets the wallet's user choose which accounts a page may use. Not every wallet supports this (EIP-2255); the others
 * connect with their current account. Throws if the user declines.
 */
export async function chooseAccounts(provider: Eip1193Provider): Promise<void> {
  try {
    await provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
  } catch (error) {
    if (classifyRefusal(error) === 'rejected') throw error
  }
}

/** The reason for which a wallet did not do what was requested. */
export type Refusal =
  | 'rejected'
  | 'pending'
  | 'unauthorized'
  | 'unsupported'
  | 'unknown_chain'
  | 'wrong_chain'
  | 'disconnected'
  | 'no_gas'
  /** The request itself was refused: it would never have been sent. */
  | 'invalid'
  | 'other'

/** Refusals by the codes of EIP-1193, EIP-1474, EIP-3326, ethers and WalletConnect. */
const CODES: Readonly<Record<string, Refusal>> = {
  4001: 'rejected',
  5000: 'rejected',
  5001: 'rejected',
  5002: 'rejected',
  ACTION_REJECTED: 'rejected',
  '-32002': 'pending',
  4100: 'unauthorized',
  4200: 'unsupported',
  5101: 'unsupported',
  '-32601': 'unsupported',
  4902: 'unknown_chain',
  4900: 'disconnected',
  4901: 'disconnected',
}

/** Refusals by message, for codes that say nothing; the words are those of common wallets and nodes. */
const WORDS: readonly (readonly [RegExp, Refusal])[] = [
  [/user (rejected|denied|cancell?ed|disapproved|declined)|(rejected|cancell?ed|declined) by (the )?user/i, 'rejected'],
  [/insufficient funds|gas required exceeds allowance/i, 'no_gas'],
  [/unrecognized chain id/i, 'unknown_chain'],
  [/chain ?id.*(match|mismatch)/i, 'wrong_chain'],
  [/already pending/i, 'pending'],
  // These estimate a transaction, or check it before it is taken.
  [/(estimate|intrinsic) gas|exceeds block gas limit|max fee per gas less than|execution reverted/i, 'invalid'],
]

/** Codes of EIP-1474, and one of ethers, for a request that is wrong in itself. Words can say more. */
const INVALID: readonly unknown[] = [-32600, -32602, -32604, 'UNPREDICTABLE_GAS_LIMIT']

/** The fields of nested errors: wallets wrap the errors of their nodes, and bridges those of wallets. */
const INSIDE = ['cause', 'data', 'originalError', 'error', 'info']
const DEEPEST = 4

/** Classifies a wallet's error, which may be anything that can be thrown. */
export function classifyRefusal(error: unknown): Refusal {
  const errors = unwrap(error, DEEPEST)
  for (const { code } of errors) {
    if (typeof code !== 'number' && typeof code !== 'string') continue
    const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined
    if (known !== undefined) return known
  }
  const messages = errors.map(({ message }) => (typeof message === 'string' ? message : '')).join('\n')
  const isInvalid = errors.some(({ code }) => INVALID.includes(code))
  return WORDS.find(([words]) => words.test(messages))?.[1] ?? (isInvalid ? 'invalid' : 'other')
}

/** The error and its nested errors, outermost first. */
function unwrap(error: unknown, depth: number): Partial<Record<string, unknown>>[] {
  if (typeof error === 'string') return [{ message: error }]
  if (typeof error !== 'object' || error === null || depth === 0) return []
  const fields = error as Partial<Record<string, unknown>>
  return [fields, ...INSIDE.flatMap((name) => unwrap(fields[name], depth - 1))]
}
