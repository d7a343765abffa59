/** Plays one story: as payer, merchant and cron, on a real chain. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CheckoutApiError, type Client, ConnectionError, type Refund } from '../../../../packages/client/src/index.ts'
import { sendTransaction } from '../../../../packages/devnet/src/transactions.ts'
import { ShopFailure } from '../driver-process.ts'
import type { Refused, ShopDriver } from '../shop-driver.ts'
import { type Answer, type Death, listSteps, type Method, type SingleStep, type Story } from '../story.ts'
import { type Networks, waitFor } from './checkout.ts'
import type { Relay } from './relay.ts'
import { TooSlow } from './too-slow.ts'
import { Violation } from './violation.ts'

const AGAIN_MS = 250
const PATIENCE_MS = 90_000
/** A block comes within this time, so money that is sent earlier is on time. */
const BLOCK_MS = 1_500

export type World = {
  readonly shop: ShopDriver
  readonly merchant: Client
  readonly networks: Networks
  readonly relay: Relay
  readonly kill: (who: 'shop' | 'checkout') => Promise<void>
  readonly die: (name: string, death: Death) => void
  /** Tells the shop all that has happened to an order. */
  readonly catchUp: (order: string) => Promise<void>
  /** Orders whose payments have a long deadline from now on. */
  readonly relaxed: Set<string>
}

/** Money that the payer has sent, in millionths of a coin. */
export type Sent = Method & { readonly payment: string; readonly amount: bigint; readonly hash: string }

export type Played = {
  readonly story: Story
  readonly answers: Answer[]
  /** By number: in the order in which the shop named them. */
  readonly payments: string[]
  readonly sent: Sent[]
  /** Refunds on the chain, to addresses of their own. */
  readonly returned: { readonly refund: Refund; readonly to: string }[]
}

type Play = Played & {
  readonly world: World
  current: string | null
  /** Per cent that was sent, by payment. */
  readonly percents: Map<string, number>
  readonly chosen: Set<string>
}

/** Plays the steps. The result has what the shop answered, and what happened on the chain. */
export async function playStory(world: World, story: Story, played: Played): Promise<void> {
  const play: Play = { ...played, world, current: null, percents: new Map(), chosen: new Set() }
  let next = 0
  for (const step of story.steps) {
    const singles = listSteps([step])
    const first = next
    next += singles.length
    // Merchants refund what the shop shows as paid.
    if (singles.some((single) => single.do === 'refund')) await world.catchUp(story.order)
    await Promise.all(
      singles.map(async (single, index) => {
        play.answers[first + index] = await take(play, single)
      }),
    )
    await waitForMoney(play)
  }
}

async function take(play: Play, step: SingleStep): Promise<Answer> {
  const { world, story } = play
  const { order } = story
  switch (step.do) {
    case 'place':
      return place(play, step.dies)
    case 'pay':
      return pay(play, step)
    case 'amend':
      return toAnswer(
        await untilAnswered(() => world.shop.amend({ order, amount: step.amount, currency: step.currency })),
      )
    case 'cancel':
      return toAnswer(await untilAnswered(() => world.shop.cancel({ order })))
    case 'expire':
      return expire(play)
    case 'accept':
      return accept(play, step.payment)
    case 'refund':
      return refund(play, step)
    case 'kill':
      await world.kill(step.who)
      return null
  }
}

/** Asks as payers, merchants and cron do: what failed is asked again. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  const failed: number[] = []
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      failed.push(performance.now())
      const isLong = performance.now() - (failed[0] ?? 0) > PATIENCE_MS
      if (isLong && failed.length > 10) throw new Violation(`the shop failed again and again: ${error.message}`)
      await sleep(AGAIN_MS)
    }
  }
}

function toAnswer(answer: object | Refused): Answer {
  return 'refused' in answer ? 'refused' : 'taken'
}

async function place(play: Play, dies: Death | undefined): Promise<Answer> {
  const { world, story, payments, current } = play
  const { order, price } = story
  if (dies) world.die(order, dies)
  const answer = await untilAnswered(() => world.shop.place({ order, ...price }))
  if ('refused' in answer) {
    play.current = null
    return 'refused'
  }
  const { payment } = answer
  world.relay.name(payment, order)
  const isNew = !payments.includes(payment)
  if (isNew && current !== null) await requireTime(play, current)
  if (isNew && !payments.includes(payment)) payments.push(payment)
  play.current = payment
  await choose(play, payment)
  return { payment: payments.indexOf(payment) }
}

/** The payer chooses a coin on the payment's page, once. */
async function choose({ world, story: { method }, chosen }: Play, payment: string): Promise<void> {
  if (method === null || chosen.has(payment)) return
  chosen.add(payment)
  try {
    await untilReached(() => world.merchant.payments.choose(payment, method))
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof CheckoutApiError) || error.code !== 'invalid_state') throw error
  }
}

/** Asks once more what changes nothing if it is done twice: the checkout may have been killed meanwhile. */
async function untilReached<T>(ask: () => Promise<T>): Promise<T> {
  return waitFor('the checkout answers', () =>
    ask().then(
      (answer) => ({ answer }),
      (error: unknown) => {
        if (error instanceof ConnectionError) return null
        throw error
      },
    ),
  ).then(({ answer }) => answer)
}

function find({ current, payments }: Play, which: 'current' | 'first'): string | null {
  return which === 'first' ? (payments[0] ?? null) : current
}

