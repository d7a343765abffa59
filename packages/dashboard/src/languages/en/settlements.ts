/** Settlements: what was paid out for which payments. */
export const settlements = {
  none: 'No settlements yet',
  noneHint: 'A settlement adds up what came in and went back in a period, by wallet and coin.',
  noMatch: 'No settlement matches',
  status: { pending: 'Under way', completed: 'Completed', failed: 'Failed' },
  columns: { amount: 'Amount', status: 'Status', payments: 'Payments', period: 'Period', wallet: 'Wallet' },
  schedule: 'When periods end',
  frequency: {
    daily: (time: string, zone: string) => `Every day at ${time} (${zone})`,
    weekly: (time: string, zone: string, day: string) => `Every ${day} at ${time} (${zone})`,
    monthly: (time: string, zone: string, day: number) => `Every month on day ${day} at ${time} (${zone})`,
    manual: 'Only by hand',
  },
  weekdays: {
    monday: 'Monday',
    tuesday: 'Tuesday',
    wednesday: 'Wednesday',
    thursday: 'Thursday',
    friday: 'Friday',
    saturday: 'Saturday',
    sunday: 'Sunday',
  },
  change: 'Change in the settings',
  close: 'Close the period now',
  closeReason: 'All money that is in no settlement yet is settled now. The next period begins.',
  closed: (count: number) =>
    count === 0
      ? 'There was nothing to settle.'
      : count === 1
        ? 'One settlement was made.'
        : `${count} settlements were made.`,
  detail: {
    toList: 'All settlements',
    report: 'Download the report (CSV)',
    payments: 'Payments in it',
    refunds: 'Refunded',
    net: 'After refunds',
    unattributed: 'Of no payment, besides',
    entries: 'Its entries',
    noEntries: 'An earlier release made it of payments.',
    allPayments: 'See its payments',
    amount: 'Amount',
    period: 'Period',
    from: 'From',
    until: 'Until',
    method: 'How',
    methods: {
      direct: 'The payers sent it to the wallet',
      deposit: 'It is swept to the wallet from the payments’ addresses',
    },
    destination: 'Wallet',
    route: 'Conversion',
    fee: 'Cost of sending',
    failure: 'Why it failed',
    created: 'Created',
    completed: 'Completed',
  },
  conversion: {
    title: 'Conversion',
    status: {
      waiting: 'Waiting',
      burned: 'Burned',
      attested: 'Attested',
      delivered: 'Delivered',
      released: 'Not converted',
      failed: 'Failed',
    },
    meanings: {
      waiting: 'The money is on its way, and is not burned yet.',
      burned: "The money is burned on its network. It waits for Circle's signature.",
      attested: 'Circle has signed. The money waits to be made anew on the other network.',
      delivered: 'The money is in your wallet on the other network, finally.',
      released: 'At least a part could not be converted. It is in your wallet on the network where it was.',
      failed: 'No money reached the account of the conversion.',
    },
    sent: 'Sent',
    received: 'Arrived',
    fee: 'Cost of the way',
    network: 'To the network',
    wallet: 'To the wallet',
    account: 'By the account',
    transactions: 'Transactions',
    deliver: {
      title: 'Deliver it yourself',
      hint: (network: string) =>
        `This server delivers as soon as its key on ${network} can pay for gas. Any account can do it too, with this call. The money can only go to your wallet.`,
    },
    release: {
      title: 'Take it as it is',
      hint: (network: string) =>
        `Your wallet on ${network} can take out what is not burned yet, with this call. It is then not converted.`,
    },
    call: { from: 'Sender', contract: 'Contract', function: 'Function', data: 'Data' },
  },
}
