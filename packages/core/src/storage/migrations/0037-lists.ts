/**
 * What lists of payments are filtered and searched by. A facet is a status, network, coin and set of exceptions: the
 * tallies count each, over all time, in days and in hours. So one index serves every combination of these filters.
 */

const ALL_TIME_MS = 8_640_000_000_000_000

const facets = `
drop table tallies;
create table tallies (
  merchant_id text not null,
  livemode smallint not null,
  span bigint not null,
  start bigint not null,
  status text not null,
  network text not null,
  cryptocurrency text not null,
  exceptions text not null,
  payments bigint not null,
  primary key (merchant_id, livemode, span, start, status, network, cryptocurrency, exceptions)
);
insert into tallies
  select merchant_id, livemode, span, created_at / span, status, network, cryptocurrency, exceptions, count(*)
  from payments,
    (select cast(${ALL_TIME_MS} as bigint) as span union all select 86400000 union all select 3600000) as spans
  group by merchant_id, livemode, span, created_at / span, status, network, cryptocurrency, exceptions;
drop index payments_by_status;
create index payments_by_facet on payments
  (merchant_id, livemode, status, network, cryptocurrency, exceptions, created_at, seq);
create index payments_overrefunded on payments (merchant_id, livemode, created_at, seq) where refunded > received_final;
`

/** A decimal without the zeros at its end, and a hash of 256 bits without its prefix, as \`toSearchTerm\` makes them. */
function canonical(text: string, dialect: 'sqlite' | 'postgres'): string {
  const [decimal, hash] =
    dialect === 'sqlite'
      ? [
          `${text} glob '[0-9]*.*[0-9]' and ${text} not glob '*[^0-9.]*' and ${text} not glob '*.*.*'
            and ${text} not glob '0[0-9]*'`,
          `length(${text}) = 66 and lower(${text}) glob '0x*' and substr(lower(${text}), 3) not glob '*[^0-9a-f]*'`,
        ]
      : [`${text} ~ '^(0|[1-9][0-9]*)[.][0-9]+$'`, `lower(${text}) ~ '^0x[0-9a-f]{64}$'`]
  return `case when ${decimal} then rtrim(rtrim(${text}, '0'), '.')
    when ${hash} then substr(lower(${text}), 3) else lower(${text}) end`
}

/** An integer with so many decimals, as the shortest decimal. */
function decimalOf(integer: string, decimals: number): string {
  const one = 10 ** decimals
  const rest = `(${integer} - ${integer} / ${one} * ${one})`
  return `(cast(${integer} / ${one} as text) || case when ${rest} = 0 then ''
    else '.' || rtrim(substr(cast(${rest} + ${one} as text), 2), '0') end)`
}

const add = (term: string, from: string): string => `
insert into search_terms (merchant_id, livemode, term, created_at, payment_seq)
  select p.merchant_id, p.livemode, ${term}, p.created_at, p.seq from ${from}
  on conflict do nothing;`

const isTerm = (text: string): string => `length(trim(${text})) between 1 and 100`

const forEach = (dialect: 'sqlite' | 'postgres'): string => {
  const [values, value, kinds, order] =
    dialect === 'sqlite'
      ? ['json_each(p.metadata) as m', 'cast(m.value as text)', `m.type in ('text', 'integer', 'real')`, 'm.id']
      : [
          `lateral json_each(p.metadata::json) with ordinality as m (key, value, place)`,
          `(m.value #>> '{}') collate "C"`,
          `json_typeof(m.value) in ('string', 'number')`,
          'm.place',
        ]
  // Escaped controls and halves of characters cannot be decoded by PostgreSQL, and nobody searches for them.
  const decodable = dialect === 'sqlite' ? `instr(metadata, '\\u') = 0` : `position('\\u' in metadata) = 0`
  return `
${add(canonical('trim(p.reference)', dialect), `payments as p where p.reference is not null and ${isTerm('p.reference')}`)}
${add(
  canonical('trim(p.value)', dialect),
  `(
    select p.merchant_id, p.livemode, p.created_at, p.seq, ${value} as value,
      row_number() over (partition by p.seq order by ${order}) as place
    from (select * from payments where metadata <> '{}' and ${decodable}) as p, ${values}
    where ${kinds} and ${isTerm(value)}
  ) as p where p.place <= 10`,
)}
${add(
  canonical('t.tx_hash', dialect),
  `transfers as t join payments as p on p.id = t.payment_id where t.direction = 'in'`,
)}`
}

