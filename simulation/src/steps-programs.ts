import { signAsStranger, signTransfer } from '../../packages/core/src/testing/scripted-usdc.ts'
import type { KnownPayment } from './history.ts'
import type { Programs, Signature } from './programs.ts'
import { post } from './steps-merchants.ts'
import type { Merchant, World } from './world.ts'

/** Steps of programs that pay by x402, and of strangers with what these have signed. */

/** Few, so that one account signs for several payments of one price. */
const ACCOUNTS = [1, 2].map((number) => `0x${'9a'.repeat(31)}0${number}`)

type Terms = {
  readonly amount: string
  readonly payTo: string
  readonly asset: string
  readonly maxTimeoutSeconds: number
  readonly extra: { readonly name: string; readonly version: string }
}

/** A program asks what a payment accepts, and signs that. */
export async function sign(world: World): Promise<string> {
  const { dice, programs } = world
  const payment = anyPayment(world)
  if (!programs || !payment) return 'nothing'
  const asked = await world.visitAsProgram(payment.id)
  const [terms] = asked.required ? (decode(asked.required) as { accepts: Terms[] }).accepts : []
  if (!terms) return `${payment.order} ${asked.status}`
  const signature = await signTerms(world, programs, terms)
  programs.signatures.push(signature)
  // It may never get there, and a stranger may have it all the same.
  if (dice.percent(5)) return 'signed only'
  return `${payment.order} ${await give(world, payment, signature)}`
}

async function signTerms(
  world: World,
  { signatures, chain }: Programs,
  terms: Terms,
  account = signatures.length % 2,
): Promise<Signature> {
  const { amount: value, payTo: to, asset, maxTimeoutSeconds, extra } = terms
  const before = Math.floor(world.now() / 1_000) + maxTimeoutSeconds
  const times = { validAfter: '0', validBefore: String(before) }
  // Two accounts may choose the same nonce.
  const nonce = `0x${signatures
    .filter((one) => one.account === account)
    .length.toString(16)
    .padStart(64, '0')}`
  const key = ACCOUNTS[account] ?? ''
  const domain = { name: extra.name, version: extra.version, chainId: chain.node.chainId, verifyingContract: asset }
  const { authorization, signature, call } = await signTransfer(key, { to, value, ...times, nonce }, domain)
  return {
    key: `${authorization.from} ${nonce}`.toLowerCase(),
    account,
    payload: { ...{ x402Version: 2, accepted: terms }, payload: { signature, authorization } },
    call,
    validBefore: before * 1_000,
  }
}

/**
 * An account signs at two equal payments. Either it signs for both, or it has signed for one, and a thief gives that to
 * the other one, too.
 */
export async function signTwice(world: World): Promise<string> {
  const { dice, programs } = world
  if (!programs) return 'nothing'
  const merchant = dice.one(world.merchants as [Merchant, ...Merchant[]])
  const [first, second] = await createEqual(world, merchant, dice.any(merchant.wallets) ?? '')
  if (!first || !second) return 'nothing'
  const [terms, others] = [await askTerms(world, first), await askTerms(world, second)]
  if (!terms || !others) return 'not offered'
  const account = dice.below(ACCOUNTS.length)
  const signature = await signTerms(world, programs, terms, account)
  programs.signatures.push(signature)
  if (dice.percent(50))
    return `stolen ${await give(world, first, signature)} ${await give(world, second, steal(signature))}`
  const other = await signTerms(world, programs, others, account)
  programs.signatures.push(other)
  return `both ${await give(world, first, signature)} ${await give(world, second, other)}`
}

type Id = Pick<KnownPayment, 'id'>

/** Two payments of one price to one wallet. */
async function createEqual(world: World, merchant: Merchant, wallet: string): Promise<(Id | undefined)[]> {
  const { dice, history } = world
  const price = dice.between(100, 103)
  const created: (Id | undefined)[] = []
  for (let number = 0; number < 2; number++) {
    const tag = history.nextTag()
    const asset = { cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: wallet }
    const body = { amount: price / 100, currency: 'USD', ...asset, expiresIn: 600, metadata: { tag, price, wallet } }
    history.wanted.set(tag, body)
    const answer = await post(world, merchant, { target: '/payments', body, tag, verb: 'create' })
    const id = answer === '201' ? history.answered.at(-1) : undefined
    created.push(id === undefined ? undefined : { id })
  }
  return created
}

async function askTerms(world: World, { id }: Id): Promise<Terms | undefined> {
  const { required } = await world.visitAsProgram(id)
  return required ? (decode(required) as { accepts: Terms[] }).accepts[0] : undefined
}

/** A thief leaves out which payment it was signed for. */
function steal({ payload }: Pick<Signature, 'payload'>): Pick<Signature, 'payload'> {
  const { paymentId: _, ...extra } = payload.accepted.extra as { paymentId?: string }
  return { payload: { ...payload, accepted: { ...payload.accepted, extra } } }
}

/** A payload is sent again, or to another payment of the same price. */
export async function replay(world: World): Promise<string> {
  const { dice, programs } = world
  const signature = dice.recent(programs?.signatures ?? [], 6)
  const payment = anyPayment(world)
  if (!signature || !payment) return 'nothing'
  return `${payment.order} ${await give(world, payment, steal(signature))}`
}

async function give(world: World, { id }: Id, { payload }: Pick<Signature, 'payload'>): Promise<string> {
  // A signature chooses the method that it pays.
  world.history.requestWords.add(`choose ${id} USDC ethereum`)
  const header = Buffer.from(JSON.stringify(payload)).toString('base64')
  return String((await world.visitAsProgram(id, { 'payment-signature': header })).status)
}

/** A stranger sends what a program has signed, sometimes after a reorganisation took away what somebody else had sent. */
export async function sendElsewhere(world: World): Promise<string> {
  const { dice, programs, time } = world
  if (!programs) return 'nothing'
  const { chain } = programs
  const depth = dice.percent(40) ? chain.reorganise(time, true) : 0
  const used = programs.used()
  const signature = dice.recent(
    programs.signatures.filter(({ key, validBefore }) => !used.has(key) && validBefore > time),
    4,
  )
  if (!signature) return `nothing ${depth}`
  const { node } = chain
  const raw = await signAsStranger(programs.nextStranger(), { ...signature.call, chainId: node.chainId })
  node.pool.offer(raw, node.chainId, () => ({ nonce: 0, gasCost: 0n }))
  return `${signature.key.slice(-3)} ${depth}`
}

function anyPayment({ dice, history }: World): KnownPayment | null {
  return dice.recent([...history.payments.values()], 5)
}

function decode(header: string): unknown {
  return JSON.parse(Buffer.from(header, 'base64').toString())
}
