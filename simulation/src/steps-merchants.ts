import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { KnownMethod, KnownPayment, ReportedState, Request, Wanted } from './history.ts'
import { isOverrefunded } from './model.ts'
import { sorted } from './model-methods.ts'
import { checkShown, pickAlternatives } from './steps-methods.ts'
import { expectSame, must } from './violation.ts'
import type { Answer, Merchant, World } from './world.ts'

/** Merchants' requests to the API. Each returns what happened in a word or two. */

/** Keys are valid for a day. A later repetition may be executed again. */
const REPEATED_WITHIN_MS = 20 * 3_600_000

export async function createPayment(world: World): Promise<string> {
  const { dice } = world
  const merchant = dice.one(world.merchants as [Merchant, ...Merchant[]])
  return paymentTo(world, merchant, dice.any(merchant.wallets) ?? '')
}

type Asset = Pick<Wanted, 'cryptocurrency' | 'network'>

/** Default asset: any. */
export async function paymentTo(
  world: World,
  merchant: Merchant,
  wallet: string,
  wanted: Asset | null = null,
): Promise<string> {
  const { dice, history } = world
  const price = dice.between(100, 103)
  const tag = history.nextTag()
  const asset = wanted ?? anyAsset(world)
  const body = {
    amount: price / 100,
    currency: 'USD',
    ...asset,
    ...pickAlternatives(world, merchant, asset),
    merchantWallet: wallet,
    expiresIn: dice.percent(80) ? dice.between(5, 90) : dice.between(600, 4_000),
    metadata: { tag, price, wallet },
    ...(dice.percent(25) ? { webhookUrl: `https://own.example.com/${merchant.id}` } : {}),
  }
  history.wanted.set(tag, body)
  return post(world, merchant, { target: '/payments', body, tag, verb: 'create' })
}

function anyAsset({ dice }: World): Asset {
  const network = dice.one(['ethereum', 'ethereum', 'ethereum', 'polygon', 'polygon'])
  return { cryptocurrency: dice.percent(25) ? 'DAI' : 'USDC', network }
}

export function anyPaid(
  { dice, history }: World,
  isWanted: (payment: KnownPayment) => boolean = () => true,
): KnownPayment | null {
  const paid = [...history.payments.values()].filter((one) => one.row.transfer_count > 0 && isWanted(one))
  const completed = paid.filter(({ row }) => row.status === 'completed')
  return dice.recent(dice.percent(70) ? completed : paid)
}

type Post = { readonly target: string; readonly body: object; readonly tag: string; readonly verb: string }

export async function post(world: World, merchant: Merchant, { target, body, tag, verb }: Post): Promise<string> {
  const { dice, history } = world
  const word = `${verb} ${merchant.id} ${tag}`
  history.requestWords.add(word)
  const request: Request = { merchantId: merchant.id, target, body, key: `key-${tag}`, askedAt: world.now(), id: null }
  const hasKey = dice.percent(70)
  if (hasKey) history.requests.push(request)
  const answer = await world.ask(merchant, 'POST', target, { body, ...(hasKey ? { key: request.key } : {}) })
  return recordAnswer(world, request, answer)
}

function recordAnswer({ history }: World, request: Request, answer: Answer): string {
  if (answer.lost) return 'lost'
  if (answer.status !== 201) return `${answer.status} ${answer.body.error.code}`
  const { id } = answer.body as { id: string }
  must(request.id === null || request.id === id, 'I10', () => `${request.key} made ${request.id} and then ${id}`)
  request.id = id
  history.answered.push(id)
  return '201'
}

/**
 * Repeats a request, like a client that got no response. Or uses its key for another request, or by another merchant.
 */
