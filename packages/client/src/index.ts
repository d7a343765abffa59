export type {
  Delivery,
  DeliveryWithAttempts,
  ErrorType,
  Event,
  EventType,
  List,
  Payment,
  Transfer,
  Webhook,
  WebhookWithSecret,
} from '@crypto-checkout/core/wire'
export { CheckoutApiError, ConnectionError, type ConnectionFailure } from './client-errors.ts'
export { type Client, type ClientOptions, createClient } from './create-client.ts'
export type { Listing } from './listing.ts'
export type { PostOptions, RequestOptions } from './send-request.ts'
export { type VerifyOptions, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'
export type { EventHandlers, EventOf, WebhookOptions } from './webhook-answer.ts'
export { webhook } from './webhook-express.ts'
export { webhookFetch } from './webhook-fetch.ts'
