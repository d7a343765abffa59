import { describe, expect, test } from 'vitest'
import { examineCheckout } from '../app/doctor.ts'
import { listAuditAsOperator } from '../audit/list.ts'
import { createCopyable } from '../testing/copies.ts'
import { createTransferFor, FakeClock, TEST_WALLET, type TestCheckout, testCheckout } from '../testing/index.ts'
import { type KeyAfter, openWithRefundKey, reopenWithRefundKey } from '../testing/refund-key.ts'
import { createCompletedPayment, mineFinal, REFUND_TO, refundTransfer } from '../testing/refunding.ts'
import { askAgain, askPayer, enterAddress, goOn, type Refunding, sumLeft } from '../testing/restored-refunds.ts'
import { pickCases } from '../testing/runs.ts'
import { createScriptedAccount } from '../testing/scripted-event.ts'
import { ScriptedLedger, type ScriptedPayment } from '../testing/scripted-ledger.ts'
import { releaseHeld } from './release-wallet.ts'
import { listHeldWallets } from './wallet-hold.ts'

const MINUTE = 60_000
const OTHER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
/** Wallets wait for nothing but finality. */
const TURNS = 4

type Restore = Awaited<ReturnType<Awaited<ReturnType<typeof createCopyable>>['copy']>>

const make = ({ refunds, payment }: Refunding, destination = REFUND_TO) =>
  refunds().create({ paymentId: payment.id, destination })

/** The step of the refund's life at which the backup is made. The wallet pays it after that, or has just done so. */
const steps: Readonly<
  Record<string, (opened: Refunding, copy: () => Promise<Restore>) => Promise<readonly [Restore, string | null]>>
> = {
  async 'before it is made'(opened, copy) {
    const restore = await copy()
    await sign(opened, (await make(opened)).id)
    return [restore, null]
  },
  async 'while the payer is asked'(opened, copy) {
    const path = await askPayer(opened)
    const restore = await copy()
    await enterAddress(opened, path, REFUND_TO)
    await sign(opened)
    return [restore, path]
  },
  async 'while it waits for the signature'(opened, copy) {
    const { id } = await make(opened)
    const restore = await copy()
    await sign(opened, id)
    return [restore, null]
  },
  async 'while it is mined and not final'(opened, copy) {
    const { id } = await make(opened)
    opened.shop.mine([refundTransfer(await opened.refunds().retrieve(id))])
    await opened.shop.watch()
    return [await copy(), null]
  },
}

async function sign({ shop, refunds }: Refunding, id?: string): Promise<void> {
  const refund = id ? await refunds().retrieve(id) : (await refunds().list()).data[0]
  if (refund?.nextAction?.type !== 'sign') throw new Error('it does not wait for a signature')
  shop.mine([refundTransfer(refund)])
}

const cases = (['other', 'none'] as const satisfies readonly KeyAfter[]).flatMap((key) =>
  (['API', 'page'] as const).flatMap((way) => [REFUND_TO, OTHER].map((to) => ({ key, way, to }))),
)

describe.each(pickCases(Object.keys(steps)))('a refund that the wallet paid, with a backup %s', (step) => {
  test.each(cases)('is paid once with $key key when asked again by $way to $to', async ({ key, way, to }) => {
    const database = await createCopyable()
    // No key pays it at first, and one may be configured by the time of the restore.
    const opened = await openWithRefundKey({}, { storage: database.storage }, { refundKey: undefined })
    const life = await steps[step]?.(opened, () => database.copy())
    if (!life) throw new Error(`there is no step ${step}`)
    const [restore, path] = life
    await mineFinal(opened.shop)
    const refunded = sumLeft(opened.shop)
    const restored = { ...(await reopenWithRefundKey(opened, await restore(), key)), payment: opened.payment }
    // At once, before anything was read.
    const isAtOnce = way === 'page'
    const signed = new Set<string>()
    if (!isAtOnce) await goOn(restored, signed, TURNS)
    await askAgain(restored, way, to, path)
    await goOn(restored, signed, TURNS)
    expect(sumLeft(restored.shop)).toBe(refunded)
    const { data } = await restored.refunds().list()
    const isDone = data.some(({ status, destination }) => status === 'completed' && destination === REFUND_TO)
    if (to === REFUND_TO) expect(isDone).toBe(true)
    const { networks } = await restored.shop.checkout.sandbox.networkStatus.retrieve()
    expect(networks.some(({ problems }) => problems.some(({ code }) => code === 'held'))).toBe(!isDone)
    expect(await listHeldWallets(restored.shop.checkout.context)).toHaveLength(isDone ? 0 : 1)
    // A payment made since waits for nothing.
    const next = await createCompletedPayment(restored.shop, { amount: 20 })
    const refund = await restored.refunds().create({ paymentId: next.id, destination: OTHER })
    expect(key === 'other' || refund.nextAction?.type === 'sign').toBe(true)
  })
})

