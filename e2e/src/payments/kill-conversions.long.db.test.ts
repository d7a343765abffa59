import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ConversionShop, createConverting, type Name, openConversionShop } from '../support/conversion-shop.ts'
import { cleanUp, toMillionths } from '../support/harness.ts'

/** `KILLS=1000` plays more of them. */
const KILLS = Number(process.env.KILLS ?? 8)
/** A conversion takes about two seconds. */
const MOST_MS = 2_500

let devnet: Devnet<Name>

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum', 'polygon'], blockTimeMs: 100 })
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** Servers of a shop, each in its own process, and what their payers have paid. */
function createServers({ config, usdc, from }: ConversionShop) {
  const running = new Set<ChildProcess>()
  let paid = 0n
  let paying = Promise.resolve()
  const pay = async (line: string) => {
    const { to, amountDue } = JSON.parse(line) as { readonly to: string; readonly amountDue: string }
    const amount = toMillionths(amountDue)
    await devnet.payer.send({ network: from, cryptocurrency: 'USDC', to, amount })
    paid += amount
  }
  return {
    /** Lets a server work for a time, and kills it. */
    async run(lifeMs: number): Promise<void> {
      const program = join(import.meta.dirname, '../support/converting-process.ts')
      const words = [program, JSON.stringify(config), JSON.stringify({ ...usdc, amount: 1, network: from })]
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
      running.add(child)
      const ended = once(child, 'exit')
      let ready = () => {}
      const isReady = new Promise<void>((resolve) => {
        ready = resolve
      })
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line === 'ready') ready()
        else paying = paying.then(() => pay(line))
      })
      await Promise.race([isReady, ended])
      await Promise.race([sleep(lifeMs), ended])
      child.kill('SIGKILL')
      expect(await ended).toEqual([null, 'SIGKILL'])
      running.delete(child)
    },
    async findPaid(): Promise<bigint> {
      await paying
      return paid
    },
    end() {
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

test(
  `${KILLS} times kill -9 while money is converted lose nothing, and deliver nothing twice`,
  async () => {
    const shop = await openConversionShop(devnet)
    const { database } = shop.config
    await shop.checkout.stop()
    const servers = createServers(shop)
    onTestFinished(servers.end)
    // PostgreSQL has two servers at once.
    const lanes = database.startsWith('postgres') ? 2 : 1
    const kill = async (times: number) => {
      for (let time = 0; time < times; time++) await servers.run(Math.random() * MOST_MS)
    }
    await Promise.all(Array.from({ length: lanes }, () => kill(KILLS / lanes)))
    const paid = await servers.findPaid()
    expect(paid).toBeGreaterThan(0n)

    const { checkout } = createConverting(shop.config)
    onTestFinished(() => checkout.stop())
    await checkout.start()
    // Many payments wait at the end of many kills.
    const patience = { timeout: 60_000 + KILLS * 2_000, interval: 500 }
    const isThere = async () => {
      await checkout.sandbox.settlements.create()
      return (await shop.arrived()) >= paid
    }
    await expect.poll(isThere, patience).toBe(true)
    const { db } = checkout.context
    const listPending = () => db.selectFrom('settlements').select('id').where('status', '=', 'pending').execute()
    await expect.poll(listPending, patience).toEqual([])
    const settlements = await db.selectFrom('settlements').selectAll().execute()
    expect(new Set(settlements.map(({ status }) => status))).toEqual(new Set(['completed']))
    expect(settlements.reduce((sum, { amount }) => sum + amount, 0n)).toBe(paid)
    expect(await shop.arrived()).toBe(paid)
    const exits = await db.selectFrom('exits').selectAll().execute()
    expect(exits.reduce((sum, { arrived }) => sum + (arrived ?? 0n), 0n)).toBe(paid)
    const events = await db.selectFrom('events').select(['type', 'object']).execute()
    const told = events.filter(({ type }) => type === 'settlement.completed' || type === 'settlement.converted')
    const expected = settlements.flatMap(({ id }) => [`settlement.completed ${id}`, `settlement.converted ${id}`])
    expect(told.map(({ type, object }) => `${type} ${JSON.parse(object).id}`).sort()).toEqual(expected.sort())
    expect((await checkout.sandbox.transfers.list({ status: 'unattributed' })).data).toEqual([])
  },
  60_000 + KILLS * 15_000,
)
