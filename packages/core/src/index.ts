// First: in a bundle that cannot work, and on a Node that is too old, these say what to do. The modules below would fail
// without a word about that.
import './app/refuse-bundle.ts'
import './storage/node-sqlite.ts'

export type * from '@crypto-checkout/api-types'
export { roles, scopes } from '@crypto-checkout/api-types'
export { parseColour } from '@crypto-checkout/payer-ui'
export {
  ReceiptError,
  type TrustedKey,
  type VerifiedReceipt,
  verifyReceipt,
} from '@crypto-checkout/payer-ui/receipts'
export { signRequest } from './api/authenticate.ts'
export { describeOperations, type OperationDescription } from './api/operation-schemas.ts'
export { listNetworkNames, omitHostOptions, requireServable } from './app/check-options.ts'
export {
  type Checkout,
  type CheckoutOptions,
  createCheckout,
  DEFAULT_DATABASE,
  type ListenOptions,
  type MerchantOperations,
} from './app/checkout.ts'
export { createAddressReader, createProxyWarner, type Forwarded, type TrustProxy } from './app/client-address.ts'
export { type CheckoutConfig, ConfigError, configJsonSchema, parseConfig, type ValidConfig } from './app/config.ts'
export { listConfigWarnings } from './app/config-warnings.ts'
export { type Advice, inspectKeys, inspectNodes, listAdvice, type NodeFindings } from './app/diagnose.ts'
export { combineFindings, type Diagnosis, type NetworkProgress, readDatabase, readKnown } from './app/doctor.ts'
export {
  type AdapterParts,
  type EmbeddedCheckout,
  type Embedding,
  type EmbedOptions,
  embedCheckout,
} from './app/embedded.ts'
export { createLocalConfig, LOCAL_GAS_KEY } from './app/local-config.ts'
export { findLocalDataDir, giveLocalWallets } from './app/local-sandbox.ts'
export type { NetworkState } from './app/network-states.ts'
export type { Figures } from './app/stats.ts'
export { type HeldKeyState, heldKeyStates, keysThatAreWallets } from './app/stats.ts'
export { type Verification, verifyPayments } from './app/verify.ts'
export type { NodeAddress } from './app/verify-nodes.ts'
export { listAuditAsOperator } from './audit/list.ts'
export type { KeyFindings } from './chains/inspect-sending.ts'
export {
  openStellarTransactions,
  type StellarTransactions,
  type StellarTransfer,
} from './chains/stellar/transaction-reader.ts'
export type { FeedState } from './context/caches.ts'
export type { TestPayer } from './context/context.ts'
export type * from './context/observer.ts'
export { hasScope, type Scope } from './domain/catalog/entitlements.ts'
export { type Environment, environments } from './domain/catalog/networks.ts'
export { CheckoutError, type RefusalCode } from './domain/error.ts'
export { serialise } from './domain/serialise.ts'
export { printable } from './domain/text.ts'
export { parseEnd, parseTime } from './domain/time.ts'
export { signWebhook } from './domain/webhook.ts'
export type { ApiRequest, ApiResponse, Asset, BodyStream, RequestBody } from './http/exchange.ts'
export { nameHost } from './http/origin.ts'
export { type SettingsChange, settingsHistory } from './merchants/change-settings.ts'
export { isWorkingPair } from './merchants/keys/check.ts'
export { type ApiKeyPair, createApiKey } from './merchants/keys/create.ts'
export { listKeysAsOperator } from './merchants/keys/find.ts'
export { revokeApiKey } from './merchants/keys/revoke.ts'
export { rotateKeyAsOperator } from './merchants/keys/rotate.ts'
export { createMerchant, listMerchants } from './merchants/merchant.ts'
export { defaultSecretsAsOperator } from './merchants/signing-secrets.ts'
export { giveWallet, listWalletAccess, shareWallet, type WalletAccess } from './merchants/wallets/share.ts'
export { networkTroubles } from './networks/health.ts'
export { FAVICON, html, type Markup, trustMarkup } from './pages/document.ts'
export { minifyCss } from './pages/page.css.ts'
export { hashForPolicy } from './pages/serve-files.ts'
export { assignTransferAsOperator } from './payments/transfers/assign.ts'
export { listUnattributedAsOperator } from './payments/transfers/find.ts'
export { listReceiptKeys, rotateReceiptKey } from './receipts/keys.ts'
export { releaseHeld } from './refunds/release-wallet.ts'
export { type HeldWallet, listHeldWallets } from './refunds/wallet-hold.ts'
export { type AccountRecovery, type DepositRecovery, listTerms, recoverDeposit } from './settlements/recover-deposit.ts'
export { backupStorage } from './storage/backup.ts'
// Not in a file that imports `pg`: its types are not installed with the package.
export { describeStorage } from './storage/describe.ts'
export { makeFolder, migrateStorage, requireDatabaseFile } from './storage/open.ts'
export { restoreStorage } from './storage/restore.ts'
export { type UnknownSends, unknownSends } from './transactions/external-transactions.ts'
export {
  changeRoleAsOperator,
  inviteAsOperator,
  inviteFirstOwner,
  listUsersAsOperator,
  type OperatorInvitation,
  removeUserAsOperator,
} from './users/operate.ts'
export { resetUserAsOperator } from './users/reset.ts'
export { forgetLostChain } from './watcher/read.ts'
export { eventPatterns, wantsEvent } from './webhooks/schema.ts'
export type { BooksState } from './workers/reconcile.ts'
