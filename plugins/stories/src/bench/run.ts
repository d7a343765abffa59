/** A run: one server, one shop, many stories at the same time. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '../../../../packages/client/src/index.ts'
import { startDevnet } from '../../../../packages/devnet/src/index.ts'
import { type ShopProcess, spawnShop } from '../driver-process.ts'
import type { Death, Story } from '../story.ts'
import { Between } from './between.ts'
import { compareBooks, compareOrder, type Sums } from './books.ts'
import { Checkout, type Networks, openMerchant, waitFor } from './checkout.ts'
import { isLate, type Played, playStory, untilAnswered, type World } from './play.ts'
import { Relay } from './relay.ts'
import { TooSlow } from './too-slow.ts'
import { Violation } from './violation.ts'

const BLOCK_MS = 250

export type RunOptions = {
  readonly stories: readonly Story[]
  /** The shop's command. */
  readonly command: readonly string[]
  readonly workers: number
  /** Stories at the same time. */
  readonly parallel: number
  /** Ends at the first story that shows the shop to be wrong. A broken connection of the bench shows nothing. */
  readonly untilFailure?: boolean
  readonly log: (line: string) => void
}

export type Failure = { readonly played: Played | null; readonly error: unknown }

export type Result = {
  readonly failures: readonly Failure[]
  /** Stories for which this machine was too slow: they have proved nothing. */
  readonly slow: readonly Failure[]
  readonly sums: Sums | null
  readonly seconds: number
  /** The end of what shop and checkout wrote. */
  readonly output: string
}

type Open = World & { readonly shop: ShopProcess; readonly checkout: Checkout }

