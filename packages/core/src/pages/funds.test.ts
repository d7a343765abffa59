import type { AccountFunds } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { TEST_PAYER } from '../testing/index.ts'
import { DAI, openMethodsShop } from '../testing/methods.ts'

/** ERC-20's `balanceOf`. */
const BALANCE_OF = '0x70a08231'
const toWord = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

const readFunds = ({ body }: { body: unknown }) => body as AccountFunds

async function openShop() {
  const shop = await openMethodsShop()
  const payment = await shop.create({ alternatives: 'all' })
  const ask = (account: unknown, id: string = payment.id) =>
    shop.request('POST', `/pay/${id.slice(4)}/funds`, { key: null, body: { account } })
  return { shop, payment, ask }
}

test('an account learns with which methods it could pay', async () => {
  const { shop, ask } = await openShop()
  const balances = new Map<string, bigint>()
  shop.node.contracts.set(DAI, (data) => (data.startsWith(BALANCE_OF) ? toWord(balances.get(DAI) ?? 0n) : null))
  balances.set(DAI, 10n ** 24n)
  const answer = await ask(TEST_PAYER)
  expect(answer.status).toBe(200)
  const { methods } = readFunds(answer)
  expect(methods.find(({ cryptocurrency }) => cryptocurrency === 'DAI')).toEqual({
    ...{ cryptocurrency: 'DAI', network: 'ethereum', covers: true, gasless: false },
  })
  balances.set(DAI, 10n ** 15n)
  const poorer = readFunds(await ask(TEST_PAYER))
  expect(poorer.methods.find(({ cryptocurrency }) => cryptocurrency === 'DAI')?.covers).toBe(false)
  // Stellar's wallets ask the server what they can pay.
  expect(methods.some(({ network }) => network === 'stellar')).toBe(false)
})

test('an account of another form has no funds here, and what is no account is refused', async () => {
  const { ask } = await openShop()
  expect(readFunds(await ask('nobody'))).toEqual({ methods: [] })
  expect((await ask(7)).status).toBe(400)
  expect((await ask('x'.repeat(200))).status).toBe(400)
})

test('there is nothing to learn about a payment that does not exist', async () => {
  const { ask } = await openShop()
  expect((await ask(TEST_PAYER, 'pay_01k9zq3v8m4x7c2n5b6t1r0wgh')).status).toBe(404)
})
