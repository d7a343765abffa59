/**
 * The form in which a value is written. `word`: ids, hashes and names of this program, which need no care. `text`: others may have chosen
 * it. `number`: decimal digits, with a sign. `day` and `clock`: 2026-11-30 and 13:05:09, as the shop's clock showed them.
 * `moment`: ISO 8601, in UTC.
 */
export type ColumnForm = 'word' | 'text' | 'number' | 'day' | 'clock' | 'moment'

type ColumnFacts = { readonly form: ColumnForm; readonly meaning: string }

/** All columns of all files. A name means the same wherever it is, and `docs/books.md` has them as a table. */
export const fileColumns = {
  id: { form: 'word', meaning: 'id of the payment, the entry or the change that the row is about' },
  date: { form: 'day', meaning: "day of the booking, by the shop's clock" },
  time: { form: 'clock', meaning: "time of the booking, by the shop's clock" },
  time_zone: { form: 'text', meaning: "the shop's time zone" },
  created_at: { form: 'moment', meaning: 'time when the payment or the change was made' },
  completed_at: { form: 'moment', meaning: 'time when the payment was completed' },
  booked_at: { form: 'moment', meaning: 'time of the booking' },
  chain_time: { form: 'moment', meaning: 'time of the block' },
  kind: { form: 'word', meaning: 'kind of the entry' },
  sum: { form: 'word', meaning: 'figure of the settlement to which the row belongs' },
  role: { form: 'word', meaning: 'what the row was when the settlement took it' },
  status: { form: 'word', meaning: 'status of the payment' },
  exceptions: { form: 'word', meaning: 'exceptions of the payment' },
  amount: { form: 'number', meaning: "the payment's price in `currency`; the entry's coins, with a sign" },
  crypto_amount: { form: 'number', meaning: 'price of the payment in coins' },
  cryptocurrency: { form: 'word', meaning: "the coin, or the chain's own coin" },
  raw_amount: { form: 'word', meaning: "`amount` in the coin's smallest units" },
  amount_received: { form: 'number', meaning: 'coins that the payment received' },
  amount_refunded: { form: 'number', meaning: 'coins of the payment that went back' },
  amount_arrived: { form: 'number', meaning: 'coins of the entry that arrived' },
  coin_fee: { form: 'number', meaning: 'coins that the coin itself took' },
  fiat_amount: { form: 'number', meaning: 'value of the entry in `currency`' },
  currency: { form: 'word', meaning: 'ISO 4217 code of the currency' },
  rate: { form: 'number', meaning: 'price of one coin in `currency`, by which the payment was priced' },
  network: { form: 'word', meaning: 'the network' },
  account: { form: 'word', meaning: 'address whose balance changed' },
  counterparty: { form: 'word', meaning: 'address on the other side' },
  transaction: { form: 'word', meaning: 'hash of the transaction' },
  transactions: { form: 'word', meaning: "hashes of the payment's transactions, of the newest 20 if there are more" },
  payment: { form: 'word', meaning: 'id of the payment' },
  refund: { form: 'word', meaning: 'id of the refund' },
  settlement: { form: 'word', meaning: 'id of the settlement' },
  transfer: { form: 'word', meaning: 'id of the transfer' },
  payment_link: { form: 'word', meaning: 'id of the payment link' },
  reference: { form: 'text', meaning: 'your own id, such as the number of the order' },
  description: { form: 'text', meaning: 'description of the payment' },
  line_items: { form: 'text', meaning: 'items of the order, as JSON' },
  metadata: { form: 'text', meaning: 'metadata of the payment, as JSON' },
  url: { form: 'word', meaning: 'page of the payment' },
  corrects: { form: 'word', meaning: 'entry that this one takes back' },
  follows: { form: 'word', meaning: 'settlement that has the earlier money' },
  unknown: { form: 'text', meaning: 'what is not known of the entry, and why' },
  operation: { form: 'word', meaning: 'what was done' },
  actor: { form: 'text', meaning: 'who did it' },
  address: { form: 'text', meaning: 'IP address from which it was done' },
  object: { form: 'word', meaning: 'kind of the object that changed' },
  object_id: { form: 'text', meaning: 'its id' },
  before: { form: 'text', meaning: 'fields before the change, as JSON' },
  after: { form: 'text', meaning: 'fields after the change, as JSON' },
  request_id: { form: 'text', meaning: 'id of the request' },
  section: { form: 'word', meaning: 'part of the summary, such as `totals`' },
  item: { form: 'text', meaning: 'what is summed up' },
  value: { form: 'number', meaning: 'the sum, the number, or the time' },
  reason: { form: 'word', meaning: 'why there is no value' },
} as const satisfies Readonly<Record<string, ColumnFacts>>

export type ColumnName = keyof typeof fileColumns