/** Plays the stories, compares each order, then what reconciliation finds, what webhooks do again, and the books. */
export async function runStories(options: RunOptions): Promise<Result> {
  const started = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'stories-'))
  const networks = await startDevnet({ networks: ['ethereum', 'stellar'], blockTimeMs: BLOCK_MS })
  const between = new Between()
  const shop = spawnShop(options.command, options.workers)
  let checkout: Checkout | undefined
  try {
    const publicUrl = await between.listen()
    checkout = await Checkout.start(join(folder, 'checkout'), networks, publicUrl)
    const world = await open({ folder, networks, between, shop, checkout, publicUrl }, options)
    const { failures, slow, sums } = await playAll(world, options)
    const seconds = (performance.now() - started) / 1_000
    return { failures, slow, sums, seconds, output: `${shop.errors}\n${checkout.output}` }
  } finally {
    await shop.stop()
    await checkout?.stop()
    await between.close()
    await networks.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Parts = {
  readonly folder: string
  readonly networks: Networks
  readonly between: Between
  readonly shop: ShopProcess
  readonly checkout: Checkout
  readonly publicUrl: string
}

/** Connects checkout, bench and shop. */
async function open(
  { folder, networks, between, shop, checkout, publicUrl }: Parts,
  { stories }: RunOptions,
): Promise<Open> {
  const relay = new Relay(shop, stories)
  const deaths = new Map<string, Death>()
  const relaxed = new Set<string>()
  const windows = new Map(stories.map(({ order, expiresIn }) => [order, expiresIn]))
  let last: Promise<void> = Promise.resolve()
  const kill = (who: 'shop' | 'checkout') => {
    last = last.then(() => (who === 'shop' ? shop.kill() : checkout.kill()))
    return last
  }
  between.rules = {
    kill,
    knows: (order) => relay.knows(order),
    expiresIn: (order) => (relaxed.has(order) ? null : (windows.get(order) ?? null)),
    death: (name) => {
      const death = deaths.get(name) ?? null
      deaths.delete(name)
      return death
    },
    hook: (headers, body) => relay.take(headers, body),
    origin: () => checkout.origin,
  }
  const merchant = openMerchant(publicUrl, checkout.keys)
  const { merchant: evm } = networks.accounts
  const { merchant: stellar } = networks.networks.stellar.accounts
  await merchant.merchant.updateSettings({ wallets: { ethereum: evm, stellar } })
  await networks.faucet(evm, 1_000_000_000_000n, { network: 'ethereum' })
  // `*` leaves bookings out, and every event has a number of the same sequence.
  const { secret } = await merchant.webhooks.create({ url: `${publicUrl}/hook`, events: ['*', 'booking.*'] })
  const shopFolder = join(folder, 'shop')
  mkdirSync(shopFolder)
  await shop.start({
    ...{ baseUrl: `${publicUrl}/sandbox/v1`, ...checkout.keys, webhookSecret: secret },
    ...{ cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: evm, folder: shopFolder },
  })
  await createElsewhere(merchant, evm)
  const die = (name: string, death: Death) => void deaths.set(name, death)
  const world = { shop, merchant, networks, relay, kill, die, relaxed, checkout }
  return { ...world, catchUp: (order) => catchUp(world, order) }
}

/** A payment of no order, whose events come to the shop too. It also waits until the networks are read. */
async function createElsewhere(merchant: Client, merchantWallet: string): Promise<void> {
  const input = { amount: 5, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet } as const
  await waitFor('the checkout takes payments', () =>
    merchant.payments.create({ ...input, reference: 'elsewhere', alternatives: 'all' }).catch(() => null),
  )
}

async function playAll(world: Open, options: RunOptions) {
  const failures: Failure[] = []
  const slow: Failure[] = []
  const played: Played[] = []
  const left = [...options.stories]
  const failed = Promise.withResolvers<void>()
  const playNext = async () => {
    for (let story = left.shift(); story; story = left.shift()) {
      const one: Played = { story, answers: [], payments: [], sent: [], returned: [] }
      try {
        await playOne(world, one)
        played.push(one)
      } catch (error) {
        const isSlow = error instanceof TooSlow || (await isLate(world, one))
        ;(isSlow ? slow : failures).push({ played: one, error })
        if (error instanceof Violation && !isSlow && options.untilFailure) return failed.resolve()
      }
    }
  }
  const players = Array.from({ length: options.parallel }, playNext)
  await Promise.race([Promise.all(players), failed.promise])
  if (options.untilFailure && failures.some(({ error }) => error instanceof Violation))
    return { failures, slow, sums: null }
  options.log(`${played.length} stories were played`)
  const ends = [() => untilAnswered(() => world.shop.reconcile()), () => replayAll(world, played)]
  for (const end of ends) {
    await end().catch((error: unknown) => failures.push({ played: null, error }))
    if (failures.length === 0) failures.push(...(await checkAll(world, played)))
  }
  const abandoned = slow.flatMap(({ played }) => (played ? [played.story.order] : []))
  const sums = failures.length > 0 ? null : await checkBooks(world, played, abandoned, failures)
  return { failures, slow, sums }
}

/** Without lost webhooks, the order is right before any reconciliation. */
async function playOne(world: Open, played: Played): Promise<void> {
  const { order } = played.story
  await playStory(world, played.story, played)
  await settle(world, order)
  if (!world.relay.hasLost(order)) await check(world, played)
}

type Settling = Pick<World, 'merchant' | 'relay'>

/** Waits until all events of an order up to now have come, and the shop has taken those that are not lost. */
async function settle({ merchant, relay }: Settling, order: string): Promise<void> {
  const [event] = (await merchant.events.list({ limit: 1 })).data
  const sequence = event?.sequence ?? 0
  await waitFor(`event ${sequence} is delivered`, async () => (relay.hasAll(sequence) ? true : null))
  await relay.settle(order)
}

/** The shop knows all that has happened to an order. */
async function catchUp(world: Settling & Pick<World, 'shop'>, order: string): Promise<void> {
  await settle(world, order)
  if (world.relay.hasLost(order)) await untilAnswered(() => world.shop.reconcile())
}

async function check({ shop }: World, played: Played): Promise<void> {
  compareOrder(played, await untilAnswered(() => shop.read({ order: played.story.order })))
}

async function checkAll(world: World, all: readonly Played[]): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const played of all) await check(world, played).catch((error: unknown) => failures.push({ played, error }))
  return failures
}

async function replayAll({ relay }: World, all: readonly Played[]): Promise<void> {
  await relay.settle('')
  for (const { story } of all.filter((_, index) => index % 2 === 0)) await relay.replay(story.order)
}

async function checkBooks(
  world: World,
  all: readonly Played[],
  abandoned: readonly string[],
  failures: Failure[],
): Promise<Sums | null> {
  const books = await Promise.all(
    all.map(async (played) => ({
      ...played,
      state: await untilAnswered(() => world.shop.read({ order: played.story.order })),
    })),
  )
  return compareBooks(world.merchant, world.networks, books, abandoned).catch((error: unknown) => {
    failures.push({ played: null, error })
    return null
  })
}