export async function repeat(world: World): Promise<string> {
  const { dice, history } = world
  const request = dice.recent(
    history.requests.filter(({ askedAt }) => world.now() - askedAt < REPEATED_WITHIN_MS),
    20,
  )
  if (!request) return 'nothing'
  const merchant = world.merchants.find(({ id }) => id === request.merchantId)
  const other = world.merchants.find(({ id }) => id !== request.merchantId)
  if (!merchant || !other) throw new Error('a merchant is gone')
  const { target, body, key } = request
  if (dice.percent(20) && target === '/payments') {
    const { tag } = (body as { metadata: { tag: string } }).metadata
    history.requestWords.add(`create ${other.id} ${tag}`)
    const answer = await world.ask(other, 'POST', target, { body, key })
    const isOwn = answer.lost || answer.status !== 201 || answer.body.id !== request.id
    must(isOwn, 'I11', () => `the key ${key} of one merchant answered another one's payment ${request.id}`)
    return `other ${answer.status}`
  }
  if (dice.percent(30) && request.id !== null) {
    const changed = target === '/payments' ? { ...body, expiresIn: 77_777 } : { ...body, amount: 0.99 }
    const answer = await world.ask(merchant, 'POST', target, { body: changed, key })
    const refused = answer.lost || /idempotency|rate_limited/.test(answer.body.error?.code ?? '')
    must(refused, 'I10', () => `the key ${key} was taken for another request: ${answer.status}`)
    return `changed ${answer.status}`
  }
  const knew = request.id
  const answer = await world.ask(merchant, 'POST', target, { body, key })
  const description = recordAnswer(world, request, answer)
  const isKept = knew === null || answer.lost || answer.status === 201 || /in_progress|rate_limited/.test(description)
  must(isKept, 'I10', () => `${key} was answered with ${knew} before, and now with ${description}`)
  return `again ${description}`
}

/** A client without a response repeats the request at another server, while the first is still processing it. */
export async function repeatAtOnce(world: World): Promise<string> {
  const { dice, history } = world
  const before = history.requests.length
  const first = createPayment(world)
  const request = history.requests[before]
  if (!request) return first
  const merchant = world.merchants.find(({ id }) => id === request.merchantId)
  if (!merchant) throw new Error('a merchant is gone')
  for (let turns = dice.below(3); turns > 0; turns--) await new Promise(setImmediate)
  const { target, body, key } = request
  const again = world
    .ask(merchant, 'POST', target, { body, key })
    .then((answer) => recordAnswer(world, request, answer))
  return (await Promise.all([first, again])).join()
}

export async function decide(
  world: World,
  merchant: Merchant,
  target: string,
  word: string,
  body?: object,
): Promise<Answer> {
  world.history.requestWords.add(word)
  return world.ask(merchant, 'POST', target, body ? { body } : {})
}

export const describeAnswer = (answer: Answer) =>
  answer.lost ? 'lost' : `${answer.status} ${answer.body.error?.code ?? ''}`

export async function cancelPayment(world: World): Promise<string> {
  const { dice, history } = world
  const payment = dice.recent([...history.payments.values()])
  if (!payment) return 'nothing'
  const word = `cancel ${payment.id}`
  const answer = await decide(world, getMerchant(world, payment), `/payments/${payment.id}/cancel`, word)
  if (!answer.lost && answer.status === 200) history.done.add(word)
  return describeAnswer(answer)
}

export async function acceptPayment(world: World): Promise<string> {
  const { history } = world
  const payment = anyPaid(world)
  if (!payment) return 'nothing'
  const word = `accept ${payment.id}`
  const answer = await decide(world, getMerchant(world, payment), `/payments/${payment.id}/accept`, word)
  const isMarked = !answer.lost && answer.status === 200 && answer.body.exceptions.includes('manual')
  if (isMarked) history.done.add(word)
  return describeAnswer(answer)
}

export async function assignTransfer(world: World): Promise<string> {
  const { dice, history } = world
  const transfer = dice.recent([...history.transfers.values()].filter((row) => row.payment_id === null))
  const merchant = world.merchants.find(({ id }) => id === transfer?.merchant_id)
  if (!transfer || !merchant) return 'nothing'
  const isAsked = ({ address, token, chain }: KnownMethod) =>
    address === transfer.to_address && token === transfer.token && chain === transfer.chain
  const fitting = [...history.payments.values()].filter(({ methods }) => methods.some(isAsked))
  const payment = dice.recent(dice.percent(90) ? fitting : [...history.payments.values()])
  if (!payment) return 'nothing'
  const body = { paymentId: payment.id }
  return describeAnswer(
    await decide(world, merchant, `/transfers/${transfer.id}/assign`, `assign ${transfer.id} ${payment.id}`, body),
  )
}

