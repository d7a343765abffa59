import type { Db } from '../../packages/core/src/storage/database.ts'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import { type Exit, isAttestedOf, isMessageOf, type Mint } from '../../packages/core/src/testing/scripted-cctp.ts'
import { nonceOf } from './attester.ts'
import type { Changes } from './changes.ts'
import { decimalsByToken } from './config.ts'
import type { ChosenTarget, Conversions } from './conversions.ts'
import { toMillionths } from './model.ts'
import { expectSame, must } from './violation.ts'
import type { World } from './world.ts'

type Settlement = Row<'settlements'>
type ExitRow = Row<'exits'>
type Share = Row<'exit_shares'>
type Written = { readonly settlements: readonly Settlement[]; readonly transfers: readonly Row<'transfers'>[] }

/**
 * Conversions follow both chains (I23): what is recorded has left an account in final blocks, once, and arrived once. Its
 * parts add up, and a settlement is completed when all of its own has arrived.
 */
export async function checkConversions(world: World, changes: Changes, written: Written): Promise<void> {
  const { conversions, storage } = world
  if (!conversions) return
  const { db } = storage
  await checkAccounts(db, conversions)
  for (const row of written.transfers) checkNoIncome(conversions, row)
  if (changes.has('exits')) await checkExits(db, conversions)
  if (changes.has('exits') || changes.has('conversions')) await checkOrder(db)
  const own = written.settlements.filter(({ destination }) => conversions.isAccount(destination)).map(({ id }) => id)
  const touched = changes.has('exits') ? await listOpen(db) : []
  for (const id of new Set([...own, ...(changes.get('conversions') ?? []), ...touched])) await checkOne(db, id)
}

/** The terms of an account are those that its merchant once chose, and stay what they are. */
async function checkAccounts(db: Db, conversions: Conversions): Promise<void> {
  for (const row of await db.selectFrom('conversion_accounts').selectAll().execute()) {
    const { read_until: _until, read_once: _once, due_at: _due, send_id: _send, ...fixed } = row
    const terms = JSON.parse(row.terms) as Record<string, string>
    const now = JSON.stringify({ ...fixed, ...terms })
    const before = conversions.accounts.get(row.account)
    if (before !== undefined) expectSame(now, before, 'I23', `the terms of account ${row.account}`)
    else {
      const isChosen = conversions.targets.some(
        ({ merchantId, target }) => merchantId === row.merchant_id && hasTerms(target, row, terms),
      )
      must(isChosen, 'I23', () => `nobody chose the terms of ${row.account}: ${row.terms}`)
      expectSame([row.network, row.to_network], ['polygon', 'ethereum'], 'I23', `the networks of ${row.account}`)
      conversions.accounts.set(row.account, now)
    }
  }
}

/** The most of a burn that terms without a limit allow to be taken. */
const NO_LIMIT = 2n ** 128n - 1n
const LEAST_SWEEP = 10_000n

function hasTerms(target: ChosenTarget, row: Row<'conversion_accounts'>, terms: Record<string, string>): boolean {
  const { settlementNetwork, settlementWallet, settlementLeast, settlementMaxFee } = target
  const millionths = BigInt(Math.round(Number(settlementLeast) * 1_000_000))
  const maxFee = settlementMaxFee === null ? NO_LIMIT : BigInt(Math.round(Number(settlementMaxFee) * 1_000_000))
  return (
    settlementNetwork === row.to_network &&
    (settlementWallet ?? terms.wallet)?.toLowerCase() === row.recipient &&
    terms.recipient?.toLowerCase() === row.recipient &&
    terms.wallet?.toLowerCase() === row.wallet &&
    BigInt(terms.leastMillionths ?? 0) === millionths &&
    BigInt(terms.maxFee ?? 0) === maxFee &&
    BigInt(terms.minimum ?? 0) === LEAST_SWEEP
  )
}

/** Own money that arrives, or is released, pays nothing. */
function checkNoIncome(conversions: Conversions, row: Row<'transfers'>): void {
  if (row.direction !== 'in') return
  const { chain, from_address: from, tx_hash: txHash } = row
  must(!conversions.isOwn({ chain, from, txHash }), 'I23', () => `${row.id} is own money, and counts as income`)
}

