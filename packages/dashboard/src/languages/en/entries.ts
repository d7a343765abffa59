export const entries = {
  title: 'In the books',
  columns: { kind: 'Entry', amount: 'Amount', value: 'Value', booked: 'Booked', transaction: 'Transaction' },
  kinds: {
    received: 'Received',
    assigned: 'Assigned',
    refunded: 'Refunded',
    swept: 'Moved to the wallet',
    network_fee: 'Network fee',
    relayed: 'Network fee for a payer',
    reversed: 'No longer on the chain',
  },
  correction: 'takes back an entry',
  reasons: {
    unattributed: 'belongs to no payment',
    own_money: 'your own money',
    other_coin: 'not asked for in this coin',
    too_large: 'too large',
    no_rate: 'no rate',
    not_read: 'not known',
    not_recorded: 'not known',
  },
}
