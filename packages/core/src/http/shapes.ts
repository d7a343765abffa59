/** The answers of the API: the only description of them. The API document and the types of `api-types` are made from it. */
import { scopes } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { refusalCodes } from '../domain/catalog/refusals.ts'
import {
  apiKey,
  apiKeyWithSecret,
  auditEntry,
  connectedShop,
  connection,
  connectionCode,
  connectionPreview,
  invitation,
  invitationWithUrl,
  merchant,
  merchantSettings,
  policy,
  reportLink,
  requestEntry,
  settlementSchedule,
  user,
} from './shapes/account.ts'
import { describeDeleted, describeList, text, textOrNull } from './shapes/fields.ts'
import { ledgerEntry, settlementEntry } from './shapes/ledger.ts'
import { collectAction, refund, refundTransaction, settlement, signAction, transfer } from './shapes/money-moved.ts'
import {
  attempt,
  booking,
  delivery,
  deliveryWithAttempts,
  event,
  familyEvents,
  resent,
  wallet,
  walletChallenge,
  webhook,
  webhookSecret,
  webhookWithSecret,
} from './shapes/notification.ts'
import { attention, networkStatus, networkStatuses, overview, received } from './shapes/overview.ts'
import {
  claimable,
  configuredMethod,
  configuredMethods,
  customerReceipts,
  lineItem,
  method,
  payment,
  paymentLink,
  transaction,
} from './shapes/payment.ts'
import { publicPayment } from './shapes/public-payment.ts'
import { reportFile, reportSummary } from './shapes/report.ts'
import { conversionRoute, settlementRoute } from './shapes/routes.ts'

/** The codes are closed for a release. A later one may have more. */
const errorCode = z.enum(refusalCodes).meta({ description: 'The reason, for programs. A release may add codes' })

export const problemShape = z
  .strictObject({
    error: z
      .strictObject({
        type: z
          .enum(['invalid_request_error', 'authentication_error', 'permission_error', 'rate_limit_error', 'api_error'])
          .meta({ description: 'The category of the code' }),
        code: errorCode,
        message: text('The reason, and what to do about it. For people: it may change'),
        param: textOrNull('The field or header that is to blame, such as lineItems.0.name. Null if none is'),
        missing: text(
          'Only with payer_funds_insufficient: the amount of the coin that the account lacks',
        ).exactOptional(),
        scope: z
          .enum(scopes)
          .meta({ description: 'Only with insufficient_scope, and if a scope is lacking: that scope' })
          .exactOptional(),
        requestId: text('Id of the request, req_.... Tell it to the operator'),
      })
      .meta({ description: 'The refusal of the request' }),
  })
  .meta({ description: 'A refusal' })

export const shapes = {
  Payment: payment,
  PaymentList: describeList(payment),
  PaymentMethods: configuredMethods,
  CustomerReceipts: customerReceipts,
  NetworkStatuses: networkStatuses,
  RequestList: describeList(requestEntry),
  PaymentLink: paymentLink,
  PaymentLinkList: describeList(paymentLink),
  Transfer: transfer,
  TransferList: describeList(transfer),
  Refund: refund,
  RefundList: describeList(refund),
  Event: event,
  EventList: describeList(event),
  Webhook: webhook,
  WebhookWithSecret: webhookWithSecret,
  WebhookList: describeList(webhook),
  DeletedWebhook: describeDeleted('webhook'),
  WebhookSecret: webhookSecret,
  Delivery: delivery,
  DeliveryWithAttempts: deliveryWithAttempts,
  DeliveryList: describeList(delivery),
  Resent: resent,
  Merchant: merchant,
  MerchantSettings: merchantSettings,
  SettlementRouteList: describeList(settlementRoute),
  Wallet: wallet,
  WalletChallenge: walletChallenge,
  ApiKey: apiKey,
  ApiKeyWithSecret: apiKeyWithSecret,
  ApiKeyList: describeList(apiKey),
  Connection: connection,
  ConnectionList: describeList(connection),
  ConnectionPreview: connectionPreview,
  ConnectionCode: connectionCode,
  ConnectedShop: connectedShop,
  User: user,
  UserList: describeList(user),
  RemovedUser: describeDeleted('user'),
  Invitation: invitation,
  InvitationWithUrl: invitationWithUrl,
  InvitationList: describeList(invitation),
  DeletedInvitation: describeDeleted('invitation'),
  AuditEntryList: describeList(auditEntry),
  ReportLink: reportLink,
  Overview: overview,
  Settlement: settlement,
  SettlementList: describeList(settlement),
  LedgerEntryList: describeList(ledgerEntry),
  ReportSummary: reportSummary,
  SettlementEntryList: describeList(settlementEntry),
  ReportFile: reportFile,
} as const
export type AnswerShape = keyof typeof shapes

/** Parts of answers. Generated clients name them so. */
export const shapeParts = {
  ...familyEvents,
  PublicPayment: publicPayment,
  PaymentTransaction: transaction,
  PaymentMethod: method,
  ConfiguredMethod: configuredMethod,
  LineItem: lineItem,
  ClaimableBalance: claimable,
  CollectAction: collectAction,
  SignAction: signAction,
  RefundTransaction: refundTransaction,
  DeliveryAttempt: attempt,
  Booking: booking,
  LedgerEntry: ledgerEntry,
  SettlementEntry: settlementEntry,
  ConversionRoute: conversionRoute,
  SettlementRoute: settlementRoute,
  SettlementSchedule: settlementSchedule,
  CheckoutPolicy: policy,
  RequestEntry: requestEntry,
  AuditEntry: auditEntry,
  NetworkStatus: networkStatus,
  Received: received,
  Attention: attention,
  Problem: problemShape,
  ErrorCode: errorCode,
} as const