/** All exits are checked, because there are few: what one of them has may be another's. */
async function checkExits(db: Db, { cctp }: Conversions): Promise<void> {
  const rows = await db.selectFrom('exits').selectAll().orderBy('seq').execute()
  const shares = Map.groupBy(
    await db.selectFrom('exit_shares').selectAll().orderBy('placed_before').execute(),
    ({ exit }) => exit,
  )
  const [exits, mints] = [cctp.exits(true), cctp.mints(true)]
  const seen = new Set<Exit | Mint>()
  for (const row of rows) {
    checkShares(row, shares.get(row.seq) ?? [])
    const exit = exits.find((one) => one.hash === row.tx_hash && one.account === row.account)
    must(exit !== undefined, 'I23', () => `exit ${row.seq} left in ${row.tx_hash}, which no final block has`)
    if (!exit) continue
    must(!seen.has(exit), 'I23', () => `${row.tx_hash} counts twice for ${row.account}`)
    seen.add(exit)
    expectSame(
      [row.left_amount, row.block_number, row.block_time],
      [exit.amount, exit.block.number, exit.block.timestamp * 1_000],
      'I23',
      `what left ${row.account} in ${row.tx_hash}`,
    )
    expectSame(row.state === 'released', exit.kind === 'released', 'I23', `whether exit ${row.seq} was released`)
    if (exit.kind === 'burned')
      must(isMessageOf(exit, row.message ?? ''), 'I23', () => `exit ${row.seq} has the message of another burn`)
    if (exit.kind === 'released') expectSame(row.arrived, row.left_amount, 'I23', `what was released by ${row.seq}`)
    if (row.state !== 'delivered') continue
    const mint = mints.find((one) => one.nonce === row.nonce)
    must(mint !== undefined, 'I23', () => `exit ${row.seq} is delivered, and no final block says so`)
    if (!mint) continue
    must(!seen.has(mint), 'I23', () => `${row.nonce} is delivered for two burns`)
    seen.add(mint)
    checkDelivered(row, exit, mint)
  }
}

/** First in, first out: money that leaves an account is of the oldest settlement whose money was there. */
async function checkOrder(db: Db): Promise<void> {
  const conversions = await db.selectFrom('conversions').selectAll().orderBy('seq').execute()
  const shares = await db
    .selectFrom('exit_shares')
    .innerJoin('exits', 'exits.seq', 'exit_shares.exit')
    .selectAll()
    .orderBy('block_number')
    .orderBy('log_index')
    .orderBy('placed_before')
    .execute()
  for (const [index, share] of shares.entries()) {
    const { settlement_id: id, account, block_number: block } = share
    const own = conversions.find((one) => one.settlement_id === id)
    must(
      own !== undefined && own.from_block <= block,
      'I23',
      () => `${id} has a share of what left before, in ${block}`,
    )
    const older = conversions.filter((one) => one.seq < (own?.seq ?? 0) && one.from_block <= block)
    for (const one of older.filter((conversion) => conversion.account === account)) {
      const before = shares.slice(0, index).filter((other) => other.settlement_id === one.settlement_id)
      const sum = before.reduce((total, { amount }) => total + amount, 0n)
      expectSame(
        sum,
        one.amount,
        'I23',
        `what had left of ${one.settlement_id} before a part of ${id} did, in ${block}`,
      )
    }
  }
}

function checkDelivered(row: ExitRow, exit: Exit, mint: Mint): void {
  const { nonce, hash, block } = mint
  expectSame(
    [row.arrived, row.arrived_hash, row.arrived_time],
    [mint.amount, hash, block.timestamp * 1_000],
    'I23',
    `what arrived of exit ${row.seq}`,
  )
  expectSame(mint.account, row.account, 'I23', `whose money arrived in ${hash}`)
  expectSame(mint.amount + mint.fee, exit.amount, 'I23', `what was burned for ${hash}`)
  must(mint.fee <= exit.maxFee, 'I23', () => `${mint.fee} was taken of exit ${row.seq}`)
  must(nonce === nonceOf(exit) || isAttestedOf(exit, mint), 'I23', () => `${hash} is of another burn than ${row.seq}`)
}

/** The shares of an exit are behind one another, and no more than it. */
function checkShares(row: ExitRow, shares: readonly Share[]): void {
  let sum = 0n
  for (const { placed_before, amount } of shares) {
    expectSame(placed_before, sum, 'I23', `the place of a share of exit ${row.seq}`)
    sum += amount
  }
  expectSame(row.placed, sum, 'I23', `the shares of exit ${row.seq}`)
  must(sum <= row.left_amount, 'I23', () => `exit ${row.seq} has shares of ${sum}`)
}

/** Conversions that have not ended, and those that just did, have a pending settlement or are checked with it. */
async function listOpen(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('conversions').select('settlement_id').where('ended_at', 'is', null).execute()
  return rows.map((row) => row.settlement_id)
}