async function pay(play: Play, { payment: which, percent }: SingleStep & { readonly do: 'pay' }): Promise<Answer> {
  const { world, percents, sent } = play
  const id = find(play, which)
  if (id === null) return null
  const before = percents.get(id) ?? 0
  percents.set(id, before + percent)
  const payment = await world.merchant.payments.retrieve(id)
  await requireTime(play, id)
  const due = BigInt(payment.cryptoAmount.replace('.', ''))
  // Parts add up to the exact amount.
  const amount = (due * BigInt(before + percent)) / 100n - (due * BigInt(before)) / 100n
  const { address: to, memo, network, cryptocurrency } = payment
  const hash = await world.networks.payer.send({
    network,
    cryptocurrency,
    to,
    amount,
    ...(memo === null ? {} : { memo }),
  })
  sent.push({ payment: id, amount, hash, ...({ network, cryptocurrency } as Method) })
  await requireTime(play, id)
  return null
}

/** Before its step `expire`, the story means payments that are open. Throws TooSlow. */
async function requireTime({ world, story }: Play, id: string): Promise<void> {
  if (!world.relaxed.has(story.order) && (await hasPassed(world, id))) {
    throw new TooSlow(`the deadline of ${id} came before the step`)
  }
}

async function hasPassed({ merchant }: Pick<World, 'merchant'>, id: string): Promise<boolean> {
  const { status, expiresAt } = await merchant.payments.retrieve(id)
  return status !== 'completed' && status !== 'cancelled' && Date.parse(expiresAt) < Date.now() + BLOCK_MS
}

/** Tells whether a deadline came before the story's step `expire`, so that it was another story. */
export async function isLate(world: World, { story: { order }, payments }: Played): Promise<boolean> {
  if (world.relaxed.has(order)) return false
  const passed = await Promise.all(payments.map((id) => hasPassed(world, id)))
  return passed.includes(true)
}

/** Waits until all money sent is final. */
async function waitForMoney({ world, sent }: Play): Promise<void> {
  for (const id of new Set(sent.map(({ payment }) => payment))) {
    const hashes = sent.filter(({ payment }) => payment === id).map(({ hash }) => hash)
    await waitFor(`${id} has ${hashes}`, async () => {
      const { transactions } = await world.merchant.payments.retrieve(id)
      const final = transactions.filter(({ status }) => status === 'final').map(({ hash }) => hash)
      return hashes.every((hash) => final.includes(hash)) ? true : null
    })
  }
}

async function expire({ world, story, current }: Play): Promise<Answer> {
  if (current === null) return null
  await waitFor(`${current} is expired`, async () => {
    const { status } = await world.merchant.payments.retrieve(current)
    return status === 'created' || status === 'partially_paid' ? null : status
  })
  world.relaxed.add(story.order)
  return null
}

async function accept(play: Play, which: 'current' | 'first'): Promise<Answer> {
  const id = find(play, which)
  if (id !== null) await untilReached(() => play.world.merchant.payments.accept(id))
  return null
}

async function refund(play: Play, step: SingleStep & { readonly do: 'refund' }): Promise<Answer> {
  const { world, story } = play
  const { refund: reference, amount, signed, dies } = step
  if (dies && play.current !== null) world.die(play.current, dies)
  const answer = await untilAnswered(() => world.shop.refund({ order: story.order, refund: reference, amount }))
  if ('refused' in answer) return 'refused'
  const isNew = !play.returned.some(({ to }) => to === addressFor(reference))
  // The page's address is given once. A shop that was killed has lost it.
  if (!signed || answer.url === null || !isNew) return 'taken'
  await sign(play, reference, answer.url)
  return 'signed'
}

/** An address that gets one refund only, so that its balance tells how often it was paid. */
function addressFor(reference: string): string {
  return `0x${createHash('sha256').update(reference).digest('hex').slice(0, 40)}`
}

/** The payer gives an address, and the merchant's wallet pays. */
async function sign(
  { world: { merchant, networks }, payments, returned }: Play,
  reference: string,
  url: string,
): Promise<void> {
  const to = addressFor(reference)
  const slot = { to } as Played['returned'][number] & { refund: Refund }
  returned.push(slot)
  for (const step of ['check', 'confirm']) {
    const body = new URLSearchParams({ address: to, memo: '', step })
    await waitFor(`${url} takes an address`, () =>
      fetch(url, { method: 'POST', body, redirect: 'manual' }).then(
        ({ status }) => (status < 400 ? true : null),
        () => null,
      ),
    )
  }
  const found = await waitFor(`${reference} waits for a signature`, async () => {
    const lists = await Promise.all(
      payments.map((paymentId) => merchant.refunds.list({ paymentId, nextAction: 'sign' })),
    )
    return lists.flatMap(({ data }) => data).find(({ destination }) => destination?.toLowerCase() === to) ?? null
  })
  const { nextAction } = found
  if (nextAction?.type !== 'sign' || !nextAction.call) throw new Violation(`refund ${found.id} cannot be signed`)
  const { chainId: _, ...call } = nextAction.call
  await sendTransaction(networks.networks.ethereum.rpcUrl, call)
  slot.refund = await waitFor(`${found.id} is completed`, async () => {
    const now = await merchant.refunds.retrieve(found.id)
    return now.status === 'completed' ? now : null
  })
}
