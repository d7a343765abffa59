/** Income, things that need a hand, and the steps of a new shop. */
export const overview = {
  coinOn: (coin: string, network: string) => `${coin} on ${network}`,
  payments: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  others: 'Others',
  chart: (from: string, to: string) => `Received by day, from ${from} to ${to}. The table below has the numbers.`,
  day: (date: string, sum: string) => `${date}: ${sum}`,
  received: {
    title: 'Received',
    period: 'Period',
    days: (count: number) => `${count} days`,
    afterRefunds: 'after refunds',
    before: (days: number) => `${days} days before:`,
    table: 'Show as a table',
    day: 'Day',
    amount: 'Received',
    payments: 'Payments',
    none: 'No payment was completed in these days.',
    noneDetail: 'Payments appear here once they are final.',
    create: 'Create a payment',
    daysOf: (zone: string) => `Days of the time zone ${zone}.`,
  },
  needs: { title: 'Needs your attention', nothing: 'Nothing needs your attention.' },
  attention: {
    books: {
      title: 'The books do not add up: stop paying out',
      advice: 'Amounts here differ from what the network shows. Send no money before this is explained.',
    },
    claimedTransfers: {
      title: 'Payers say that they have paid',
      advice: 'They named money that belongs to no payment. Check it and assign it.',
    },
    unattributedTransfers: {
      title: 'Money without a payment',
      advice: 'Assign it to the payment that it was meant for.',
    },
    latePayments: {
      title: 'Payments that were paid after their end',
      advice: 'Accept the money, or send it back.',
    },
    underpaidPayments: {
      title: 'Payments that were paid too little',
      advice: 'Accept what has come, or send it back.',
    },
    refundsToSign: { title: 'Refunds to sign', advice: 'The money leaves your wallet once you sign.' },
    refundsToCollect: {
      title: 'Refunds without an address',
      advice: 'The payer has not said yet where the money is to go.',
    },
    failedSettlements: { title: 'Settlements that failed', advice: 'See what stopped them.' },
    pendingSettlements: { title: 'Settlements under way', advice: 'Money is on its way to your wallet.' },
    disabledWebhooks: {
      title: 'Webhooks that are turned off',
      advice: 'They failed for too long. Mend the receiver, then turn them on again.',
    },
    failingWebhooks: { title: 'Webhooks that fail', advice: 'The receiver does not accept them at present.' },
    failedDeliveries: {
      title: 'Deliveries that were given up',
      advice: 'Your system missed these events in the last seven days. Send them again.',
    },
    networks: { title: 'Networks in trouble', advice: 'Payments on them may take longer. See what is wrong.' },
    gas: { title: 'Accounts short of network fees', advice: 'The checkout cannot send money until you fill them.' },
  },
  checklist: {
    title: 'Set up your shop',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    done: 'done',
    dismiss: 'Hide',
  },
  steps: {
    wallet: {
      title: 'Add your wallet',
      detail: 'Where the money goes, for each network.',
      done: 'There is a wallet',
    },
    payment: {
      title: 'Take a first payment',
      detail: 'Create one and pay it yourself.',
      done: 'A payment was completed',
    },
    key: {
      title: 'Make an API key',
      detail: 'Your shop system creates payments with it.',
      done: 'There is an API key',
    },
    webhook: {
      title: 'Add a webhook',
      detail: 'Your shop system learns at once of each payment.',
      done: 'There is a webhook',
    },
    logo: { title: 'Add your logo', detail: 'Payers see whom they pay.', done: 'There is a logo' },
    support: {
      title: 'Say how payers reach you',
      detail: 'An e-mail address or a page for questions.',
      done: 'Payers can reach you',
    },
    secondWay: {
      title: 'Add a second way to sign in',
      detail: 'Another passkey or a password, in case you lose your device.',
      done: 'You have two ways to sign in',
    },
    colleague: {
      title: 'Invite somebody',
      detail: 'A second owner helps if you are locked out.',
      done: 'Others can sign in too',
    },
  },
  /** Before the first payment. */
  lack: {
    noMethods: 'No network is configured here',
    noMethodsHint: 'Whoever runs the server can configure one.',
    noWallets: 'No wallet is set',
    noWalletsHint: 'Set the wallets of your shop in the settings first. You can only take payments to them.',
    toSettings: 'To the settings',
  },
}
