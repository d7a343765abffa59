import type { ScriptedTransfer } from '../../packages/core/src/testing/scripted-node.ts'
import type { SimulatedChain } from './chain.ts'
import { DAI, decimalsByToken, FOREIGN_TOKEN, PAYER, USDC } from './config.ts'
import type { KnownMethod, KnownPayment, KnownRefund } from './history.ts'
import { toRaw } from './model.ts'
import { getChosen } from './model-methods.ts'
import type { World } from './world.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

export async function mine(world: World): Promise<string> {
  const chain = anyChain(world)
  world.time += world.dice.between(1, 12) * SECOND_MS
  const blocks = world.dice.percent(4) ? world.dice.between(10, 45) : 1
  for (let block = 0; block < blocks; block++) chain.mine(world.time)
  return `${chain.id} ${chain.node.head.number} final ${chain.finalNumber}`
}

/** A payment is paid in the block of its last moment. */
export async function mineDeadline(world: World): Promise<string> {
  const { dice, history, chains } = world
  const soon = [...history.payments.values()].filter(({ expiresAt }) => {
    return expiresAt > world.time && expiresAt < world.time + 2 * MINUTE_MS
  })
  const payment = dice.any(soon)
  if (!payment) return 'nothing'
  world.time = payment.expiresAt
  const method = anyMethod(world, payment)
  const chain = chains[method.network]
  chain.send(transfer(method, computeRequested(method)))
  chain.mine(world.time, true)
  return String(payment.order)
}

export async function reorganise(world: World): Promise<string> {
  return String(anyChain(world).reorganise(world.time))
}

/** Finality stands still, or goes on. */
export async function toggleFinality(world: World): Promise<string> {
  const chain = anyChain(world)
  chain.stalled = !chain.stalled
  return String(chain.stalled)
}

export async function finalise(world: World): Promise<string> {
  anyChain(world).finaliseAll()
  return ''
}

export async function injectNodeFault(world: World): Promise<string> {
  return anyChain(world).disturb()
}

export async function repairNodes(world: World): Promise<string> {
  for (const chain of Object.values(world.chains)) chain.heal()
  return ''
}

/** Gas becomes dear or cheap. */
export async function changeFees(world: World): Promise<string> {
  const gwei = BigInt(world.dice.between(1, 40))
  for (const { node } of Object.values(world.chains)) node.pool.baseFee = gwei * 1_000_000_000n
  return String(gwei)
}

/** Nodes forget their pending transactions. */
export async function forgetPool(world: World): Promise<string> {
  anyChain(world).node.pool.forget()
  return ''
}

export async function wait(world: World): Promise<string> {
  const seconds = world.dice.between(1, 20)
  world.time += seconds * SECOND_MS
  return String(seconds)
}

export async function waitLong(world: World): Promise<string> {
  const minutes = world.dice.one([2, 10, 45, 180, 700])
  world.time += minutes * MINUTE_MS
  return String(minutes)
}

/** The checkout's clock is set. */
export async function setClock(world: World): Promise<string> {
  // Servers of one database must agree about the time.
  if (world.leases) return 'never'
  world.skew = world.dice.between(-200, 200) * SECOND_MS
  return String(world.skew)
}

function anyChain({ dice, chains }: World): SimulatedChain {
  return dice.one([chains.ethereum, chains.ethereum, chains.polygon])
}

/** A payer sends the amount asked for, or something else. */
export async function pay(world: World): Promise<string> {
  const { dice, history, chains } = world
  const payment = dice.recent([...history.payments.values()], dice.percent(85) ? 8 : 60)
  if (!payment) return 'nothing'
  const method = anyMethod(world, payment)
  const manner = dice.weighted(manners)
  const chain = manner.name === 'astray' ? otherChain(world, method) : chains[method.network]
  chain.send(...manner.transfers(method, Number(history.nextTag().slice(1))))
  return `${manner.name} ${payment.order} ${method.position}`
}

/** A payer pays a method that was left, early or late, or two methods. */
export async function payMethods(world: World): Promise<string> {
  const { dice, history, chains } = world
  const several = [...history.payments.values()].filter(({ methods }) => methods.length > 1)
  const payment = dice.recent(several, dice.percent(70) ? 5 : 40)
  if (!payment) return 'nothing'
  const left = payment.methods.filter((method) => method !== getChosen(payment))
  const paid = dice.percent(40) ? payment.methods : [dice.any(left)].filter((method) => method !== null)
  for (const method of paid) {
    // A part of an amount that identifies its payment would not be attributed.
    const part = method.recognition === 'address' && dice.percent(50) ? 2n : 1n
    chains[method.network].send(transfer(method, computeRequested(method) / part))
  }
  return `${payment.order} ${paid.map(({ position }) => position).join()}`
}

