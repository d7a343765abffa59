export type * from '@crypto-checkout/api-types'
export type { Listing } from './create-client.ts'
export { type Client, type ClientOptions, createClient } from './create-client.ts'
export { CheckoutApiError, ConnectionError, type ConnectionFailure } from './failures.ts'
export type { PostOptions, RequestOptions } from './send-request.ts'
export {
  type VerificationCode,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts'
export type { EventHandlers, WebhookOptions } from './webhook-handlers.ts'
export { webhook, webhookFetch } from './webhook-handlers.ts'
