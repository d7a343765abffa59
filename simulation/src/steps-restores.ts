import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { heldKeyStates } from '../../packages/core/src/app/stats.ts'
import { NodeError } from '../../packages/core/src/chains/node-error.ts'
import { CheckoutError } from '../../packages/core/src/domain/error.ts'
import { releaseWallet } from '../../packages/core/src/refunds/release-wallet.ts'
import { listHeldWallets } from '../../packages/core/src/refunds/wallet-hold.ts'
import { DatabaseSync } from '../../packages/core/src/storage/node-sqlite.ts'
import { markRestored } from '../../packages/core/src/storage/restore.ts'
import { releaseKey } from '../../packages/core/src/transactions/hold.ts'
import { watchChanges } from './changes.ts'
import { forgetOrder } from './check-events.ts'
import { refundKeyIndexes, WALLETS } from './config.ts'
import type { KnownPayment, LostRefund } from './history.ts'
import { anyPaid, decide, getMerchant, post } from './steps-merchants.ts'
import { runJobs } from './steps-nodes.ts'
import type { World } from './world.ts'

/**
 * An operator puts an older backup back, with the same key for refunds, another one, or none. Between backup and restore
 * only refunds were made, and transactions sent, so that only these are lost: by keys, or by wallets too. Only a server
 * with a database of its own is restored here.
 */
export async function restore(world: World): Promise<string> {
  if (world.leases) return 'nothing'
  const backup = await copyDatabase(world)
  const lost: LostRefund[] = []
  // Days may have passed, in which keys have paid.
  const { ethereum, polygon } = world.chains
  ethereum.heal()
  ethereum.stalled = false
  ethereum.node.pool.baseFee = 1_000_000_000n
  const byWallets = world.dice.percent(25)
  for (let count = world.dice.between(1, 3); count > 0; count--) lost.push(...(await makeRefund(world, byWallets)))
  for (let round = 0; round < 6; round++) {
    world.time += 10_000
    ethereum.mine(world.time, true)
    polygon.mine(world.time, true)
    await runJobs(world, 'watch sandbox ethereum')
    await runJobs(world, 'send sandbox ethereum')
    if (world.anyServer().life.isOver) await world.restart()
  }
  await forgetOrder(world)
  const sent = await listRelays(world)
  await world.restore(backup, world.dice.one(refundKeyIndexes))
  const kept = await listRelays(world)
  for (const hash of sent) if (!kept.has(hash)) world.programs?.forgotten.add(hash)
  await watchChanges(world.storage.db)
  world.lost.push(...lost)
  for (const { tag } of lost) world.lostTags.add(tag)
  if (!byWallets) await releaseUnused(world)
  const asked: string[] = []
  // Some ask before the server has run for the first time.
  for (const one of lost) if (world.dice.percent(60)) asked.push(await askAgainFor(world, one))
  return `${lost.length} lost, key ${world.refundKey}, asked again: ${asked.join()}`
}

/** Releases wallets at once, as an operator does who knows that they have paid nothing since the backup. */
async function releaseUnused(world: World): Promise<void> {
  if (world.lost.some(({ tag }) => world.paidByWallet.has(tag))) return
  await releaseWallets(world)
  const { ctx } = world.anyServer()
  const held = new Set((await listHeldWallets(ctx)).map(({ address }) => address))
  for (const wallet of Object.values(WALLETS).flat()) if (!held.has(wallet)) await releaseWallet(ctx, wallet)
}

/** The bytes of the database as it is, marked as the command marks it when it puts them back. */
async function copyDatabase({ storage }: World): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'simulation-'))
  const file = join(folder, 'backup.db')
  await storage.db.executeQuery(CompiledQuery.raw('vacuum into ?', [file]))
  const copy = new DatabaseSync(file)
  markRestored(copy)
  copy.close()
  const image = readFileSync(file)
  rmSync(folder, { recursive: true })
  return image
}

/** The transactions by which the database has relayed what payers signed. */
async function listRelays({ storage }: World): Promise<Set<string>> {
  const rows = await storage.db
    .selectFrom('send_attempts')
    .innerJoin('sends', 'sends.id', 'send_attempts.send_id')
    .select('send_attempts.hash')
    .where('purpose', '=', 'relay')
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}

