import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createNetworkHealth } from '../networks/health.ts'
import { createTransferFor, type TestCheckout, testCheckout } from '../testing/index.ts'
import { openTwoNodes } from '../testing/two-nodes.ts'
import { createLeasedWork, type Work } from './leased.ts'
import { createReconciliation } from './reconcile.ts'
import { createWatchJob } from './watch.ts'

/** A job that increments a number in merchants' names, in a transaction. */
function working(shop: TestCheckout, work: Partial<Work> = {}) {
  const leasedWork = createLeasedWork(shop.checkout.context, { name: 'count', ...work })
  const [keeper] = leasedWork.keepers
  if (!keeper) throw new Error('nothing is shared')
  const count = { name: 'count', everyMs: 1, run: add }
  let beforeWriting = async () => {}

  async function add() {
    await beforeWriting()
    await leasedWork.ctx.transact((tx) => tx.updateTable('merchants').set({ name: sql`name || '+'` }).execute())
    return { more: true }
  }
  return {
    renew: () => keeper.run(),
    run: leasedWork.job(count).run,
    release: leasedWork.release,
    /** Pauses the job between its start and its write. */
    pause(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      beforeWriting = () => promise
      return resolve
    },
  }
}

async function countOf({ checkout }: TestCheckout): Promise<number> {
  const { name } = await checkout.context.db.selectFrom('merchants').select('name').executeTakeFirstOrThrow()
  return name.split('+').length - 1
}

test('one of two nodes does the work, and the other takes over once nobody renews', async () => {
  const {
    clock,
    nodes: [one, other],
  } = await openTwoNodes()
  const [first, second] = [working(one), working(other)]
  expect(await first.run()).toEqual({ more: false })
  for (const node of [first, second]) await node.renew()
  expect(await first.run()).toEqual({ more: true })
  expect(await second.run()).toEqual({ more: false })
  clock.advance(3_000)
  for (const node of [first, second]) await node.renew()
  clock.advance(3_000)
  await second.renew()
  expect(await second.run()).toEqual({ more: false })
  expect(await first.run()).toEqual({ more: true })
  clock.advance(1_000)
  await second.renew()
  expect(await second.run()).toEqual({ more: true })
  expect(await first.run()).toEqual({ more: false })
  expect(await countOf(one)).toBe(3)
})

test('a node that was paused while another took over writes nothing', async () => {
  const {
    clock,
    nodes: [one, other],
  } = await openTwoNodes()
  const [first, second] = [working(one), working(other)]
  await first.renew()
  const goOn = first.pause()
  const pass = first.run()
  clock.advance(20_000)
  await second.renew()
  await second.run()
  goOn()
  expect(await pass).toEqual({ more: false })
  expect(await countOf(one)).toBe(1)
})

test('a node that was paused, replaced, and has the work again writes nothing of what it began before', async () => {
  const { clock, nodes } = await openTwoNodes()
  const [first, second] = nodes.map((node) => working(node))
  if (!first || !second) throw new Error('two nodes')
  await first.renew()
  const goOn = first.pause()
  const pass = first.run()
  clock.advance(20_000)
  await second.renew()
  await second.run()
  await second.release()
  const renewed = first.renew()
  // By now its lease is taken again, and waits for the pass.
  for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate)
  goOn()
  expect(await pass).toEqual({ more: false })
  await renewed
  expect(await countOf(nodes[0])).toBe(1)
  expect(await first.run()).toEqual({ more: true })
  expect(await countOf(nodes[0])).toBe(2)
})

test('a node that was paused and not replaced goes on', async () => {
  const {
    clock,
    nodes: [one],
  } = await openTwoNodes()
  const first = working(one)
  await first.renew()
  const goOn = first.pause()
  const pass = first.run()
  clock.advance(20_000)
  goOn()
  expect(await pass).toEqual({ more: true })
  expect(await first.run()).toEqual({ more: false })
  await first.renew()
  expect(await first.run()).toEqual({ more: true })
  expect(await countOf(one)).toBe(2)
})

test('what a node gives back another one takes at once', async () => {
  const {
    nodes: [one, other],
  } = await openTwoNodes()
  const [first, second] = [working(one), working(other)]
  await first.renew()
  await first.release()
  await second.renew()
  expect(await second.run()).toEqual({ more: true })
  expect(await first.run()).toEqual({ more: false })
})

