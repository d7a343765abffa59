/** Money that arrived and belongs to no payment. */
export const transfers = {
  intro:
    'Money that arrived at your wallets and fits no payment: another amount than was asked for, a missing memo, or a transfer that was not meant as a payment.',
  none: 'Everything is attributed',
  noneHint: 'Money that fits no payment appears here.',
  columns: { amount: 'Amount', from: 'From', hint: 'Hint', arrived: 'Arrived' },
  shown: 'Hints',
  onlyNamed: 'Named by payers',
  network: 'Network',
  suggested: 'Probably for a payment',
  named: (count: number) => (count === 1 ? 'A payer named it' : `${count} payers named it`),
  noHint: 'None',
  toList: 'All unattributed money',
  hints: 'For which payment it may be',
  suggestedHint: 'Its address belongs to this payment.',
  namedHint:
    'On the pages of these payments somebody said that they sent it. Anyone can say so: compare before you assign.',
  similarHint: 'Payments that ask for this coin at this wallet. The nearest amounts come first.',
  noneFits: 'No open payment asks for this coin at this wallet.',
  notPayable: 'It asks for another coin, network or wallet, so the money cannot be assigned to it.',
  search: 'Find another payment',
  searchHint: 'By ID, order number, address or amount.',
  assign: 'Assign',
  assignTitle: (amount: string) => `Assign ${amount}`,
  assignReason: (payment: string) =>
    `The money counts for the payment of ${payment} from now on, as if it had been recognised. If it is enough, the payment is paid, and your shop is told. This cannot be undone.`,
  reason: 'Reason',
  reasonHint: 'For the audit log, such as "The payer wrote to us".',
  assigned: 'Assigned.',
  refundTitle: 'To send it back',
  refundHint:
    'Money is sent back for a payment. Assign it to the payment that it was meant for, and refund it there. The payer then says on a page where to send it.',
  refundSender:
    'Only a sender who has signed for the payment is proven, and gets it back without being asked. A sender alone proves nothing: it may be an exchange, which would not credit the payer.',
  from: 'From',
  to: 'To',
  memo: 'Memo',
  state: 'State',
  arrived: 'Arrived',
  transaction: 'Transaction',
  payment: 'Payment',
  assignedAlready: 'This transfer belongs to a payment.',
}
