import type { Row } from '../../packages/core/src/storage/tables.ts'
import { readMethods } from './check-methods.ts'
import type { KnownPayment, Offer, Wanted } from './history.ts'
import { deriveExpected, placeKey } from './model-methods.ts'
import { expectSame, must } from './violation.ts'
import type { Answer, Merchant, World } from './world.ts'

/** Steps of merchants and payers with the methods of payments. */

/** The most that the checkout's clock is set back. */
const CLOCK_SET_BACK_MS = 400_000

/** Coins on networks that a payment may be paid in. */
const assets = [
  { cryptocurrency: 'USDC', network: 'ethereum' },
  { cryptocurrency: 'DAI', network: 'ethereum' },
  { cryptocurrency: 'USDC', network: 'polygon' },
  { cryptocurrency: 'DAI', network: 'polygon' },
] as const

/** The alternatives of a new payment: all, some with or without a wallet, or none. */
export function pickAlternatives(
  { dice }: World,
  merchant: Merchant,
  first: Pick<Wanted, 'cryptocurrency' | 'network'>,
): Pick<Wanted, 'alternatives'> {
  if (dice.percent(50)) return {}
  if (dice.percent(40)) return { alternatives: 'all' }
  const others = assets.filter((one) => !isSame(one, first))
  const some = dice.percent(50) ? others : others.filter(() => dice.percent(50))
  const list = some.map((one) => {
    const merchantWallet = dice.percent(40) ? dice.any(merchant.wallets) : null
    return { ...one, ...(merchantWallet ? { merchantWallet } : {}) }
  })
  return { alternatives: dice.percent(50) ? list : list.toReversed() }
}

/** The merchant's settings get a wallet for alternatives. */
export async function setWallet(world: World): Promise<string> {
  const { dice, history } = world
  const merchant = dice.one(world.merchants as [Merchant, ...Merchant[]])
  const network = dice.one(['ethereum', 'polygon'])
  const wallet = dice.any(merchant.wallets) ?? ''
  history.settingWallets.add(`${merchant.id} ${network} ${wallet.toLowerCase()}`)
  const { status } = await world.ask(merchant, 'PATCH', '/merchant/settings', {
    body: { wallets: { [network]: wallet } },
  })
  return String(status)
}

/** A payer chooses a method: on the page, with or without scripts, or through the shop. */
export async function choose(world: World): Promise<string> {
  const { dice, history } = world
  const offering = [...history.payments.values()].filter(({ offers }) => offers.length > 1)
  const unpaid = offering.filter(({ lastReported }) => lastReported?.locked === false)
  const payment = dice.recent(dice.percent(80) ? unpaid : offering, dice.percent(80) ? 5 : 30)
  if (!payment) return 'nothing'
  const asset = dice.percent(97) ? dice.any(payment.offers) : { cryptocurrency: 'USDT', network: 'polygon' }
  if (!asset) return 'nothing'
  if (dice.percent(4)) return chooseForOther(world, payment, asset)
  history.requestWords.add(wordOf(payment, asset))
  const before = await readNow(world, payment.id)
  const answer = await dice.one([viaApi, viaApi, viaPage, viaForm])(world, payment, asset)
  if (answer.lost || answer.status === 429) return String(answer.status)
  const after = await readNow(world, payment.id)
  checkAnswer(world, payment, asset, { before, answer, after })
  return `${payment.order} ${asset.cryptocurrency} ${asset.network} ${answer.status} ${answer.code}`
}

async function chooseForOther(world: World, { id, merchantId }: KnownPayment, asset: Asset): Promise<string> {
  const other = world.merchants.find((one) => one.id !== merchantId)
  if (!other) throw new Error('a merchant is gone')
  const answer = await world.ask(other, 'POST', `/payments/${id}/method`, { body: nameOf(asset) })
  if (!answer.lost && answer.status !== 429) expectSame(answer.status, 404, 'I11', `what others are told of ${id}`)
  return `other ${answer.status}`
}

type Asset = Pick<Offer, 'cryptocurrency'> & { readonly network: string }
/** `code`: why it was refused, as far as the answer says so. `shown`: the method that it shows. */
type Chosen = Pick<Answer, 'status' | 'lost'> & { readonly code: string; readonly shown: Asset | null }

async function viaApi(world: World, payment: KnownPayment, asset: Asset): Promise<Chosen> {
  const merchant = world.merchants.find(({ id }) => id === payment.merchantId)
  if (!merchant) throw new Error('a merchant is gone')
  const answer = await world.ask(merchant, 'POST', `/payments/${payment.id}/method`, { body: nameOf(asset) })
  return { ...answer, code: answer.body?.error?.code ?? '', shown: answer.status === 200 ? answer.body : null }
}

