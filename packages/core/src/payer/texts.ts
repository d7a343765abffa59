import type { PublicPayment } from '../wire.ts'
import { formatTime } from './format.ts'
import type { Notice, Phase } from './phase.ts'

/** What sentences are made of. Whatever asks for money names amount, coin and network. */
export type Terms = {
  amount: string
  coin: string
  network: string
  address: string
  memo: string | null
  merchant: string
}

const NETWORKS: Readonly<Record<PublicPayment['network'], string>> = {
  stellar: 'Stellar',
  ethereum: 'Ethereum',
  polygon: 'Polygon',
}

/** The terms of what is to be paid now: after a part of the amount has arrived, the rest. */
export function termsOf(payment: PublicPayment, phase: Phase): Terms {
  return {
    amount: phase === 'remainder' ? payment.amountDue : payment.cryptoAmount,
    coin: payment.cryptocurrency,
    network: NETWORKS[payment.network],
    address: payment.address,
    memo: payment.memo,
    merchant: payment.merchantName,
  }
}

/** A language of page and element. A further one is another value of this type. */
export type Texts = {
  locale: string
  titles: Readonly<Record<Phase, string>>
  details: Readonly<Record<Phase, (terms: Terms) => string | null>>
  notices: Readonly<Record<Notice, (terms: Terms) => string>>
  /** Above the amount. */
  sendLabel: (terms: Terms, phase: Phase) => string
  /** How the payment is recognised, and what follows from that. */
  explain: (terms: Terms) => string
  fees: (terms: Terms) => string
  deadline: (terms: Terms, expiresAt: string, timeZone?: string) => string
  timeLeft: (remaining: string) => string
  qrLabel: (terms: Terms) => string
  qrCaption: (terms: Terms) => string
  addressLabel: (terms: Terms) => string
  memoLabel: (terms: Terms) => string
  received: (received: string, due: string, terms: Terms) => string
  confirmations: (seen: number, required: number) => string
  transactionStatus: Readonly<Record<PublicPayment['transactions'][number]['status'], string>>
  openTransaction: (hash: string) => string
  labels: Readonly<
    Record<
      'amount' | 'received' | 'price' | 'network' | 'merchant' | 'confirmedAt' | 'transactions' | 'reference',
      string
    >
  >
  returnTo: (terms: Terms) => string
}

const LOCALE = 'en-US'

const inWords = ({ amount, coin, network }: Terms) => `${amount} ${coin} on ${network}`

export const english: Texts = {
  locale: LOCALE,
  titles: {
    awaiting: 'Waiting for payment',
    remainder: 'Partly paid',
    checking: 'Checking the network',
    processing: 'Payment found',
    completed: 'Payment complete',
    expired: 'Payment expired',
    cancelled: 'Payment cancelled',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `The time to pay is over, so please do not send anything now. Whether a payment on ${network} arrived in time will show here shortly.`,
    processing: ({ network }) =>
      `The payment is on ${network} and is waiting for its final confirmation. There is nothing left to do; you may close this page.`,
    completed: ({ merchant }) => `${merchant} has received your payment.`,
    expired: ({ merchant }) =>
      `The time to pay is over, so please do not send anything to the address of this payment any more. ${merchant} can make you a new one.`,
    cancelled: ({ merchant }) => `${merchant} has cancelled this payment. Please do not send anything to its address.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `${network} has not answered for 15 minutes or more. What was sent is not lost: it will show here once the network can be read again.`,
    late: ({ merchant }) =>
      `Money arrived after the payment had ended. It is recorded, and ${merchant} decides whether to accept or to return it. Please contact them.`,
    underpaid: ({ merchant }) =>
      `Less than the full amount arrived in time. It is recorded; please contact ${merchant} about it.`,
    overpaid: ({ merchant }) =>
      `More arrived than was asked for. Please contact ${merchant} to have the excess returned.`,
    multiple: () => 'This payment was made in more than one transfer.',
  },
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `Send the rest on ${network}, exactly` : `Send on ${network}, exactly`,
  explain: (terms) =>
    terms.memo === null
      ? `Send exactly ${inWords(terms)}. The amount is how your payment is recognised: a rounded amount, another coin or another network cannot be matched to it.`
      : `Send exactly ${inWords(terms)} with the memo ${terms.memo}. The memo is how your payment is recognised: without it the money cannot be matched to your payment.`,
  fees: () => 'Fees of a wallet or an exchange come on top of the amount.',
  deadline: ({ network }, expiresAt, timeZone) => `Pay on ${network} by ${formatTime(expiresAt, LOCALE, timeZone)}.`,
  timeLeft: (remaining) => `${remaining} left`,
  qrLabel: (terms) =>
    `QR code to send ${inWords(terms)} to the address ${terms.address}${terms.memo === null ? '' : ` with the memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `The code holds the ${network} address only. Enter the amount yourself.`
      : `For ${network} wallets: the code holds address, amount and memo.`,
  addressLabel: ({ network }) => `${network} address`,
  memoLabel: () => 'Memo (text), required',
  received: (received, due, { coin, network }) => `${received} ${coin} of ${due} ${coin} received on ${network}`,
  confirmations: (seen, required) => `${seen} of ${required} confirmations`,
  transactionStatus: { seen: 'Confirming', final: 'Final', orphaned: 'Dropped by the network' },
  openTransaction: (hash) => `Transaction ${hash} in a block explorer`,
  labels: {
    amount: 'Amount',
    received: 'Received',
    price: 'Price',
    network: 'Network',
    merchant: 'To',
    confirmedAt: 'Confirmed',
    transactions: 'Transactions',
    reference: 'Reference',
  },
  returnTo: ({ merchant }) => `Return to ${merchant}`,
}
