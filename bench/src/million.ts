/** Databases with any number of open payments, each as if created through the API. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { createCheckout } from '@crypto-checkout/core'
import { recordRead } from '@crypto-checkout/core/testing'
import { openBench } from './open.ts'
import { benchOptions, CHAIN_ID, paymentInput, TOKEN, wallet } from './setup.ts'

/** The number of payments used as a million. */
export const MILLION = Number(process.env.BENCH_PAYMENTS ?? 1_000_000)
/** Few enough to be listed in a node's filter for transfers. */
const WALLETS = 400
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ALL_TIME_MS = 100_000_000 * DAY_MS
/** Payments are spread over this time. All stay open for longer. */
const SPREAD_MS = 20 * DAY_MS
const EXPIRES_IN_MS = 30 * DAY_MS
/** Prices, in cents, that a wallet can use before the next tail is needed. */
const PRICES = 50_000
const EVENTS_A_TALLY = 1_000
/** No node is asked for transfers of this chain. */
const OTHER_CHAIN = 'eip155:0'

/** No durability: a database that breaks is filled again. */
const FAST = 'pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -1000000; begin'

type Values = Record<string, SQLInputValue>
type Template = { readonly payment: Values; readonly reservation: Values; readonly event: Values }

/** Creates a database of open payments, spread evenly over the wallets and the last twenty days. */
export async function fillPayments(path: string, count: number): Promise<void> {
  const checkout = await openBench(benchOptions(path))
  const { id } = await checkout.payments.create({ ...paymentInput, merchantWallet: wallet(0), expiresIn: 2_592_000 })
  await checkout.stop()
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec(FAST)
  copyPayments(database, id, count, checkout.context.newId)
  copyWallets(database, WALLETS)
  tally(database)
  database.exec('commit')
  database.close()
}

/** Adds transfers that pay nothing to a filled database, each in its own transaction. */
export async function fillTransfers(path: string, count: number): Promise<void> {
  const checkout = createCheckout({ ...benchOptions(path), log: () => {} })
  const { context } = checkout
  const [network] = context.networks
  if (!network) throw new Error('the bench has a network')
  const parties = {
    token: TOKEN.toLowerCase(),
    from: wallet(WALLETS),
    to: wallet(0),
    rawAmount: 7n,
    memo: null,
    ordinal: 0,
  }
  const block = { blockNumber: 1, blockHash: `0x${'b'.repeat(64)}`, blockTime: Date.now(), logIndex: 0 }
  const transfer = { txHash: `0x${'a'.repeat(64)}`, ...parties, ...block }
  await context.transact((tx) => recordRead(context, tx, network, { transfers: [transfer], state: 'seen' }))
  await checkout.stop()
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec(FAST)
  const { seq: _, ...template } = database.prepare('select * from transfers limit 1').get() as Values
  const insert = inserter(database, 'transfers', template)
  for (let n = 1; n < count; n++) {
    const number = n.toString(16)
    insert({
      chain: OTHER_CHAIN,
      id: `tr_${number.padStart(26, '0')}`,
      tx_hash: `0x${number.padStart(64, '0')}`,
      block_number: n,
    })
  }
  database.exec(`
    update transfer_tallies set transfers = (select count(*) from transfers);
    update stray_dust set transfers = (select count(*) from transfers), amount = (select sum(amount) from transfers);
    commit;
  `)
  database.close()
}

/**
 * Leaves no backlog: all events count as delivered, and the chain counts as unread, so that a new one can start. What was
 * paid stays in the books, on another chain.
 */
export function leaveNothingToDo(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`
    begin;
    update payment_usage set open_payments = (select count(*) from payments
      where status in ('created', 'partially_paid', 'processing'));
    insert or replace into webhook_places (merchant_id, livemode, sequence)
      select merchant_id, livemode, max(sequence) from events group by merchant_id, livemode;
    update payments set chain = '${OTHER_CHAIN}'
      where id in (select payment_id from transfers where chain = 'eip155:${CHAIN_ID}');
    update transfers set chain = '${OTHER_CHAIN}' where chain = 'eip155:${CHAIN_ID}';
    update stray_dust set chain = '${OTHER_CHAIN}';
    delete from cursors; delete from blocks; delete from audits;
    commit;
  `)
  database.close()
}

/** The amount and wallet of the n-th payment: unique on its wallet, and never ending in 0. */
export function askedOf(n: number): { readonly amount: number; readonly address: string } {
  const turn = Math.floor(n / WALLETS)
  const cents = 100 + (turn % PRICES)
  const tail = 10 * ((n * 7) % 999) + 1 + Math.floor(turn / PRICES)
  return { amount: cents * 10_000 + tail, address: wallet(n % WALLETS) }
}