/**
 * What payments are found by, and how many payments have each term that more than a hundred have. A term is in lower
 * case.
 */
const search = `
-- sqlite
create table search_terms (
  merchant_id text not null,
  livemode smallint not null,
  term text not null,
  created_at bigint not null,
  payment_seq bigint not null,
  primary key (merchant_id, livemode, term, created_at, payment_seq)
) without rowid;
-- postgres
create table search_terms (
  merchant_id text not null,
  livemode smallint not null,
  term text not null,
  created_at bigint not null,
  payment_seq bigint not null,
  primary key (merchant_id, livemode, term, created_at, payment_seq)
);
-- both
create table search_tallies (
  merchant_id text not null,
  livemode smallint not null,
  term text not null,
  payments bigint not null,
  primary key (merchant_id, livemode, term)
);
${add(decimalOf('p.amount_cents', 2), 'payments as p where true')}
${add(decimalOf('p.due', 6), 'payments as p where true')}
${add('lower(p.address)', 'payments as p where true')}
${add('lower(p.merchant_wallet)', 'payments as p where true')}
${add('p.memo', 'payments as p where p.memo is not null')}
${add(decimalOf('m.due', 6), 'methods as m join payments as p on p.id = m.payment_id where true')}
${add('lower(m.address)', 'methods as m join payments as p on p.id = m.payment_id where true')}
${add('lower(m.merchant_wallet)', 'methods as m join payments as p on p.id = m.payment_id where true')}
${add('m.memo', 'methods as m join payments as p on p.id = m.payment_id where m.memo is not null')}
${add('lower(t.from_address)', `transfers as t join payments as p on p.id = t.payment_id where t.direction = 'in'`)}
-- sqlite
${forEach('sqlite')}
-- postgres
${forEach('postgres')}
-- both
insert into search_tallies
  select merchant_id, livemode, term, count(*) from search_terms
  group by merchant_id, livemode, term having count(*) > 100;
`

/**
 * What completed payments have received, by the quarter hour in which they were completed: every time zone's days begin
 * with one. Whole coins and the millionths beyond them are summed apart, so that no sum leaves 64 bits. Then the indexes
 * of what needs a hand.
 */
const overview = `
create table received_tallies (
  merchant_id text not null,
  livemode smallint not null,
  quarter bigint not null,
  network text not null,
  cryptocurrency text not null,
  coins bigint not null,
  millionths bigint not null,
  payments bigint not null,
  primary key (merchant_id, livemode, quarter, network, cryptocurrency)
);
insert into received_tallies
  select merchant_id, livemode, completed_at / 900000, network, cryptocurrency, sum(received / 1000000),
    sum(received - received / 1000000 * 1000000), count(*)
  from payments where completed_at is not null
  group by merchant_id, livemode, completed_at / 900000, network, cryptocurrency;

create index payments_unresolved on payments (merchant_id, livemode, status, exceptions)
  where status in ('expired', 'cancelled') and received > refunded;
create index transfers_named on transfers (merchant_id, livemode)
  where payment_id is null and named_by is not null and direction = 'in' and state <> 'orphaned';
create index refunds_pending on refunds (merchant_id, livemode, method) where status = 'pending';
create index deliveries_failed_of_merchant on deliveries (merchant_id, livemode, created_at) where state = 'failed';
`

export const up = facets + search + overview
