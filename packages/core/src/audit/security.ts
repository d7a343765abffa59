/** The one place that decides which changes are told at once, and to whom. */
import { type AuditOperation, listKeys, type SecurityMatter } from '@crypto-checkout/api-types'
import type { Change } from './store.ts'

/** Owners of the merchant, or the user whose account it is. A user who is both is told once, as the user. */
export type Recipient = 'owners' | 'user'

type Rule = {
  readonly matter: SecurityMatter
  readonly tells: readonly Recipient[]
  /** Default: always. */
  readonly applies?: (change: Pick<Change, 'before' | 'after'>) => boolean
}

/** The settings that say where money goes. */
const destinations = ['wallets', 'settlementNetwork', 'settlementWallet']

const wallet: Rule = { matter: 'wallet', tells: ['owners'] }
const key: Rule = { matter: 'key', tells: ['owners'] }
const credential: Rule = { matter: 'credential', tells: ['owners', 'user'] }
const owner: Rule = {
  matter: 'owner',
  tells: ['owners', 'user'],
  applies: ({ before, after }) => before?.role === 'owner' || after?.role === 'owner',
}

/** Each operation has an answer: what gives others the money, the rights or an account is told, what is left is not. */
const rules: Readonly<Record<AuditOperation, Rule | null>> = {
  createPayment: null,
  choosePaymentMethod: null,
  cancelPayment: null,
  acceptPayment: null,
  resendReceipt: null,
  createPaymentLink: null,
  updatePaymentLink: null,
  assignTransfer: null,
  createRefund: null,
  cancelRefund: null,
  createWebhook: null,
  updateWebhook: null,
  deleteWebhook: null,
  rotateWebhook: null,
  pingWebhook: null,
  resendFailedDeliveries: null,
  rotateWebhookSecret: null,
  resendDelivery: null,
  createSettlements: null,
  updateMerchant: null,
  updateSettings: { ...wallet, applies: ({ after }) => destinations.some((name) => after?.[name] !== undefined) },
  proveWallet: wallet,
  // The consent was told to make a key for a connection.
  createKey: { ...key, applies: ({ after }) => after?.connection === undefined },
  createConnection: { ...key, matter: 'connection' },
  exchangeConnectionCode: null,
  endConnection: null,
  rotateKey: key,
  revokeKey: null,
  updateUser: owner,
  removeUser: owner,
  createInvitation: null,
  deleteInvitation: null,
  acceptInvitation: { ...owner, tells: ['owners'] },
  signIn: { matter: 'sign_in', tells: ['user'], applies: ({ after }) => after?.browser === 'new' },
  // A stranger can make as many as it likes.
  failSignIn: null,
  changePassword: credential,
  removePassword: credential,
  renewRecoveryCodes: credential,
  addPasskey: credential,
  removePasskey: credential,
  chooseNotifications: null,
  requestEmailCode: null,
  confirmEmail: null,
  createMerchant: null,
  shareWallet: wallet,
  giveWallet: wallet,
  releaseSends: null,
  resetUser: credential,
  rotateReceiptKey: null,
}

/** The subject under which a change is told, and its recipients; null if it is not told. */
export function findSecurityRule({
  operation,
  before,
  after,
}: Pick<Change, 'operation' | 'before' | 'after'>): Rule | null {
  const rule = rules[operation]
  return rule && (rule.applies?.({ before, after }) ?? true) ? rule : null
}

/** The operations of which some changes are told. */
export const securityOperations = listKeys(rules).filter((name) => rules[name] !== null)
