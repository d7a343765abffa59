import { Wallet } from 'ethers/wallet'
import { afterEach, expect, test } from 'vitest'
import type { TestParts } from '../testing/index.ts'
import { openRelaying } from '../testing/relaying.ts'
import { readProblem } from '../testing/shop.ts'

const DAY = 24 * 3_600_000
const SIGNATURE = `0x${'51'.repeat(70)}`

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A shop that pays for gas, and accounts whose code takes every signature for their own. */
async function open(maxFeePerDay = 0.02, parts: TestParts = {}) {
  const opened = await openRelaying({ gasless: { maxFeePerPayment: 0.001, maxFeePerDay } }, parts)
  closing.push(opened.shop.stop)
  const { shop, post, usdc, send, finish } = opened
  const openAccount = (number: number): string => {
    const address = new Wallet(`0x${String(number).padStart(64, '0')}`).address.toLowerCase()
    shop.node.contracts.set(address, () => `0x1626ba7e${'0'.repeat(56)}`)
    return address
  }
  shop.node.codeOf = (address) => (shop.node.contracts.has(address.toLowerCase()) ? '0xef' : '0x')
  /** Signs for a new payment with an account, and returns the shop's answer: `pending`, or why not. */
  const sign = async (from: string) => {
    const payment = await shop.create({ expiresIn: 7 * 86_400 })
    const answer = await post(payment, { from, signature: SIGNATURE })
    return answer.status === 200 ? answer.body.status : readProblem(answer).message
  }
  const fail = async (from: string) => {
    await send()
    usdc.balances.set(from, 0n)
    await finish()
    usdc.balances.delete(from)
  }
  return { ...opened, openAccount, sign, fail }
}

test('an account with code has one payment on its way, and none for a day after one that failed', async () => {
  const { shop, openAccount, sign, fail, finish } = await open()
  const [liar, honest] = [openAccount(1), openAccount(2)]
  expect(await sign(liar)).toBe('pending')
  expect(await sign(liar)).toContain('is being sent')
  await fail(liar)
  expect(await sign(liar)).toContain('refused a payment')
  expect(await sign(honest)).toBe('pending')
  await finish()
  expect(await sign(honest)).toBe('pending')
  await finish()
  shop.clock.advance(DAY)
  shop.mine()
  await shop.settle()
  expect(await sign(liar)).toBe('pending')
})

test('all accounts with code get a tenth of the day, and others the rest', async () => {
  const { shop, openAccount, sign, authorize } = await open()
  expect([await sign(openAccount(1)), await sign(openAccount(2))]).toEqual(['pending', 'pending'])
  expect(await sign(openAccount(3))).toContain('accounts with code today')
  expect(await authorize(await shop.create())).toMatchObject({ status: 200 })
})

test('what contracts refuse keeps nobody from being served, and no more than a day’s budget is signed away', async () => {
  const { shop, usdc, payer, authorize, send, finish, relays } = await open(0.0021)
  const from = payer.address.toLowerCase()
  const create = () => shop.create({ expiresIn: 7 * 86_400 })
  for (let count = 0; count < 2; count++) expect(await authorize(await create())).toMatchObject({ status: 200 })
  expect(readProblem(await authorize(await create()))).toMatchObject({ code: 'relay_unavailable' })
  usdc.balances.set(from, 0n)
  await send()
  usdc.balances.delete(from)
  for (let count = 0; count < 2; count++) expect(await authorize(await create())).toMatchObject({ status: 200 })
  shop.clock.advance(60_000)
  expect(await send()).toContain('maxFeePerDay of sandbox ethereum is used up')
  expect((await relays()).filter(({ state }) => state === 'signed')).toHaveLength(2)
  await finish()
  const costs = shop.node.transactions().map(({ gasUsed, gasPrice }) => gasUsed * gasPrice)
  expect(costs.reduce((sum, one) => sum + one, 0n)).toBeLessThanOrEqual(2_100_000_000_000_000n)
})

test('the operator is told when more than a few failed within a day', async () => {
  const { shop, openAccount, sign, fail, send } = await open(0.1)
  for (let number = 1; number <= 4; number++) {
    expect(await send()).toBe('')
    const account = openAccount(number)
    expect(await sign(account)).toBe('pending')
    await fail(account)
  }
  expect(await send()).toContain('4 transactions for payers failed within a day')
  expect((await shop.states())[0]).toMatchObject({ troubles: ['sending'] })
  shop.clock.advance(DAY)
  shop.mine()
  await shop.settle()
  expect(await send()).toBe('')
})