test('failures of the work are its own', async () => {
  const {
    nodes: [one],
  } = await openTwoNodes()
  const work = createLeasedWork(one.checkout.context, { name: 'count' })
  await work.keepers[0]?.run()
  const failing = work.job({ name: 'fails', everyMs: 1, run: () => Promise.reject(new Error('no answer')) })
  await expect(failing.run()).rejects.toThrow('no answer')
})

test('a process that has its database for itself needs no lease, and its work is in the background all the same', async () => {
  const { context } = (await testCheckout()).checkout
  const urgencies: unknown[] = []
  const transact: typeof context.transact = (change, urgency) => {
    urgencies.push(urgency)
    return context.transact(change, urgency)
  }
  const work = createLeasedWork({ ...context, transact }, { name: 'count' })
  expect(work.keepers).toEqual([])
  expect(await work.ctx.transact(async () => 'done')).toBe('done')
  expect(urgencies).toEqual(['background'])
})

test('who does not read a network knows of it what the reader knows', async () => {
  const { clock, nodes } = await openTwoNodes()
  const [one] = nodes
  await one.create()
  one.mine([createTransferFor(await one.create())])
  const [reader, standby] = nodes.map(({ checkout: { context } }) => {
    const health = createNetworkHealth(clock)
    const [network] = context.networks
    if (!network) throw new Error('no network')
    const work = createLeasedWork(context, {
      name: 'ethereum',
      snapshot: () => health.snapshot(network),
      restore: (note, ageMs) => health.restore(network, note, ageMs),
    })
    const job = work.job(createWatchJob(work.ctx, network, health))
    return { health, network, job, renew: () => work.keepers[0]?.run() }
  })
  if (!reader || !standby) throw new Error('two nodes')
  await reader.renew()
  while ((await reader.job.run()).more);
  clock.advance(60_000)
  reader.health.failed(reader.network, 'reading', new Error('the node sleeps'))
  standby.health.coinsChecked(standby.network, [])
  await reader.renew()
  clock.advance(1_000)
  await standby.renew()
  expect(standby.health.head(standby.network)).toEqual(reader.health.head(reader.network))
  expect(standby.health.trouble(standby.network)).toBe('the node sleeps')
  expect(standby.health.unreadFor(standby.network)).toBe(reader.health.unreadFor(reader.network))
  expect(standby.health.unreadFor(standby.network)).toBe(61_000)
})

test('what the last look through the books found is known to all nodes, and to who comes after them', async () => {
  const { clock, nodes } = await openTwoNodes()
  const [looking, standby, successor] = [...nodes, nodes[1]].map(({ checkout: { context } }, index) => {
    // The successor is another process.
    const ctx = { ...context, node: context.node && { ...context.node, id: `node ${index}` } }
    const { checkSome, state, snapshot: tell, restore: hear } = createReconciliation(ctx)
    const { keepers, release, held } = createLeasedWork(ctx, {
      name: 'books',
      snapshot: tell,
      restore: hear,
      inherit: hear,
    })
    return { checkSome, state, release, held, renew: () => keepers[0]?.run() }
  })
  if (!looking || !standby || !successor) throw new Error('three nodes')
  await nodes[0].create()
  await nodes[0].storage.transact((tx) => tx.updateTable('payments').set({ received: 1n }).execute())
  await looking.renew()
  await standby.renew()
  expect(standby.state()).toEqual({ imbalance: 0, wrong: [], checkedAt: null })
  // It has started, long ago.
  await standby.checkSome()
  while (await looking.checkSome());
  await looking.renew()
  await standby.renew()
  expect(looking.state()).toMatchObject({ imbalance: 1, checkedAt: expect.stringMatching(/^2026-/) })
  expect(standby.state()).toEqual(looking.state())
  expect([looking.held(), standby.held()]).toEqual([true, false])
  await looking.release()
  clock.advance(3_600_000)
  await successor.renew()
  expect(successor.held()).toBe(true)
  expect(successor.state()).toEqual(looking.state())
  await nodes[0].storage.transact((tx) => tx.updateTable('payments').set({ received: 0n }).execute())
  await standby.renew()
  while (await standby.checkSome());
  expect(standby.state().imbalance).toBe(0)
})
