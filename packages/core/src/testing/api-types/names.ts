/** The names of the types that `api-types` has, with the schemas that they are made from. */
import { auditObjects, auditOperations, eventTypes, roles, scopes } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { inputs } from '../../api/inputs.ts'
import { overviewQuery } from '../../api/overview/overview.ts'
import { requestQuery } from '../../api/requests/list.ts'
import { auditFilter, auditQuery } from '../../audit/list.ts'
import { coins } from '../../domain/catalog/coins.ts'
import { paymentExceptions, paymentStatuses } from '../../domain/payment.ts'
import { refundStatuses } from '../../domain/refund.ts'
import { settlementStatuses } from '../../domain/settlement-schedule.ts'
import { eventQuery } from '../../events/find.ts'
import { coinName, listQuery, networkName as networkInput } from '../../http/fields.ts'
import { apiKey, paymentPolicy, requestEntry } from '../../http/shapes/account.ts'
import { networkName, recognition } from '../../http/shapes/fields.ts'
import { refundAction } from '../../http/shapes/money-moved.ts'
import { delivery, familyEvents } from '../../http/shapes/notification.ts'
import { attentions, books, problemCode, setup } from '../../http/shapes/overview.ts'
import { confirmations, memoType, paymentLink } from '../../http/shapes/payment.ts'
import { misdirected, reported, unnamed } from '../../http/shapes/public-payment.ts'
import { problemShape, shapeParts, shapes } from '../../http/shapes.ts'
import { keyQuery } from '../../merchants/keys/schema.ts'
import { metadata, paymentFilter, paymentQuery } from '../../payments/schema.ts'
import { transferQuery } from '../../payments/transfers/find.ts'
import { refundQuery } from '../../refunds/schema.ts'
import { settlementQuery } from '../../settlements/view.ts'
import { deliveryQuery } from '../../webhooks/deliveries/find.ts'
import { eventPatterns, webhookQuery } from '../../webhooks/schema.ts'
import { joinValues, type Schema, type TypeNames } from './print.ts'

type Named = { readonly schema: z.ZodType; readonly about?: string }

type Union = {
  readonly values: readonly string[]
  readonly about?: string
  /** The name of the list of its values, if programs need that. */
  readonly list?: string
}

/** Unions of texts, which the API document shows where they are used. */
export const unions: Readonly<Record<string, Union>> = {
  PaymentStatus: { values: paymentStatuses, list: 'paymentStatuses' },
  PaymentException: {
    values: paymentExceptions,
    list: 'paymentExceptions',
    about: 'Exceptional facts about a payment, besides its status',
  },
  Cryptocurrency: { values: coins, list: 'cryptocurrencies' },
  MemoType: { values: [memoType.unwrap().value] },
  PaymentLinkStatus: {
    values: paymentLink.shape.status.options,
    about: 'The state of a payment link. Only an active one makes payments',
  },
  Recognition: {
    values: recognition.options,
    about:
      'The part of a transfer that identifies a payment among the others to its wallet: an amount of its own, a memo, or an ' +
      'address of its own',
  },
  RefundStatus: { values: refundStatuses },
  SettlementStatus: { values: settlementStatuses },
  ApiKeyStatus: { values: apiKey.shape.status.options },
  KeyWallets: {
    values: apiKey.shape.wallets.options,
    about:
      'The wallets to which a key may have payments paid: any, or those of the settings, which it then cannot change',
  },
  DeliveryState: { values: delivery.shape.state.options },
  DeliveryStatusClass: {
    values: deliveryQuery.shape.status.unwrap().options,
    about: '`none`: the last attempt was not answered',
  },
  RequestMethod: { values: requestEntry.shape.method.options, about: 'The methods of the API' },
  NetworkProblemCode: { values: problemCode.options },
  ErrorType: { values: problemShape.shape.error.shape.type.options },
}

const { ErrorCode, Problem, ...parts } = shapeParts
const { Event: event, PaymentMethods, ...answers } = shapes
const families = new Set<z.ZodType>(Object.values(familyEvents))

