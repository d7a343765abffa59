import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { createTransferFor, type TestCheckout, testCheckout } from '../../testing/index.ts'
import { openShop } from '../../testing/shop.ts'
import { isOnPostgres } from '../../testing/storage.ts'
import { wantsEvent } from '../schema.ts'
import { fanOut, findMerchantsBehind } from './fan-out.ts'

const URL = 'https://shop.example.com/hook'

async function fanOutAll(ctx: Context): Promise<void> {
  while ((await fanOut(ctx, await findMerchantsBehind(ctx))).more);
}

/** Event and receiver of each delivery, in the order of creation. */
async function deliveriesOf(shop: TestCheckout) {
  return shop.checkout.context.db.selectFrom('deliveries').selectAll().orderBy('seq').execute()
}

test('each event has one delivery for each webhook that wants it, and none that happened before it', async () => {
  const shop = await openShop()
  const { sandbox } = shop.checkout
  await shop.create()
  const all = await sandbox.webhooks.create({ url: URL })
  const some = await sandbox.webhooks.create({ url: URL, events: ['payment.processing', 'transfer.*'] })
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  await shop.settle()
  await fanOutAll(shop.checkout.context)
  await fanOutAll(shop.checkout.context)
  const of = async (id: string) => (await sandbox.webhooks.deliveries(id)).data.map((one) => one.eventType).toReversed()
  expect(await of(all.id)).toEqual(['payment.created', 'payment.processing'])
  expect(await of(some.id)).toEqual(['payment.processing'])
  const { data } = await sandbox.deliveries.ofPayment(payment.id)
  expect(data).toHaveLength(3)
  for (const one of data) expect(one).toMatchObject({ payment: payment.id, state: 'pending', attemptCount: 0 })
})

test("a payment's own webhookUrl gets that payment's events", async () => {
  const shop = await openShop()
  const payment = await shop.create({ webhookUrl: `${URL}?order=7` })
  await shop.create()
  await shop.checkout.sandbox.payments.cancel(payment.id)
  await fanOutAll(shop.checkout.context)
  const rows = await deliveriesOf(shop)
  expect(rows.map((row) => [row.event_type, row.url, row.webhook_id])).toEqual([
    ['payment.created', `${URL}?order=7`, null],
    ['payment.cancelled', `${URL}?order=7`, null],
  ])
  expect(new Set(rows.map((row) => row.lane)).size).toBe(1)
})

test('what happens while a webhook is disabled has failed and can be sent later', async () => {
  const shop = await openShop()
  const { webhooks } = shop.checkout.sandbox
  const { id } = await webhooks.create({ url: URL, events: ['payment.*'] })
  await webhooks.update(id, { enabled: false })
  const since = new Date(shop.clock.now()).toISOString()
  await shop.create()
  await fanOutAll(shop.checkout.context)
  expect((await webhooks.deliveries(id)).data).toMatchObject([
    { state: 'failed', attemptCount: 0, nextAttemptAt: null },
  ])
  await webhooks.update(id, { enabled: true })
  expect(await webhooks.resendFailed(id, { since })).toEqual({ object: 'resent', deliveries: 1 })
})

test('of a change that was rolled back nobody is told', async () => {
  const shop = await openShop()
  const { context } = shop.checkout
  await shop.checkout.sandbox.webhooks.create({ url: URL })
  const refused = shop.checkout.sandbox.payments.create({
    ...{ amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' },
    merchantWallet: '0x0000000000000000000000000000000000000000',
  })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_wallet_address' })
  await fanOutAll(context)
  expect(await deliveriesOf(shop)).toEqual([])
})

const patterns = [['*'], ['payment.*'], ['payment.created'], ['payment.cancelled', 'webhook.*']]
const command = fc.oneof(
  fc.constant({ do: 'pay' as const }),
  fc.record({ do: fc.constant('cancel' as const), index: fc.nat(5) }),
  fc.record({ do: fc.constant('add' as const), events: fc.constantFrom(...patterns) }),
  fc.record({ do: fc.constant('delete' as const), index: fc.nat(3) }),
  fc.record({ do: fc.constant('toggle' as const), index: fc.nat(3) }),
  fc.record({ do: fc.constant('fanOut' as const), breakAfter: fc.option(fc.nat(12)) }),
)

// PostgreSQL takes a while to create each of its many databases.
test.skipIf(isOnPostgres())(
  'whatever happens and wherever fan-out breaks off, nothing is told twice and nothing left out',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
        const shop = await testCheckout()
        const { sandbox, context } = shop.checkout
        const payments: string[] = []
        const hooks = new Map<string, { events: string[]; from: number; on: boolean }>()
        const expected = new Set<string>()
        const sequence = async () => (await sandbox.events.list({ limit: 1 })).totalCount

        /** The deliveries expected once fan-out has caught up, by the webhooks that exist then. */
        async function expectDeliveries(): Promise<void> {
          const { data } = await sandbox.events.list({ limit: 100 })
          for (const event of data) {
            for (const [id, hook] of hooks) {
              if (event.sequence > hook.from && wantsEvent(hook.events, event.type)) expected.add(`${event.id} ${id}`)
            }
          }
        }

        const run = {
          pay: async () => payments.push((await shop.create()).id),
          cancel: async (index = 0) => {
            const id = payments[index]
            if (id) await sandbox.payments.cancel(id)
          },
          add: async (events: string[]) => {
            if (hooks.size >= 16) return
            const from = await sequence()
            const made = await sandbox.webhooks.create({ url: URL, events: events as ['*'] })
            hooks.set(made.id, { events, from, on: true })
          },
          delete: async (index = 0) => {
            const id = [...hooks.keys()][index]
            if (!id) return
            await fanOutAll(context)
            await expectDeliveries()
            hooks.delete(id)
            await sandbox.webhooks.delete(id)
          },
          toggle: async (index = 0) => {
            const [id, hook] = [...hooks][index] ?? []
            if (!id || !hook) return
            hook.on = !hook.on
            await sandbox.webhooks.update(id, { enabled: hook.on })
          },
          fanOut: async (breakAfter: number | null) => {
            await fanOut(
              breakAfter === null ? context : breaking(context, breakAfter),
              await findMerchantsBehind(context),
            ).catch((error) => {
              if (error !== stopped) throw error
            })
          },
        }
        for (const one of commands) {
          if (one.do === 'add') await run.add(one.events)
          else if (one.do === 'fanOut') await run.fanOut(one.breakAfter)
          else await run[one.do]('index' in one ? one.index : 0)
        }
        await fanOutAll(context)
        await expectDeliveries()
        const rows = await deliveriesOf(shop)
        const pairs = rows.map((row) => `${row.event_id} ${row.webhook_id}`)
        expect(new Set(pairs)).toEqual(expected)
        expect(pairs).toHaveLength(expected.size)
        await shop.stop()
      }),
      { numRuns: 60 },
    )
  },
  60_000,
)

const stopped = new Error('stopped here')

/** A context whose database stops in the middle of a transaction, after `statements` statements. */
function breaking(ctx: Context, statements: number): Context {
  return {
    ...ctx,
    transact: (work) =>
      ctx.transact((tx) => {
        let left = statements
        const counted = new Proxy(tx, {
          get(target, name) {
            if (['selectFrom', 'insertInto', 'updateTable', 'executeQuery'].includes(String(name)) && left-- <= 0) {
              throw stopped
            }
            const value = Reflect.get(target, name)
            return typeof value === 'function' ? value.bind(target) : value
          },
        })
        return work(counted)
      }),
  }
}
