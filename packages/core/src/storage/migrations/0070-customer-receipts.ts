/**
 * Receipts that customers get by e-mail. The addresses have a table of their own, so that erasing a row erases an address
 * everywhere. What is to be sent has none: it finds the address when it is sent.
 */
export const up = `
-- The e-mail address of the customer of a payment. No other table has it.
create table customer_emails (
  payment_id text primary key references payments (id),
  merchant_id text not null,
  livemode smallint not null,
  email text not null,
  -- In small letters, so that mails to one mailbox are counted together.
  email_key text not null,
  -- The language of the receipt: a language of payers' pages.
  language text not null,
  -- The time at which it was given, from which on its days are counted.
  created_at bigint not null
);
create index customer_emails_listed on customer_emails (merchant_id, livemode, created_at);
create index customer_emails_counted on customer_emails (email_key);
-- Each sending of a receipt. It has no address.
create table customer_receipts (
  seq {id},
  -- The payment or refund.
  subject text not null,
  payment_id text not null references payments (id),
  merchant_id text not null,
  livemode smallint not null,
  -- 1 is of the completion. Each press of a person makes the next one.
  round bigint not null,
  status text not null, -- 'pending' | 'sent' | 'failed'
  attempts bigint not null,
  -- Null once it was sent, or given up.
  due_at bigint,
  created_at bigint not null,
  ended_at bigint,
  unique (subject, round)
);
create index customer_receipts_due on customer_receipts (due_at) where due_at is not null;
create index customer_receipts_of_payment on customer_receipts (payment_id, seq);
`