/** Makes a refund that nobody will remember. A wallet signs what it is asked to. */
async function makeRefund(world: World, byWallets: boolean): Promise<LostRefund[]> {
  const payment = byWallets ? anyPaid(world) : anyPaid(world, isPaidByKey)
  if (!payment) return []
  const tag = world.history.nextTag()
  const destination = `0x${'ee'.repeat(10)}${tag.slice(1).padStart(20, '0')}`
  const amount = world.dice.between(1, 80) / 100
  const body = { paymentId: payment.id, destination, reason: tag, ...(world.dice.percent(60) ? { amount } : {}) }
  const { lost, status, body: refund } = await world.ask(getMerchant(world, payment), 'POST', '/refunds', { body })
  if (byWallets && !lost && refund.nextAction?.type === 'sign') await signWith(world, refund.id, tag)
  if (world.anyServer().life.isOver) await world.restart()
  return lost || status === 201 ? [{ payment, body, tag }] : []
}

async function signWith({ storage, chains, paidByWallet }: World, id: string, tag: string): Promise<void> {
  const row = await storage.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const to = row.to_address ?? ''
  const chain = chains[row.network as keyof typeof chains]
  chain.send({ token: row.token, from: row.from_address, to, rawAmount: row.raw_amount })
  paidByWallet.set(tag, { chain: row.chain, to, rawAmount: row.raw_amount })
}

/** Tells whether its money came to a wallet whose refunds a key pays. */
function isPaidByKey({ row }: KnownPayment): boolean {
  return (
    row.network === 'ethereum' &&
    WALLETS.first.some((wallet) => wallet.toLowerCase() === row.merchant_wallet.toLowerCase())
  )
}

/** A merchant makes a lost refund again. */
export async function askAgain(world: World): Promise<string> {
  const lost = world.dice.any(world.lost)
  return lost ? askAgainFor(world, lost) : 'nothing'
}

async function askAgainFor(world: World, lost: LostRefund): Promise<string> {
  world.lost.splice(world.lost.indexOf(lost), 1)
  const { payment, body: before, tag } = lost
  const isElsewhere = world.paidByWallet.has(tag) && world.dice.percent(60)
  const body = isElsewhere
    ? { ...before, destination: `0x${'ef'.repeat(10)}${tag.slice(1).padStart(20, '0')}` }
    : before
  return post(world, getMerchant(world, payment), { target: '/refunds', body, tag, verb: 'refund' })
}

/** An operator lets keys go on whose transactions are all found and final. */
export async function release(world: World): Promise<string> {
  if (world.restores === 0) return 'nothing'
  const { ctx } = world.anyServer()
  const held = await heldKeyStates(ctx).catch((error: unknown) => {
    if (error instanceof NodeError) return []
    throw error
  })
  const released: string[] = []
  for (const { address, network, count, transactions } of held) {
    const { finalNumber } = world.chains[network as 'ethereum']
    if (transactions.length < count || transactions.some(({ block }) => block > finalNumber)) continue
    await releaseKey(ctx, address).then(
      () => released.push(address),
      (error: unknown) => {
        if (!(error instanceof NodeError || error instanceof CheckoutError)) throw error
      },
    )
  }
  released.push(...(await releaseWallets(world)))
  // The refunds that a released key or wallet has paid are found when they are made again.
  const asked: string[] = []
  if (released.length > 0) for (const one of [...world.lost]) asked.push(await askAgainFor(world, one))
  return [...released, ...asked].join() || 'nothing'
}

/** An operator lets wallets go on, once merchants have made lost refunds again and cancelled what was paid otherwise. */
async function releaseWallets(world: World): Promise<string[]> {
  const missing = world.lost.filter(({ tag }) => world.paidByWallet.has(tag))
  for (const one of missing) await askAgainFor(world, one)
  if (missing.length > 0) return []
  const { ctx } = world.anyServer()
  const released: string[] = []
  for (const wallet of await listHeldWallets(ctx)) {
    const paid = await Promise.all(wallet.refunds.map(({ id }) => endPaid(world, id)))
    if (paid.includes(true)) continue
    await releaseWallet(ctx, wallet.address)
    released.push(wallet.address)
  }
  return released
}

/** Cancels a refund that its wallet has paid otherwise. True if it has paid just this, which will complete it. */
async function endPaid(world: World, id: string): Promise<boolean> {
  const { storage, paidByWallet, history, merchants } = world
  const row = await storage.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const paid = paidByWallet.get(row.reason ?? '')
  const merchant = merchants.find((one) => one.id === row.merchant_id)
  if (!paid || !merchant) return false
  if (paid.to === row.to_address && paid.rawAmount === row.raw_amount) return true
  const word = `cancel ${id}`
  const answer = await decide(world, merchant, `/refunds/${id}/cancel`, word)
  if (!answer.lost && answer.status === 200) history.done.add(word)
  return answer.lost
}
