import type { EventType } from '@crypto-checkout/api-types'

/** The occasion of each type of events, and what to do about it. */
export const eventMeanings: Readonly<Record<EventType, string>> = {
  'payment.created': 'A payment was created.',
  'payment.partially_paid': 'A part of the amount has arrived. The payment waits for the rest until its deadline.',
  'payment.processing': 'The full amount is on the chain, and not final yet. Do not deliver yet.',
  'payment.completed': 'The full amount is final, or was accepted as enough. Deliver.',
  'payment.expired': 'The deadline has passed, and the full amount was not on the chain in time.',
  'payment.cancelled': 'You have cancelled the payment, or another one has replaced it.',
  'payment.late': 'Money came after the end of the payment. Accept it, or send it back.',
  'payment.overpaid': 'More than the amount has arrived. Send the rest back if you want to.',
  'payment.reverted': 'A reorganisation took money off the chain, and the payment went back to an earlier status.',
  'payment.refunded': 'A refund of the payment was completed.',
  'payment.method_changed':
    'The payer or you have chosen another coin or network, so the amount and the address have changed.',
  'settlement.created': 'A period was closed, and its payments are in a settlement.',
  'settlement.completed': 'The money of the settlement is in your wallet, finally.',
  'settlement.failed': 'A settlement could not be paid out. Its `failure` says why.',
  'settlement.converted': 'The money of the settlement was converted, and is in your wallet on the other network.',
  'settlement.released':
    'Money of the settlement could not be converted, and is in your wallet on the network it came from.',
  'transfer.unattributed': 'Money arrived at your wallet and pays no payment. Assign it, or send it back.',
  'transfer.assigned': 'A transfer that paid nothing pays a payment now.',
  'refund.created': 'A refund was created. Its `nextAction` says what has to happen.',
  'refund.destination_received': 'The payer has entered the address to which the refund goes.',
  'refund.submitted': "The refund's transfer is on its way, and not final yet.",
  'refund.completed': "The refund's transfer is final.",
  'refund.failed': 'The refund could not be paid. Its `failure` says why.',
  'refund.cancelled': 'The refund was cancelled.',
  'delivery.failed': 'A delivery was given up. Your other webhooks get this, at most once a day for each receiver.',
  'webhook.disabled': 'A webhook was turned off: it answered 410, it has failed for five days, or you turned it off.',
  'webhook.ping': 'You asked for it, to try the webhook.',
  'wallet.refused': 'Another merchant of this server tried to name your wallet and was refused, or you were.',
  'wallet.shared': 'A wallet may be named by another merchant too.',
  'wallet.given': 'A wallet has another owner.',
  'booking.created': 'Entries of the ledger were booked for a fact without an event of its own. `*` leaves it out.',
}