/** Copies the only payment in the database. */
function copyPayments(database: DatabaseSync, id: string, count: number, newId: (prefix: 'pay' | 'evt') => string) {
  const { payment, reservation, event } = templateOf(database, id)
  const insertPayment = inserter(database, 'payments', payment)
  const insertReservation = inserter(database, 'reservations', reservation)
  const insertEvent = inserter(database, 'events', event)
  const snapshot = snapshots(String(event.object), payment)
  const createdBefore = Number(payment.created_at) - SPREAD_MS
  for (let n = 1; n < count; n++) {
    const own = { id: newId('pay'), ...askedOf(n), createdAt: createdBefore + Math.floor((n * SPREAD_MS) / count) }
    insertPayment(paymentColumns(own))
    const held = { payment_id: own.id, amount: own.amount, address: own.address, reserved_at: own.createdAt }
    insertReservation(held)
    const ownEvent = { id: newId('evt'), sequence: n + 1, created_at: own.createdAt, payment_id: own.id }
    insertEvent({ ...ownEvent, object: snapshot(own) })
  }
}

type Own = { readonly id: string; readonly amount: number; readonly address: string; readonly createdAt: number }

function paymentColumns({ id, amount, address, createdAt }: Own): Values {
  return {
    id,
    due: amount,
    outstanding: amount,
    amount_cents: Math.floor(amount / 10_000),
    address,
    merchant_wallet: address,
    created_at: createdAt,
    expires_at: createdAt + EXPIRES_IN_MS,
  }
}

/** Builds an event's snapshot of a payment from the snapshot of the first payment. */
function snapshots(template: string, first: Values): (own: Own) => string {
  const id = String(first.id).slice(4)
  const replaced = new Map<string, (own: Own) => string>([
    [id, (own) => own.id.slice(4)],
    [wallet(0), (own) => own.address],
    ['"amount":1,', (own) => `"amount":${Math.floor(own.amount / 10_000) / 100},`],
    [decimal(Number(first.due)), (own) => decimal(own.amount)],
    [`uint256=${first.due}`, (own) => `uint256=${own.amount}`],
    [iso(Number(first.created_at)), (own) => iso(own.createdAt)],
    [iso(Number(first.expires_at)), (own) => iso(own.createdAt + EXPIRES_IN_MS)],
  ])
  const pieces = [...replaced.keys()].reduce(
    (split, text) => split.flatMap((piece) => (replaced.has(piece) ? [piece] : around(piece, text))),
    [template],
  )
  return (own) => pieces.map((piece) => replaced.get(piece)?.(own) ?? piece).join('')
}

/** Splits a text at each match, and keeps the matches. */
function around(text: string, wanted: string): string[] {
  return text.split(wanted).flatMap((piece, index) => (index === 0 ? [piece] : [wanted, piece]))
}

function decimal(amount: number): string {
  return (amount / 1_000_000).toFixed(6)
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

function templateOf(database: DatabaseSync, id: string): Template {
  const row = (table: string) => {
    const { seq: _, ...values } = database.prepare(`select * from ${table} limit 1`).get() as Values
    return values
  }
  const template = { payment: row('payments'), reservation: row('reservations'), event: row('events') }
  if (template.payment.id !== id) throw new Error('a new database has one payment')
  return template
}

/** Inserts rows from a template with some columns replaced, always with the same set of columns. */
function inserter(database: DatabaseSync, table: string, template: Values): (own: Values) => void {
  const columns = Object.keys(template)
  const holes = columns.map(() => '?').join(', ')
  const statement = database.prepare(`insert into ${table} (${columns.join(', ')}) values (${holes})`)
  return (own) => {
    statement.run(...columns.map((name) => own[name] ?? template[name] ?? null))
  }
}

/** Watches the first `count` wallets for the merchant. */
export function copyWallets(database: DatabaseSync, count: number): void {
  const template = database.prepare('select * from wallets limit 1').get() as Values
  database.exec('delete from wallets')
  const insert = inserter(database, 'wallets', template)
  for (let n = 0; n < count; n++) insert({ address: wallet(n) })
}

/** Recomputes the denormalised counts. */
function tally(database: DatabaseSync): void {
  database.exec(`
    delete from search_terms;
    delete from tallies;
    insert into tallies
      select merchant_id, livemode, span, created_at / span, status, network, cryptocurrency, exceptions, count(*)
      from payments, (select ${DAY_MS} as span union all select ${HOUR_MS} union all select ${ALL_TIME_MS})
      group by 1, 2, 3, 4, 5, 6, 7, 8;
    delete from event_tallies;
    insert into event_tallies (merchant_id, livemode, type, thousand, events)
      select merchant_id, livemode, type, sequence / ${EVENTS_A_TALLY}, count(*) from events group by 1, 2, 3, 4;
    update merchants set live_sequence = (select max(sequence) from events);
  `)
  const decimal = (column: string, decimals: number) =>
    `rtrim(rtrim(printf('%d.%0${decimals}d', ${column} / ${10 ** decimals}, ${column} % ${10 ** decimals}), '0'), '.')`
  addTerms(database, [decimal('amount_cents', 2), decimal('due', 6), 'lower(merchant_wallet)'])
}

/** Lets all payments be found by what SQL makes of their rows. The terms must differ. */
function addTerms(database: DatabaseSync, terms: readonly string[]): void {
  const own = terms.map((term) => `select merchant_id, livemode, ${term}, created_at, seq from payments`)
  database.exec(`
    insert into search_terms select * from (${own.join(' union all ')}) where true order by 3, 4, 5 on conflict do nothing;
    delete from search_tallies;
    insert into search_tallies
      select merchant_id, livemode, term, count(*) from search_terms group by 1, 2, 3 having count(*) > 100;
  `)
}
