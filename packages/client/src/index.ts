export type * from '@crypto-checkout/api-types'
export { CheckoutApiError, ConnectionError, type ConnectionFailure } from './client-errors.ts'
export { type Client, type ClientOptions, createClient } from './create-client.ts'
export type { Listing } from './listing.ts'
export type { PostOptions, RequestOptions } from './send-request.ts'
export {
  type VerificationCode,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts'
export type { EventHandlers, WebhookOptions } from './webhook-answer.ts'
export { webhook } from './webhook-express.ts'
export { webhookFetch } from './webhook-fetch.ts'
