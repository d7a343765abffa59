/**
 * Transfers per second, from the JSON text of a node's answers to rows in a database with a million open payments.
 * Every transfer is read twice: when it is new, and when it is final.
 */
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCheckout } from '@crypto-checkout/core'
import { recordFinal, recordRead } from '@crypto-checkout/core/testing'
import { askedOf, copyWallets, leaveNothingToDo, MILLION } from './million.ts'
import { RawNode, type RawTransfer } from './raw-node.ts'
import { benchOptions, TOKEN } from './setup.ts'

const DAY_MS = 86_400_000
/** With more than 500 wallets, a node is asked for all transfers of the coins. */
const MANY_WALLETS = 20_000
const A_BLOCK = 50
/** Transfers per transaction where recording alone is measured. The real reader records far fewer at once. */
const A_PAGE = 250
const FOREIGN = 200_000
/** The number of transfers that pay something, in each of the two ways of recording. */
const PAYING = 20_000

export async function benchScanner(path: string): Promise<void> {
  const paying = Math.min(PAYING, Math.floor(MILLION / 4))
  const node = new RawNode(Date.now() - 40 * DAY_MS)
  const picked = shuffled(MILLION - 1 - paying).slice(0, 2 * paying)
  const anywhere = await recordPages(path, picked.slice(0, paying))
  const newest = await recordPages(
    path,
    shuffled(paying).map((n) => MILLION - n),
  )
  leaveNothingToDo(path)
  mine(node, picked.slice(paying).map(askedOf))
  const paid = await readAll(path, node)
  const database = new DatabaseSync(path)
  database.exec('begin')
  copyWallets(database, MANY_WALLETS)
  database.exec('commit')
  database.close()
  mine(node, Array.from({ length: FOREIGN }, foreign))
  const read = await readAll(path, node)
  const rows: [string, number, string][] = [
    [`read and matched: of ${MANY_WALLETS} wallets, to none`, read.served / read.seconds, 'from JSON to the cursor'],
    ['recorded: first seen, for the newest payments', paying / newest.seen, `${A_PAGE} a commit: ${newest.ms.seen} ms`],
    [
      'recorded: first seen, for payments of any age',
      paying / anywhere.seen,
      `${A_PAGE} a commit: ${anywhere.ms.seen} ms`,
    ],
    ['recorded: final, for the newest payments', paying / newest.final, `${A_PAGE} a commit: ${newest.ms.final} ms`],
    [
      'recorded: final, for payments of any age',
      paying / anywhere.final,
      `${A_PAGE} a commit: ${anywhere.ms.final} ms`,
    ],
    ['read twice, matched, recorded as final', paying / paid.seconds, 'payments completed, from JSON to the events'],
  ]
  console.log(`\n| scanner, ${MILLION} open payments | transfers/s | |\n|---|---|---|`)
  for (const [what, perSecond, note] of rows) console.log(`| ${what} | ${Math.round(perSecond)} | ${note} |`)
}

/** Seconds that recording takes, with one transaction per page. */
async function recordPages(path: string, picked: readonly number[]) {
  const checkout = createCheckout({ ...benchOptions(path), log: () => {} })
  const ctx = checkout.context
  const [network] = ctx.networks
  if (!network) throw new Error('the bench has a network')
  const hash = (n: number) => `0x${n.toString(16).padStart(64, 'a')}`
  const transfers = picked.map((n, index) => {
    const { address, amount } = askedOf(n)
    const place = {
      blockNumber: 1 + index,
      blockHash: hash(index),
      blockTime: Date.now(),
      memo: null,
      logIndex: 0,
      ordinal: 0,
    }
    const parties = { token: TOKEN.toLowerCase(), from: `0x${'b'.repeat(40)}`, to: address }
    return { ...parties, ...place, txHash: `0x${randomBytes(32).toString('hex')}`, rawAmount: BigInt(amount) }
  })
  const timed = async (record: (page: typeof transfers) => Promise<unknown>) => {
    const begun = performance.now()
    for (let start = 0; start < transfers.length; start += A_PAGE) await record(transfers.slice(start, start + A_PAGE))
    return (performance.now() - begun) / 1_000
  }
  const completed = async () => (await checkout.payments.list({ status: 'completed', limit: 1 })).totalCount
  const before = await completed()
  const seen = await timed((page) =>
    ctx.transact((tx) => recordRead(ctx, tx, network, { transfers: page, state: 'seen' })),
  )
  const final = await timed((page) => {
    const [from = 0, to = 0] = [page.at(0)?.blockNumber, page.at(-1)?.blockNumber]
    return ctx.transact((tx) => recordFinal(ctx, tx, network, { from, to, transfers: page }))
  })
  const paid = (await completed()) - before
  await checkout.stop()
  if (paid !== picked.length) throw new Error(`${paid} payments were completed, not ${picked.length}`)
  const aPage = (seconds: number) => Math.round((1_000 * seconds * A_PAGE) / transfers.length)
  return { seen, final, ms: { seen: aPage(seen), final: aPage(final) } }
}

/**
 * Starts a checkout and measures how many transfers the node served until the checkout has read to the end, and in
 * what time. The node's own time does not count.
 */
async function readAll(path: string, node: RawNode): Promise<{ readonly served: number; readonly seconds: number }> {
  const log = (line: string) => console.error(line)
  const checkout = createCheckout({ ...benchOptions(path), log }, { connect: () => node.rpc })
  const before = { spentMs: node.spentMs, served: node.served }
  // Missed blocks are looked for once per polling interval, so the clock starts at the first answer with transfers.
  let begun = 0
  node.onServed = () => {
    begun ||= performance.now()
  }
  await checkout.start()
  for (;;) {
    const [network] = await checkout.networks()
    if (network?.trouble) throw new Error(network.trouble)
    if (network?.final === node.head && network.lag.missed === 0) break
    await sleep(5)
  }
  const ms = performance.now() - begun - (node.spentMs - before.spentMs)
  await checkout.stop()
  return { served: node.served - before.served, seconds: ms / 1_000 }
}

function mine(node: RawNode, transfers: readonly { readonly amount: number; readonly address: string }[]): void {
  for (let start = 0; start < transfers.length; start += A_BLOCK) {
    const block = transfers.slice(start, start + A_BLOCK)
    node.mine(
      Date.now(),
      block.map(({ amount, address }): RawTransfer => ({ amount, to: address })),
    )
  }
}

function foreign(): { amount: number; address: string } {
  return { amount: 1_000_001, address: `0x${randomBytes(20).toString('hex')}` }
}

/** The numbers from 1 to `count` in a random order. */
function shuffled(count: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1))
    const swapped = numbers[index] ?? 0
    numbers[index] = numbers[other] ?? 0
    numbers[other] = swapped
  }
  return numbers
}
