import type { Event, Payment, PaymentMethod, Recognition, Refund, Transfer, Webhook } from '@crypto-checkout/api-types'
import { getQrContent } from '@crypto-checkout/payer-ui'
import { renderQrPng } from '../domain/qr.ts'
import { toIsoTime } from '../domain/time.ts'
import type { EventRow } from './store.ts'

/** `qrCode`: whether a payment has the image. */
export function toEventView(row: EventRow, qrCode = true): Event {
  const snapshot: PaymentSnapshot | Refund | Transfer | Webhook = JSON.parse(row.object)
  return {
    id: row.id,
    object: 'event',
    type: row.type,
    createdAt: toIsoTime(row.created_at),
    livemode: row.livemode,
    sequence: row.sequence,
    data: { object: completeSnapshot(snapshot, qrCode) },
    // Each type is recorded with an object of its kind.
  } as Event
}

function completeSnapshot<Snapshot extends PaymentSnapshot | Refund | Transfer | Webhook>(
  snapshot: Snapshot,
  qrCode: boolean,
) {
  if (snapshot.object === 'payment') return completePayment(snapshot, qrCode)
  if (snapshot.object !== 'refund') return snapshot
  return { ...snapshot, receipt: snapshot.receipt ?? null, receiptUrl: snapshot.receiptUrl ?? null }
}

type About =
  | Pick<Payment, 'object' | 'id'>
  | Pick<Refund, 'object' | 'paymentId'>
  | Pick<Transfer, 'object' | 'payment'>

/** The payment that a resource is or belongs to; null if there is none, or it is no resource. */
export function getPaymentId(resource: unknown): string | null {
  const about = (resource ?? {}) as About | { readonly object?: undefined }
  if (about.object === 'payment') return about.id
  if (about.object === 'refund') return about.paymentId
  return about.object === 'transfer' ? about.payment : null
}

/**
 * A payment as events store it: without what is generated from the rest. That is the QR code, and the method of a
 * payment that has only one: `methods` is empty then.
 */
export type PaymentSnapshot = Omit<Payment, 'qrCode'>

/** Events of earlier releases have no methods, no receipts, no address for programs and no confirmations. */
type Later = 'methods' | 'receipt' | 'receiptUrl' | 'x402Url' | 'confirmations'
type Stored = Omit<PaymentSnapshot, Later> & Partial<Pick<PaymentSnapshot, Later>>

/** The payment of a snapshot, with everything. `qrCode`: whether it has the image. */
export function completePayment(snapshot: Stored, qrCode = true): Payment {
  return {
    ...snapshot,
    x402Url: snapshot.x402Url ?? null,
    confirmations: snapshot.confirmations ?? null,
    receipt: snapshot.receipt ?? null,
    receiptUrl: snapshot.receiptUrl ?? null,
    methods: listMethods(snapshot),
    qrCode: qrCode ? renderQrPng(getQrContent(snapshot)) : '',
  }
}

/** The methods of a snapshot, the only one included. */
export function listMethods(snapshot: Stored): PaymentMethod[] {
  return snapshot.methods?.length ? snapshot.methods : [toOnlyMethod(snapshot)]
}

function toOnlyMethod(snapshot: Stored): PaymentMethod {
  return {
    cryptocurrency: snapshot.cryptocurrency,
    network: snapshot.network,
    state: 'chosen',
    reason: null,
    recognition: deriveRecognition(snapshot),
    rate: snapshot.rate,
    cryptoAmount: snapshot.cryptoAmount,
    address: snapshot.address,
    memo: snapshot.memo,
    memoType: snapshot.memoType,
    paymentUri: snapshot.paymentUri,
    amountReceived: snapshot.amountReceived,
    amountDue: snapshot.amountDue,
  }
}

/** A snapshot has what identifies its payment, but not by name. An address of its own is not the merchant's wallet. */
function deriveRecognition({ memo, address, merchantWallet }: Stored): Recognition {
  if (memo !== null) return 'memo'
  return address.toLowerCase() === merchantWallet.toLowerCase() ? 'amount' : 'address'
}
