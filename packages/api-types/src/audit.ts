/** Every operation that the audit log records. The last ones have no route of the API: users and the command line do them. */
export const auditOperations = [
  'createPayment',
  'choosePaymentMethod',
  'cancelPayment',
  'acceptPayment',
  'createPaymentLink',
  'updatePaymentLink',
  'assignTransfer',
  'createRefund',
  'cancelRefund',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhook',
  'pingWebhook',
  'resendFailedDeliveries',
  'rotateWebhookSecret',
  'resendDelivery',
  'createSettlements',
  'updateMerchant',
  'updateSettings',
  'proveWallet',
  'createKey',
  'rotateKey',
  'revokeKey',
  'updateUser',
  'removeUser',
  'createInvitation',
  'deleteInvitation',
  'acceptInvitation',
  'signIn',
  'failSignIn',
  'changePassword',
  'removePassword',
  'renewRecoveryCodes',
  'addPasskey',
  'removePasskey',
  'chooseNotifications',
  'requestEmailCode',
  'confirmEmail',
  'createMerchant',
  'shareWallet',
  'giveWallet',
  'releaseSends',
  'resetUser',
  'rotateReceiptKey',
] as const
export type AuditOperation = (typeof auditOperations)[number]

/** The kinds of objects that these operations change. */
export const auditObjects = [
  'payment',
  'payment_link',
  'transfer',
  'refund',
  'webhook',
  'webhook_secret',
  'delivery',
  'settlement',
  'merchant',
  'merchant_settings',
  'wallet',
  'api_key',
  'user',
  'invitation',
  'sending_key',
  'receipt_key',
] as const
export type AuditObject = (typeof auditObjects)[number]

/** A change that a key, a user or the command line made. Entries are never changed and never deleted. */
export type AuditEntry = {
  id: string
  object: 'audit_entry'
  operation: AuditOperation
  /** `key_...`, `usr_...`, `command_line`, or `in_process` for the program that runs the checkout. */
  actor: string
  /** The address of the request; null without one. */
  address: string | null
  requestId: string | null
  /** The object that was changed. */
  target: { object: AuditObject; id: string | null }
  /** The fields that changed, as they were; null if the object was made, or nothing of it is recorded. */
  before: Record<string, unknown> | null
  /** The same fields since then; null if the object was deleted. */
  after: Record<string, unknown> | null
  livemode: boolean
  createdAt: string
}

/** The subject of a change that is told at once. */
export type SecurityMatter = 'wallet' | 'key' | 'owner' | 'credential' | 'sign_in'

/** Changes of the last day that a user is told of. */
export type SecurityNotice = {
  object: 'security_notice'
  matter: SecurityMatter
  /** The number of them. */
  count: number
  /** The last of them. */
  entry: AuditEntry
}

/** A file to download, without keys. */
export type ReportLink = {
  object: 'report_link'
  url: string
  expiresAt: string
}
