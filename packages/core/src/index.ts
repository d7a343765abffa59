export {
  type Asset,
  type Checkout,
  type CheckoutOptions,
  createCheckout,
  DEFAULT_DATABASE,
  type ListenOptions,
  type MerchantOperations,
} from './app/checkout.ts'
export { type CheckoutConfig, ConfigError, configJsonSchema, parseConfig, type ValidConfig } from './app/config.ts'
export { inspectKeys, inspectNodes, type NodeFindings } from './app/diagnose.ts'
export type { Figures } from './app/figures.ts'
export { takesBody } from './app/handler.ts'
export type { BooksState } from './books/check.ts'
export { type NodeAddress, type Verification, verifyPayments } from './app/verify.ts'
export { type Environment, environments } from './catalog/environments.ts'
export { planLimits } from './catalog/plans.ts'
export { type Scope, scopes } from './catalog/scopes.ts'
export type { KeyFindings } from './chains/inspect-sending.ts'
export type { TestPayer } from './chains/test-payer.ts'
export { parseColour } from './domain/accent.ts'
export { CheckoutError, type RefusalCode } from './domain/error.ts'
export { serialise } from './domain/serialise.ts'
export { parseEnd, parseTime } from './domain/time.ts'
export { signWebhook } from './domain/webhook-signature.ts'
export { type ApiRequest, type ApiResponse, MAX_BODY_BYTES, type RequestBody } from './http/exchange.ts'
export { signatureOf } from './http/sign.ts'
export { type ApiKeyPair, createApiKey } from './keys/create.ts'
export { listApiKeys } from './keys/list.ts'
export { revokeApiKey } from './keys/revoke.ts'
export { createMerchant, listMerchants } from './merchants/create.ts'
export { type SettingsChange, settingsHistory } from './merchants/history.ts'
export { updateMerchant } from './merchants/update.ts'
export type { FeedState } from './networks/feeds.ts'
export { forgetLostChain } from './networks/forget.ts'
export type { NetworkState } from './networks/state.ts'
export type * from './observer.ts'
export type * from './operations.ts'
export { assignTransferAsOperator } from './transfers/assign.ts'
export { listUnattributedAsOperator } from './transfers/list.ts'
export { defaultSecretsAsOperator } from './webhooks/default-secrets.ts'
export { eventPatterns, wantsEvent } from './webhooks/schema.ts'
export type * from './wire.ts'