/** A settlement that is converted: its money was swept, all of it has a place, and it is completed once that has arrived. */
async function checkOne(db: Db, id: string): Promise<void> {
  const settlement = await db.selectFrom('settlements').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const conversion = await db.selectFrom('conversions').selectAll().where('settlement_id', '=', id).executeTakeFirst()
  const { status, amount, destination } = settlement
  if (!conversion) {
    must(status !== 'completed' || amount === 0n, 'I23', () => `${id} is completed, and its money was never moved on`)
    return
  }
  const sweeps = await db.selectFrom('sweeps').selectAll().where('settlement_id', '=', id).execute()
  const swept = sweeps.reduce((sum, one) => sum + (one.amount ?? 0n), 0n)
  expectSame([conversion.amount, conversion.amount], [amount, swept], 'I23', `what ${id} brought to its account`)
  expectSame(conversion.account, destination.toLowerCase(), 'I23', `the account of ${id}`)
  const shares = await db
    .selectFrom('exit_shares')
    .innerJoin('exits', 'exits.seq', 'exit_shares.exit')
    .selectAll()
    .where('exit_shares.settlement_id', '=', id)
    .execute()
  const placed = shares.reduce((sum, one) => sum + one.amount, 0n)
  expectSame(conversion.placed, placed, 'I23', `the shares of ${id}`)
  must(placed <= amount, 'I23', () => `${id} has left its account ${placed} times of ${amount}`)
  for (const share of shares) expectSame(share.account, conversion.account, 'I23', `the account of a share of ${id}`)
  const hasArrived = placed === amount && shares.every(({ state }) => state === 'delivered' || state === 'released')
  expectSame([status, conversion.ended_at !== null], [hasArrived ? 'completed' : 'pending', hasArrived], 'I23', id)
  if (hasArrived) await checkEntries(db, settlement, shares)
}

/** The ledger says of each share where it was, and where it is now. */
async function checkEntries(db: Db, { id }: Settlement, shares: readonly (Share & ExitRow)[]): Promise<void> {
  const entries = await db
    .selectFrom('entries')
    .selectAll()
    .where('settlement_id', '=', id)
    .where('kind', 'in', ['converted', 'released'])
    .execute()
  const accounts = await db.selectFrom('conversion_accounts').selectAll().execute()
  const expected = shares.flatMap((share) => {
    const account = accounts.find((one) => one.account === share.account && one.chain === share.chain)
    if (!account) throw new Error(`there is no account ${share.account}`)
    const isReleased = share.state === 'released'
    const kind = isReleased ? 'released' : 'converted'
    const own = findPart(share)
    const from = [account.network, account.chain, account.token, account.account, -share.amount, share.tx_hash]
    const there = [account.to_network, account.to_chain, account.to_token, account.recipient]
    const to = isReleased ? [account.network, account.chain, account.token, account.wallet] : there
    return [
      [kind, ...from, own, share.amount - own],
      [kind, ...to, own, share.arrived_hash, null, null],
    ]
  })
  const found = entries.map((one) => {
    const place = [one.kind, one.network, one.chain, one.token, one.account, one.amount, one.tx_hash]
    expectSame(
      toMillionths(BigInt(one.raw_amount ?? 0), decimalsByToken[one.token ?? ''] ?? 6),
      one.amount,
      'I23',
      `an amount of ${id}`,
    )
    return [...place, one.arrived, one.coin_fee]
  })
  expectSame(sortRows(found), sortRows(expected), 'I23', `what the ledger says of the conversion of ${id}`)
}

/** The part of what arrived of an exit that ends with a share, without the parts before it. All round down together. */
function findPart({ amount, placed_before, left_amount, arrived }: Share & ExitRow): bigint {
  const whole = arrived ?? 0n
  return (whole * (placed_before + amount)) / left_amount - (whole * placed_before) / left_amount
}

function sortRows(rows: readonly (readonly unknown[])[]): string[] {
  return rows.map((row) => row.map(String).join(' ')).sort()
}

/** In the end all money of settlements has left its accounts, and nothing of it is on its way. */
export async function checkConversionsQuiet({ conversions, storage }: World): Promise<void> {
  if (!conversions) return
  const { cctp } = conversions
  const { db } = storage
  await checkExits(db, conversions)
  const rows = await db.selectFrom('conversions').selectAll().execute()
  for (const { settlement_id, ended_at } of rows)
    must(ended_at !== null, 'I14', () => `the conversion of ${settlement_id} has not ended`)
  const exits = await db.selectFrom('exits').selectAll().execute()
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)
  const transfers = cctp.source.node.transfers()
  for (const [account] of conversions.accounts) {
    const came = sum(transfers.filter(({ to }) => to.toLowerCase() === account).map(({ rawAmount }) => rawAmount))
    const left = sum(
      cctp
        .exits(true)
        .filter((one) => one.account === account)
        .map(({ amount }) => amount),
    )
    const own = sum(rows.filter((one) => one.account === account).map(({ amount }) => amount))
    const told = sum(exits.filter((one) => one.account === account).map(({ left_amount }) => left_amount))
    expectSame(came - left, cctp.held(account), 'I23', `what stays at ${account}`)
    must(
      own <= told && told <= left,
      'I23',
      () => `of ${account} ${left} has left: ${told} is told, and ${own} is known`,
    )
    expectSame(
      sum(exits.filter((one) => one.account === account).map(({ placed }) => placed)),
      own,
      'I23',
      `what has a place of ${account}`,
    )
  }
}