/** Mostly the chosen one. */
function anyMethod({ dice }: World, payment: KnownPayment): KnownMethod {
  const { methods } = payment
  const other = methods.length > 1 && dice.percent(25) ? dice.any(methods) : null
  return other ?? getChosen(payment)
}

type Manner = {
  readonly name: string
  readonly weight: number
  /** `number`: unique. */
  transfers(method: KnownMethod, number: number): readonly ScriptedTransfer[]
}

const manners: readonly Manner[] = [
  { name: 'exact', weight: 60, transfers: (method) => [transfer(method, computeRequested(method))] },
  { name: 'under', weight: 8, transfers: (method) => [transfer(method, computeRequested(method) - 123_457n)] },
  { name: 'half', weight: 6, transfers: (method) => [transfer(method, computeRequested(method) / 2n)] },
  { name: 'tolerable', weight: 8, transfers: (method) => [transfer(method, (method.due * 955n) / 1_000n)] },
  { name: 'over', weight: 6, transfers: (method) => [transfer(method, computeRequested(method) + 1_000_003n)] },
  {
    name: 'twice at once',
    weight: 6,
    transfers: (method, number) => {
      const one = { ...transfer(method, computeRequested(method)), txHash: `0x${'b2'.repeat(8)}${hex(number)}` }
      return [one, one]
    },
  },
  { name: 'first price', weight: 5, transfers: (method) => [transfer(method, method.due)] },
  {
    name: 'foreign',
    weight: 5,
    transfers: (method) => [{ ...transfer(method, computeRequested(method)), token: FOREIGN_TOKEN }],
  },
  { name: 'other coin', weight: 4, transfers: (method) => [otherCoin(method)] },
  { name: 'nothing', weight: 2, transfers: (method) => [{ ...transfer(method, 0n), rawAmount: 0n }] },
  { name: 'least', weight: 2, transfers: (method) => [{ ...transfer(method, 1n), rawAmount: 1n }] },
  { name: 'dust', weight: 5, transfers: dustOf },
  {
    name: 'astray',
    weight: 3,
    transfers: (method) => [{ ...transfer(method, computeRequested(method)), token: USDC }],
  },
]

/** One to three transfers of less than a hundredth of a coin. */
function dustOf(method: KnownMethod, number: number): ScriptedTransfer[] {
  const amount = BigInt(1 + ((number * 3_571) % 9_999))
  return Array.from({ length: 1 + (number % 3) }, () => transfer(method, amount))
}

function hex(number: number): string {
  return number.toString(16).padStart(48, '0')
}

function computeRequested({ outstanding, due }: KnownMethod): bigint {
  return outstanding || due
}

function transfer(method: KnownMethod, amount: bigint): ScriptedTransfer {
  const rawAmount = toRaw(amount > 0n ? amount : 1n, decimalsByToken[method.token] ?? 6)
  return { token: method.token, from: PAYER, to: method.address, rawAmount }
}

/** The same amount of the other coin, by its own decimals. */
function otherCoin(method: KnownMethod): ScriptedTransfer {
  const token = method.token === USDC.toLowerCase() ? DAI : USDC
  return {
    ...transfer(method, 1n),
    token,
    rawAmount: toRaw(computeRequested(method), decimalsByToken[token.toLowerCase()] ?? 6),
  }
}

function otherChain({ chains }: World, { network }: KnownMethod): SimulatedChain {
  return network === 'ethereum' ? chains.polygon : chains.ethereum
}

/** A merchant signs a refund with the wallet, once. */
export async function payRefund(world: World): Promise<string> {
  const { dice, history } = world
  const waiting = [...history.refunds.values()].filter(({ signed, row }) => !signed && row.method === 'sign')
  const refund = dice.recent(waiting)
  if (!refund || !(await isAsked(world, refund))) return 'nothing'
  sendRefund(world, refund)
  return refund.row.status
}

/** Tells whether the merchant is asked to sign. Once is enough: a wallet may keep what it was shown. */
async function isAsked(world: World, refund: KnownRefund): Promise<boolean> {
  const merchant = world.merchants.find(({ id }) => id === refund.merchantId)
  if (world.restores === 0) refund.asked = true
  if (refund.asked || !merchant) return refund.asked
  const { lost, body } = await world.ask(merchant, 'GET', `/refunds/${refund.id}`)
  if (!lost && body.nextAction?.type === 'sign') refund.asked = true
  return refund.asked
}

export function sendRefund({ chains }: World, refund: KnownRefund): void {
  const { row } = refund
  refund.signed = true
  const chain = chains[row.network as keyof typeof chains]
  chain.send({ token: row.token, from: row.from_address, to: row.to_address ?? '', rawAmount: row.raw_amount })
}