/** The objects of answers. Lists and the answers to DELETE are generic types. */
export const objects: Readonly<Record<string, Named>> = {
  ...name({ ...parts, ...answers }, (schema) => !families.has(schema) && findGeneric(schema, String) === null),
  ...name({
    ConfiguredMethods: PaymentMethods,
    Confirmations: confirmations,
    MisdirectedTransfer: misdirected,
    ReportedTransaction: reported,
    UnnamedTransfer: unnamed,
    PaymentPolicy: paymentPolicy,
    Books: books,
    Attentions: attentions,
    Setup: setup,
    Problem,
  }),
  RefundAction: { schema: refundAction, about: 'The action that a refund needs before it can be paid' },
}

function name(
  schemas: Readonly<Record<string, z.ZodType>>,
  isWanted: (schema: z.ZodType) => boolean = () => true,
): Record<string, Named> {
  const wanted = Object.entries(schemas).filter(([, schema]) => isWanted(schema))
  return Object.fromEntries(wanted.map(([one, schema]) => [one, { schema }]))
}

/** The generic type of a list, or of the answer to a DELETE. `print`: the type of an item. Null for other answers. */
export function findGeneric(schema: z.ZodType, print: (item: z.ZodType) => string): string | null {
  const { shape } = schema as unknown as { readonly shape?: Readonly<Record<string, z.ZodType>> }
  const { object, data, deleted } = shape ?? {}
  const kind = object instanceof z.ZodLiteral ? object.value : null
  if (kind === 'list' && data instanceof z.ZodArray) return `List<${print(data.element as z.ZodType)}>`
  return deleted ? `Deleted<'${kind}'>` : null
}

/** The inputs of operations. The API document has no names for those of a query. */
export const inputTypes: Readonly<Record<string, Named>> = {
  ListQuery: { schema: listQuery, about: 'The parameters of every list' },
  ...inputs,
  PaymentFilter: { schema: paymentFilter, about: 'The filters of payments. They combine' },
  ...name({
    PaymentQuery: paymentQuery,
    TransferQuery: transferQuery,
    RefundQuery: refundQuery,
    EventQuery: eventQuery,
    WebhookQuery: webhookQuery,
    DeliveryQuery: deliveryQuery,
    SettlementQuery: settlementQuery,
    OverviewQuery: overviewQuery,
    KeyQuery: keyQuery,
    RequestQuery: requestQuery,
    AuditFilter: auditFilter,
    AuditQuery: auditQuery,
  }),
}

export const NETWORK_NAME = "'stellar' | 'ethereum' | 'polygon' | (string & Record<never, never>)"

/** Types that a schema does not show, because it takes any text or any value and then looks at it. */
const written: readonly (readonly [Schema, string])[] = [
  [networkName, 'NetworkName'],
  [networkInput, 'NetworkName'],
  [coinName, 'Cryptocurrency | Lowercase<Cryptocurrency>'],
  [metadata, 'Record<string, unknown>'],
  [auditFilter.shape.object.unwrap(), 'AuditObject | (string & Record<never, never>)'],
  // A release may add codes.
  [ErrorCode, 'string'],
  [event, 'Event'],
]

/** Lists of names in `api-types`, which the schemas are made from. */
const lists: Readonly<Record<string, readonly string[]>> = {
  EventType: eventTypes,
  EventPattern: eventPatterns,
  Scope: scopes,
  Role: roles,
  AuditOperation: auditOperations,
  AuditObject: auditObjects,
}

const values = [...Object.entries(lists), ...Object.entries(unions).map(([one, { values }]) => [one, values] as const)]

export const typeNames: TypeNames = {
  bySchema: new Map([
    ...[...Object.entries(objects), ...Object.entries(inputTypes)].map(([one, { schema }]) => [schema, one] as const),
    ...written,
  ]),
  byValues: new Map(values.map(([one, list]) => [joinValues(list), one])),
}