async function viaPage(world: World, { id }: KnownPayment, asset: Asset): Promise<Chosen> {
  const body = JSON.stringify(nameOf(asset))
  const answer = await world.visit(id, '/method', 'application/json', body)
  const said = answer.text ? JSON.parse(answer.text) : null
  return { ...answer, code: said?.error?.code ?? '', shown: null }
}

async function viaForm(world: World, { id }: KnownPayment, asset: Asset): Promise<Chosen> {
  const body = new URLSearchParams({ method: `${asset.cryptocurrency} ${asset.network}` }).toString()
  const answer = await world.visit(id, '/method', 'application/x-www-form-urlencoded', body)
  // The page shows no codes.
  return { ...answer, status: answer.status === 303 ? 200 : answer.status, code: '', shown: null }
}

type Now = {
  readonly row: Row<'payments'>
  readonly open: readonly Asset[]
  readonly locked: boolean
  /** True if something that a program has signed for it is on its way. */
  readonly signed: boolean
}

/** The state of a payment in the middle of a step. */
async function readNow({ storage }: World, id: string): Promise<Now> {
  // One transaction: a change of the payment may be under way.
  return storage.transact(async (tx) => {
    const row = await tx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const open = (await readMethods(tx, [row])).get(id) ?? []
    const transfers = await tx.selectFrom('transfers').selectAll().where('payment_id', '=', id).execute()
    const placed = transfers
      .filter(({ state }) => state !== 'orphaned')
      .map((one) => ({
        place: placeKey(one),
        amount: one.amount,
        time: one.block_time,
        final: one.state === 'final',
      }))
    const pending = tx.selectFrom('relays').select('id').where('state', '=', 'pending')
    const signed = (await pending.where('payment_id', '=', id).executeTakeFirst()) !== undefined
    return { row, open, locked: deriveExpected(row, open, placed).state.locked, signed }
  })
}

/** Checks that a choice before money was seen is made, and that none is made afterwards. */
function checkAnswer(
  world: World,
  { id, offers }: KnownPayment,
  asset: Asset,
  { before, answer, after }: { readonly before: Now; readonly answer: Chosen; readonly after: Now },
): void {
  if (answer.shown) expectSame(nameOf(answer.shown), nameOf(asset), 'I9', `what is shown of ${id} that was chosen`)
  const what = `to choose ${asset.cryptocurrency} on ${asset.network} for ${id}`
  const isOffered = offers.some((one) => isSame(one, asset))
  if (!isOffered) {
    expectSame(answer.status, 400, 'I18', `the answer ${what}`)
    return
  }
  // Another change of the payment came between, and is checked with the step.
  if (before.row.version !== after.row.version) return
  const refused = answer.status !== 200
  if (isSame(before.row, asset)) must(!refused, 'I18', () => `it was refused ${what}, which is chosen`)
  else must(refused, 'I9', () => `it was answered ${what}, and is not so`)
  if (isSame(before.row, asset) || before.signed || after.signed) return
  // The checkout's clock does not go back when it is set back.
  const isLate = world.now() >= before.row.expires_at
  const mayBeLate = world.now() + CLOCK_SET_BACK_MS >= before.row.expires_at
  const isRefusedForGood = answer.code === 'invalid_state'
  const isEnded = before.locked || isLate
  if (answer.code !== '' && (isEnded || !mayBeLate))
    must(isRefusedForGood === isEnded, 'I18', () => `it was refused ${what}: ${answer.code}`)
  const isOpen = before.open.some((one) => isSame(one, asset))
  must(isEnded || mayBeLate || !isOpen, 'I18', () => `it was refused ${what}, which is open: ${answer.code}`)
}

/** Checks that an answer shows the payment's methods as they were made. */
export function checkShown({ id, offers, methods }: KnownPayment, shown: readonly ShownMethod[], row: Asset): void {
  expectSame(shown.map(nameOf), offers.map(nameOf), 'I18', `the methods that are shown of ${id}`)
  expectSame(
    shown.filter(({ state }) => state === 'chosen').map(nameOf),
    [nameOf(row)],
    'I18',
    `the method of ${id} that is shown as chosen`,
  )
  for (const method of methods) {
    const one = shown[method.position]
    const isOpen = one?.state === 'open' || one?.state === 'chosen'
    const is = [isOpen, one?.address?.toLowerCase(), one?.cryptoAmount?.replace('.', '').replace(/^0+(?=.)/, '')]
    expectSame(is, [true, method.address, String(method.due)], 'I18', `what is shown of an open method of ${id}`)
  }
}

type ShownMethod = Asset & {
  readonly state: string
  readonly address: string | null
  readonly cryptoAmount: string | null
}

function isSame(one: Asset, other: Asset): boolean {
  return one.cryptocurrency === other.cryptocurrency && one.network === other.network
}

function nameOf({ cryptocurrency, network }: Asset): Asset {
  return { cryptocurrency, network }
}

function wordOf({ id }: KnownPayment, { cryptocurrency, network }: Asset): string {
  return `choose ${id} ${cryptocurrency} ${network}`
}