test.each([
  ['hours before, in blocks that the restored server has yet to read', { unread: true, hours: 3, ahead: 0 }],
  ['in a block that is older than the payment by the clock of the server', { unread: false, hours: 0, ahead: 4 }],
])('a refund is found that the wallet paid %s', async (_, { unread, hours, ahead }) => {
  const database = await createCopyable()
  const opened = await openWithRefundKey({}, { storage: database.storage }, { refundKey: undefined })
  const { shop } = opened
  shop.clock.jump(ahead * MINUTE)
  const payment = await shop.create()
  shop.clock.jump(-ahead * MINUTE)
  shop.mine([createTransferFor(payment)])
  await mineFinal(shop)
  const restore = await database.copy()
  await sign(opened, (await make({ ...opened, payment })).id)
  await mineFinal(shop)
  shop.clock.advance(hours * 60 * MINUTE)
  const reopened = await reopenWithRefundKey(opened, await restore(), 'none', {}, { unread })
  const restored = { ...reopened, payment }
  const { id, status } = await make(restored)
  // It is found at once in what the server has read.
  expect(status).toBe(unread ? 'pending' : 'completed')
  await goOn(restored, new Set(), TURNS)
  expect(await restored.refunds().retrieve(id)).toMatchObject({ status: 'completed' })
  expect(await listHeldWallets(restored.shop.checkout.context)).toEqual([])
})

/** A shop whose wallet pays refunds, with a backup made before one was paid. */
async function openRestored(key: KeyAfter = 'none') {
  const database = await createCopyable()
  const opened = await openWithRefundKey({}, { storage: database.storage }, { refundKey: undefined })
  const restore = await database.copy()
  await sign(opened, (await make(opened)).id)
  await mineFinal(opened.shop)
  const restored = { ...(await reopenWithRefundKey(opened, await restore(), key)), payment: opened.payment }
  await goOn(restored, new Set(), TURNS)
  return restored
}

const inLowerCase = (address: string) => address.toLowerCase()

test.each([
  ['none', 'sign'],
  ['other', 'signer'],
] as const)('a released wallet (key: %s) is on hold no longer, and its refund is paid', async (key, method) => {
  const restored = await openRestored(key)
  const { shop, refunds, send, payment } = restored
  const { context } = shop.checkout
  const [first, second] = [
    await refunds().create({ paymentId: payment.id, amount: 4, destination: OTHER }),
    await refunds().create({ paymentId: payment.id, amount: 3, destination: REFUND_TO }),
  ]
  for (const { nextAction } of [first, second]) expect(nextAction).toBeNull()
  expect((await refunds().list({ nextAction: 'sign' })).data).toEqual([])
  expect((await shop.checkout.sandbox.overview.retrieve()).attention.refundsToSign).toMatchObject({ count: 0 })
  expect(await refunds().cancel(second.id)).toMatchObject({ status: 'cancelled' })
  const held = await listHeldWallets(context)
  const shown = { id: first.id, paymentId: payment.id, amount: '4.000000', coin: 'USDC', to: OTHER }
  expect(held).toMatchObject([{ network: 'ethereum', address: TEST_WALLET, count: 1, refunds: [shown] }])
  await shop.settle()
  expect(shop.logLines.join()).toContain(`it may have paid the pending refund ${first.id}.`)
  const doctor = await examineCheckout(shop.checkout, { sandbox: { networks: {} }, production: { networks: {} } })
  expect(doctor).toMatchObject({ ok: false, wallets: [{ address: TEST_WALLET }] })
  // A stranger's address is on hold nowhere, and nothing is recorded.
  await expect(releaseHeld(context, OTHER)).rejects.toMatchObject({ code: 'resource_missing' })
  expect(await releaseHeld(context, inLowerCase(TEST_WALLET))).toEqual(['sandbox ethereum'])
  expect(await listAuditAsOperator(context, null, 1)).toMatchObject([
    { operation: 'releaseSends', target: { object: 'wallet', id: TEST_WALLET }, after: { network: 'ethereum' } },
  ])
  expect(await listHeldWallets(context)).toEqual([])
  const released = await refunds().retrieve(first.id)
  expect(released.nextAction?.type ?? 'signer').toBe(method)
  if (method === 'sign') shop.mine([refundTransfer(released)])
  for (let block = 0; block < 4; block++) {
    await send()
    await mineFinal(shop)
  }
  expect(await refunds().retrieve(first.id)).toMatchObject({ status: 'completed', destination: OTHER })
  const { networks } = await shop.checkout.sandbox.networkStatus.retrieve()
  expect(networks.flatMap(({ problems }) => problems)).toEqual([])
  // New refunds wait for nothing, and a release that is repeated changes nothing.
  const next = await refunds().create({ paymentId: payment.id, amount: 1, destination: OTHER })
  expect(next.nextAction?.type ?? 'signer').toBe(method)
  await expect(releaseHeld(context, TEST_WALLET)).rejects.toMatchObject({ code: 'resource_missing' })
})

