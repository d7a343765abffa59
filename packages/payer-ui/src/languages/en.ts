import type { Sum, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} on ${network}`

export const texts: Texts = {
  language: 'en',
  locale: 'en-US',
  direction: 'ltr',
  titles: {
    awaiting: 'Waiting for payment',
    remainder: 'Partly paid',
    checking: 'Checking the network',
    seen: 'Payment found',
    confirming: 'Confirming the payment',
    completed: 'Payment complete',
    expired: 'Payment expired',
    late: 'Paid too late',
    cancelled: 'Payment cancelled',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `The time to pay is over, so please do not send anything now. Whether a payment on ${network} arrived in time will show here.`,
    seen: ({ network }) =>
      `The payment is on ${network} and is waiting for its final confirmation. There is nothing left to do; you may close this page.`,
    confirming: ({ network }) =>
      `The payment is on ${network} and becomes final by itself, block by block. There is nothing left to do; you may close this page.`,
    completed: ({ merchant }) => `${merchant} has received your payment.`,
    expired: ({ merchant }) =>
      `The time to pay is over, so please do not send anything to the address of this payment any more. ${merchant} can make you a new one.`,
    late: ({ merchant }) =>
      `Money arrived after the payment had ended. It is recorded, and ${merchant} decides whether to accept or to return it. Please contact them.`,
    cancelled: ({ merchant }) => `${merchant} has cancelled this payment. Please do not send anything to its address.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `${network} has not answered for 15 minutes or more. What was sent is not lost: it will show here once the network can be read again.`,
    delayed: ({ network }) =>
      `Confirming payments on ${network} takes longer than usual at the moment. What was sent is not lost.`,
    reported: ({ network }) =>
      `A wallet has sent this payment. It will show here as soon as ${network} has it; please do not send it again.`,
    dropped: (terms) =>
      `The network dropped your transaction, so the money has not arrived. Please send exactly ${inWords(terms)} again, unless your wallet still shows the transaction as pending.`,
    underpaid: ({ merchant }) =>
      `Less than the full amount arrived in time. It is recorded; please contact ${merchant} about it.`,
    overpaid: ({ merchant }) =>
      `More arrived than was asked for. Please contact ${merchant} to have the excess returned.`,
    multiple: () => 'This payment was made in more than one transfer.',
  },
  misdirected: (found, terms) =>
    `${inWords(found)} arrived at the address of this payment, which is for ${inWords(terms)}. It cannot be matched by itself, but it is not lost: please contact ${terms.merchant} and name the reference below.`,
  claimable: (found, { merchant }) =>
    `${inWords(found)} was sent so that ${merchant} has to claim it, and does not count as paid before. Please contact ${merchant} and name the reference below.`,
  heading: (terms) => `${inWords(terms)} to ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder' ? `Send the rest in ${coin} on ${network}, exactly` : `Send ${coin} on ${network}, exactly`,
  explain: (terms) =>
    `Send exactly ${inWords(terms)}${
      {
        amount:
          '. The amount is how your payment is recognised: a rounded amount, another coin or another network cannot be matched to it.',
        memo: ` with the memo ${terms.memo}. The memo is how your payment is recognised: without it the money cannot be matched to your payment.`,
        address: '. The address is for this payment only: another coin or another network cannot be matched to it.',
      }[terms.recognition]
    }`,
  fees: 'Fees of a wallet or an exchange come on top of the amount.',
  exchange: {
    title: 'Paying from an exchange',
    detail: ({ network, memo, amount, coin, recognition }) =>
      `Choose ${network} as the network of the withdrawal${memo === null ? '' : `, enter the memo ${memo},`} and set the amount so that exactly ${amount} ${coin} arrives, after the fee of the exchange.${recognition === 'amount' ? ' If the exchange cannot do that to the last digit, use a wallet of your own instead.' : ''}`,
  },
  payWithWallet: ({ coin, network }) => `Pay ${coin} on ${network} with a wallet`,
  walletsFailed: 'The wallets could not be loaded. Please check your connection and try again.',
  deadline: ({ coin, network }, time) => `Pay in ${coin} on ${network} by ${time}.`,
  timeLeft: (remaining) => `${remaining} left`,
  qrLabel: (terms) =>
    `QR code to send ${inWords(terms)} to the address ${terms.address}${terms.memo === null ? '' : ` with the memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `The code holds the ${network} address only. Enter the amount yourself.`
      : `For ${network} wallets: the code holds address, amount and memo.`,
  addressLabel: ({ network }) => `${network} address`,
  memoLabel: 'Memo (text), required',
  received: (received, asked, { network }) => `${received} of ${asked} received on ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} of ${required.digits} ${required.form === 'one' ? 'confirmation' : 'confirmations'}`,
  finality: {
    expected: (duration) => `About ${duration} until it is final`,
    soon: 'It should be final any moment now',
    overdue: 'This takes longer than usual. The payment is not lost.',
  },
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
  redirect: {
    countdown: (duration, { merchant }) => `You will be taken back to ${merchant} in ${duration}.`,
    stay: 'Stay on this page',
  },
  close: 'Close',
  testMode: { title: 'Test mode.', detail: 'The coins of this payment have no value.' },
  loading: 'Loading the payment',
  copy: { amount: 'Copy the amount', address: 'Copy the address', memo: 'Copy the memo' },
  copied: { amount: 'Amount copied', address: 'Address copied', memo: 'Memo copied' },
  copyRefused: 'Copying was not allowed. Please select the text and copy it.',
  notFoundTitle: 'Payment not found',
  failureTitle: 'The payment cannot be shown',
  failures: {
    invalid_src: 'This page does not say which payment is meant. Please tell the shop, and do not send anything.',
    not_found:
      'There is no payment at this address. Please check the link, or ask the merchant for a new one, and do not send anything.',
    rate_limited: 'There were too many requests from your network. It is tried again in a moment.',
    server_error: 'The payment server has a problem. It is tried again in a moment.',
    invalid_response: 'The payment server answered something unexpected. It is tried again in a moment.',
    unreachable: 'The payment server cannot be reached. It is tried again in a moment.',
  },
  stale: ({ network }) =>
    `The payment server cannot be reached, so this may be out of date. What you have sent on ${network} is not lost.`,
  offline: 'You are offline, so this may be out of date. It goes on by itself as soon as you are connected again.',
  retry: 'Try again',
}