/** A response shows the true state, and only to its merchant in its environment. */
export async function look(world: World): Promise<string> {
  const { dice, history } = world
  const payment = dice.recent([...history.payments.values()], 40)
  if (!payment) return 'nothing'
  const merchant = getMerchant(world, payment)
  const target = `/payments/${payment.id}`
  if (dice.percent(40)) {
    const other = world.merchants.find(({ id }) => id !== merchant.id) ?? merchant
    const refund = [...history.refunds.values()].find((one) => one.row.payment_id === payment.id)
    const [who, where, method] = dice.one([
      [other, target, 'GET'],
      [other, `${target}/cancel`, 'POST'],
      [other, refund ? `/refunds/${refund.id}` : target, 'GET'],
      [merchant, target, 'production'],
    ] as const)
    const environment = method === 'production' ? 'production' : 'sandbox'
    const answer = await world.ask(who, method === 'POST' ? 'POST' : 'GET', where, { environment })
    if (!answer.lost && answer.status !== 429)
      expectSame(answer.status, 404, 'I11', `what others are told of ${payment.id}`)
    return `other ${answer.status}`
  }
  const answer = await world.ask(merchant, 'GET', target)
  if (answer.lost || answer.status !== 200) return describeAnswer(answer)
  const { id, status, exceptions, amountReceived } = answer.body
  checkShown(payment, answer.body.methods, answer.body)
  const shown = [id, status, sorted(exceptions), amountReceived.replace('.', '').replace(/^0+(?=.)/, '')]
  const asTold = (state: ReportedState | null, row: Row<'payments'>) => [
    payment.id,
    state?.status,
    sorted([...(state?.exceptions ?? []), ...(isOverrefunded(row) ? ['overrefunded'] : [])]),
    String(state?.received),
  ]
  // During a change of the payment both are right: the state before, and the state after.
  if (JSON.stringify(shown) === JSON.stringify(asTold(payment.lastReported, payment.row))) return '200'
  const now = await rowNow(world, payment)
  expectSame(shown, asTold(toldBy(now), now), 'I9', `the answer about ${payment.id}`)
  return '200'
}

function rowNow({ storage }: World, { id }: KnownPayment): Promise<Row<'payments'>> {
  return storage.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function toldBy(row: Row<'payments'>): ReportedState {
  return { status: row.status, exceptions: JSON.parse(row.exceptions), received: row.received } as ReportedState
}

export async function listAll(world: World): Promise<string> {
  const { dice, history } = world
  const merchant = dice.one(world.merchants as [Merchant, ...Merchant[]])
  const before = [...history.payments.values()]
    .filter(({ merchantId }) => merchantId === merchant.id)
    .map(({ id }) => id)
  const seen: string[] = []
  const limit = dice.one([5, 11, 100])
  for (let after = ''; ; ) {
    const answer = await world.ask(
      merchant,
      'GET',
      `/payments?limit=${limit}${after ? `&starting_after=${after}` : ''}`,
    )
    if (answer.lost || answer.status !== 200) return describeAnswer(answer)
    const ids = (answer.body.data as { id: string }[]).map(({ id }) => id)
    seen.push(...ids)
    after = ids.at(-1) ?? ''
    if (!answer.body.hasMore) break
    // Objects created meanwhile do not change the rest of the list.
    if (dice.percent(20)) await createPayment(world)
    if (world.servers.some(({ life }) => life.isOver)) return 'lost'
  }
  must(new Set(seen).size === seen.length, 'I12', () => 'a list shows a payment twice')
  const missing = before.find((id) => !seen.includes(id))
  must(missing === undefined, 'I12', () => `the list of payments leaves out ${missing}`)
  return String(seen.length)
}

export function getMerchant(world: World, { merchantId }: Pick<KnownPayment, 'merchantId'>): Merchant {
  const found = world.merchants.find(({ id }) => id === merchantId)
  if (!found) throw new Error('a merchant is gone')
  return found
}

/** The period is closed now, or the schedule changes. */
export async function settle(world: World): Promise<string> {
  const merchant = world.dice.one(world.merchants as [Merchant, ...Merchant[]])
  if (world.dice.percent(70)) return describeAnswer(await world.ask(merchant, 'POST', '/settlements', { body: {} }))
  const settlementSchedule = world.dice.one([
    { frequency: 'daily', time: '05:30', timeZone: 'UTC' },
    { frequency: 'daily', time: '23:59', timeZone: 'Europe/Berlin' },
    { frequency: 'weekly', time: '12:00', weekday: 'friday' },
    { frequency: 'manual' },
  ])
  return describeAnswer(await world.ask(merchant, 'PATCH', '/merchant/settings', { body: { settlementSchedule } }))
}