test('a release lets go on what is held beyond one transaction, and the next restore holds again', async () => {
  const database = await createCopyable()
  const opened = await openWithRefundKey({}, { storage: database.storage }, { refundKey: undefined })
  for (let count = 0; count < 101; count++)
    await opened.refunds().create({ paymentId: opened.payment.id, amount: 0.05, destination: REFUND_TO })
  const restore = await database.copy()
  const restored = await reopenWithRefundKey(opened, await restore(), 'none')
  const { context } = restored.shop.checkout
  expect(await listHeldWallets(context)).toMatchObject([{ count: 101, refunds: { length: 100 } }])
  await releaseHeld(context, TEST_WALLET)
  expect(await listHeldWallets(context)).toEqual([])
  expect((await restored.refunds().list({ nextAction: 'sign' })).data).toHaveLength(10)
  const again = await reopenWithRefundKey(opened, await restore(), 'none')
  expect(await listHeldWallets(again.shop.checkout.context)).toMatchObject([{ count: 101 }])
})

test('a restart holds nothing', async () => {
  const { shop, refunds, payment } = await openWithRefundKey({}, {}, { refundKey: undefined })
  const { id } = await refunds().create({ paymentId: payment.id, destination: REFUND_TO })
  shop.clock.advance(60 * MINUTE)
  shop.restart()
  await shop.settle()
  expect((await refunds().retrieve(id)).nextAction).toMatchObject({ type: 'sign' })
})

test('a refund that waited for a key is not paid by it after the wallet has paid it elsewhere', async () => {
  const database = await createCopyable()
  const opened = await openWithRefundKey({}, { storage: database.storage })
  const queued = await make(opened)
  const restore = await database.copy()
  // The operator takes the key out, and the merchant pays from the wallet.
  const without = await reopenWithRefundKey(opened, database.storage, 'none')
  await without.refunds().cancel(queued.id)
  const signed = await without.refunds().create({ paymentId: opened.payment.id, destination: OTHER })
  without.shop.mine([refundTransfer(signed)])
  await mineFinal(without.shop)
  const restored = { ...(await reopenWithRefundKey(opened, await restore(), 'same')), payment: opened.payment }
  await goOn(restored, new Set(), TURNS)
  expect(restored.mined()).toEqual([])
  const { context } = restored.shop.checkout
  expect(await listHeldWallets(context)).toMatchObject([{ address: TEST_WALLET, refunds: [{ id: queued.id }] }])
  await releaseHeld(context, TEST_WALLET)
  await goOn(restored, new Set(), TURNS)
  expect(restored.mined()).toHaveLength(1)
})

test('on Stellar a wallet is on hold in the same way', async () => {
  const passphrase = 'Scripted Network ; January 2026'
  const USDC = { code: 'USDC', issuer: createScriptedAccount(1) }
  const [wallet, payer, one, other] = [2, 3, 4, 5].map(createScriptedAccount) as [string, string, string, string]
  const clock = new FakeClock()
  const ledger = new ScriptedLedger({ passphrase, startTime: clock.now(), assets: [USDC] })
  const stellar = { networkPassphrase: passphrase, coins: { USDC }, rpcUrls: ['http://127.0.0.1:1'] }
  const open = (storage: TestCheckout['storage']) =>
    testCheckout({ sandbox: { networks: { stellar } }, production: { networks: {} } }, { clock, ledger, storage })
  const close = async (shop: TestCheckout, payments: readonly ScriptedPayment[] = []) => {
    clock.advance(5_000)
    ledger.close(clock.now(), payments)
    await shop.settle()
  }
  const database = await createCopyable()
  const shop = await open(database.storage)
  await close(shop)
  const payment = await shop.create({ network: 'stellar', merchantWallet: wallet })
  const stroops = BigInt(payment.cryptoAmount.replace('.', '')) * 10n
  await close(shop, [{ asset: USDC, from: payer, to: payment.address, stroops, memo: payment.memo }])
  await close(shop)
  const asked = { paymentId: payment.id, amount: 4, destination: one }
  const waiting = await shop.checkout.sandbox.refunds.create(asked)
  const restore = await database.copy()
  await close(shop, [{ asset: USDC, from: wallet, to: one, stroops: 40_000_000n, memo: null }])
  await shop.checkout.sandbox.refunds.create({ ...asked, amount: 3, destination: one })
  const restored = await open(await restore())
  const { refunds } = restored.checkout.sandbox
  for (let count = 0; count < 3; count++) await close(restored)
  expect(await refunds.retrieve(waiting.id)).toMatchObject({ status: 'completed' })
  const again = await refunds.create({ ...asked, amount: 3, destination: other })
  expect(again.nextAction).toBeNull()
  const held = { network: 'stellar', address: wallet, refunds: [{ id: again.id, to: other }] }
  expect(await listHeldWallets(restored.checkout.context)).toMatchObject([held])
  await close(restored)
  const { networks } = await restored.checkout.sandbox.networkStatus.retrieve()
  expect(networks).toMatchObject([{ problems: [{ code: 'held' }] }])
  expect(await releaseHeld(restored.checkout.context, wallet)).toEqual(['sandbox stellar'])
  expect((await refunds.retrieve(again.id)).nextAction).toMatchObject({ type: 'sign' })
})
