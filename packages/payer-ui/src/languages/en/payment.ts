import type { Sum, Texts } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} on ${network}`

export const texts: Texts = {
  language: 'en',
  locale: 'en-US',
  direction: 'ltr',
  titles: {
    awaiting: 'Waiting for payment',
    remainder: 'Partly paid',
    checking: 'Checking the network',
    sent: 'Payment sent',
    claimed: 'Looking for your transaction',
    claim_not_found: 'Transaction not found',
    claimable: 'Waiting for the merchant',
    unavailable: 'Not available now',
    network_unread: 'Network does not answer',
    dropped: 'Please send it again',
    wrong_amount: 'Wrong amount',
    wrong_coin: 'Wrong coin or network',
    seen: 'Payment found',
    completed: 'Payment complete',
    overpaid: 'You paid too much',
    twice: 'You paid twice',
    expired: 'Payment expired',
    late: 'Payment had already ended',
    cancelled: 'Payment cancelled',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Time ran out, so please do not send anything now. We're checking whether a payment on ${network} arrived in time.`,
    seen: ({ network }) => `Your payment is on ${network} and we're confirming it. You can close this page.`,
    completed: ({ merchant }) => `${merchant} has received your payment.`,
    expired: () => 'Time ran out, so please do not send anything any more.',
    late: ({ merchant }) =>
      `Your money arrived after this payment ended. It's safe. ${merchant} decides whether to accept or return it: please contact them and give the reference below.`,
    cancelled: ({ merchant }) => `${merchant} has cancelled this payment. Please do not send anything any more.`,
  },
  ask: ({ merchant }) => `To continue, ask ${merchant} for a new payment and give the reference below.`,
  notices: {
    network_unread: ({ network }) =>
      `${network} has not answered for 15 minutes or more. What you sent is not lost: it will show here as soon as it answers again.`,
    delayed: ({ network }) =>
      `Confirming payments on ${network} takes longer than usual right now. What you sent is not lost.`,
    reported: ({ network }) =>
      `A wallet sent this payment. It will show here as soon as ${network} has it; please do not send it again.`,
    claimed: ({ network }) =>
      `We're looking for your transaction on ${network}. It will show here as soon as ${network} has it; please do not send it again.`,
    claim_not_found: ({ network, merchant }) =>
      `We cannot find your transaction on ${network}. Please check its ID and network. If both are right, please contact ${merchant}.`,
    claim_unrelated: ({ merchant }) =>
      `We found your transaction, but it is not a payment for this order. Please contact ${merchant} and give the reference below.`,
    dropped: (terms) =>
      `The network dropped your payment, so the money has not arrived. Please send exactly ${inWords(terms)} again, unless your wallet still shows it as pending.`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `We got ${received} of ${amount} ${coin} before time ran out. It's safe: please contact ${merchant} and give the reference below.`,
    overpaid: ({ excess, coin, merchant }) =>
      `You paid ${excess} ${coin} too much. It's safe: to get it back, please contact ${merchant} and give the reference below.`,
    multiple: () => 'You paid in more than one transfer.',
  },
  misdirected: (found, terms) =>
    `${inWords(found)} arrived here, but this payment is for ${inWords(terms)}. The money is not lost: please contact ${terms.merchant} and give the reference below.`,
  alsoPaid: (found, { merchant }) =>
    `You also paid ${inWords(found)}. It's safe: to get it back, please contact ${merchant} and give the reference below.`,
  claimable: (found, { merchant }) =>
    `${merchant} still has to accept this transfer of ${inWords(found)}. Until then it does not count as paid. Please contact ${merchant} and give the reference below.`,
  heading: (terms) => `${inWords(terms)} to ${terms.merchant}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `Send the rest on ${network}, exactly` : `Send on ${network}, exactly`,
  explain: (terms) =>
    `Send exactly ${inWords(terms)}${
      {
        amount: ". The last digits tell us it's yours, so do not round the amount.",
        memo: ` with the memo ${terms.memo}. The memo tells us it's yours: without it we cannot match your payment.`,
        address: '. This address is for your payment only.',
      }[terms.recognition]
    }`,
  fees: 'Fees are extra.',
  howToPay: 'How to pay',
  payFromExchange: 'Pay from an exchange',
  claim: {
    title: 'I have already paid',
    submit: 'Find my payment',
    failed: 'This could not be sent. Please check your connection and try again.',
  },
  methods: {
    title: 'Pay with another coin or network',
    unavailable: 'Not available now',
    failed: 'This is not available now. Please choose another one.',
  },
  payWithWallet: 'Pay with a wallet',
  payWith: (wallet) => `Pay with ${wallet}`,
  openWalletApp: 'Open a wallet app',
  showCode: 'Show the QR code',
  codes: {
    address: 'Address only',
    request: 'Address and amount',
    requestCaption: 'This code also holds the coin and the amount. Some wallets cannot read it.',
  },
  walletsFailed: 'The wallets could not be loaded. Please check your connection and try again.',
  deadline: (time) => `Pay by ${time}`,
  rate: (rate, time) => `${rate}, held until ${time}`,
  timeLeft: (remaining) => `${remaining} left`,
  qrLabel: (terms) =>
    `QR code to send ${inWords(terms)} to the address ${terms.address}${terms.memo === null ? '' : ` with the memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `This code holds the ${network} address. Type or paste the amount.`
      : `For ${network} wallets. This code holds the address, amount and memo.`,
  addressLabel: ({ network }) => `${network} address`,
  memoLabel: 'Memo (text), required',
  received: (received, asked, { network }) => `${received} of ${asked} received on ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} of ${required.digits} ${required.form === 'one' ? 'confirmation' : 'confirmations'}`,
  finality: {
    expected: (duration) => `About ${duration} left`,
    soon: 'Any moment now',
    overdue: 'This takes longer than usual. Your payment is not lost.',
  },
  transactionStatus: { seen: 'Confirming', final: 'Confirmed', orphaned: 'Dropped' },
  openTransaction: (hash) => `Transaction ${hash} in a block explorer`,
  labels: {
    amount: 'Amount',
    received: 'Received',
    price: 'Price',
    network: 'Network',
    merchant: 'To',
    confirmedAt: 'Confirmed',
    transactions: 'Transactions',
    order: 'Order',
    items: 'Items',
    reference: 'Reference',
  },
  returnTo: ({ merchant }) => `Return to ${merchant}`,
  openReplacement: 'Open the new payment',
  print: 'Print',
  languageLabel: 'Language',
  contact: ({ merchant }) => `Contact ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `You will be taken back to ${merchant} in ${duration}.`,
    stay: 'Stay on this page',
  },
  close: 'Close',
  testMode: { title: 'Test mode.', detail: 'The coins of this payment have no value.' },
  loading: 'Loading the payment',
  copy: {
    amount: 'Copy the amount',
    address: 'Copy the address',
    memo: 'Copy the memo',
    reference: 'Copy the reference',
  },
  copied: { amount: 'Amount copied', address: 'Address copied', memo: 'Memo copied', reference: 'Reference copied' },
  copyRefused: 'Please select the text and copy it.',
  notFoundTitle: 'Payment not found',
  failureTitle: 'The payment cannot be shown',
  failures: {
    invalid_src: 'This page does not say which payment to show. Please tell the shop, and do not send anything.',
    not_found:
      'There is no payment at this address. Please check the link, or ask the shop for a new one, and do not send anything.',
    rate_limited: 'Too many requests came from your network. Trying again…',
    server_error: 'The payment server has a problem. Trying again…',
    invalid_response: 'The payment server sent an unexpected answer. Trying again…',
    unreachable: 'We cannot reach the payment server. Trying again…',
  },
  stale: ({ network }) =>
    `We cannot reach the payment server, so this may be out of date. What you sent on ${network} is not lost.`,
  offline: "You are offline, so this may be out of date. We'll reconnect by ourselves.",
  retry: 'Try again',
}
