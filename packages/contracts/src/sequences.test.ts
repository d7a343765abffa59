import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeSweepAnswer, depositAddress, sweepCalldata } from './deposits.ts'
import { FACTORY_ADDRESS, NATIVE_COIN } from './factory.ts'
import { Chain, OTHER_RECIPIENT, RECIPIENT } from './testing/chain.ts'

let chain: Chain

beforeAll(async () => {
  chain = await Chain.start()
})

afterAll(async () => {
  await chain.stop()
})

const COINS = ['USDC', 'USDT', 'DAI', undefined] as const
const RECIPIENTS = [RECIPIENT, OTHER_RECIPIENT] as const
const SALTS = 4

const coin = fc.nat(COINS.length - 1)
const recipient = fc.nat(RECIPIENTS.length - 1)
const salt = fc.nat(SALTS - 1)

type Group = { recipient: number; coin: number; salts: number[] }
type Step = { pay: { recipient: number; coin: number; salt: number; amount: bigint } } | { sweep: Group[] }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ pay: fc.record({ recipient, coin, salt, amount: fc.bigInt(1n, 10n ** 9n) }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      // The same deposit can occur twice, in one group or in several.
      sweep: fc.array(fc.record({ recipient, coin, salts: fc.array(salt, { maxLength: 6 }) }), { maxLength: 4 }),
    }),
  },
)

test('whatever is paid and swept in whatever order, each recipient gets what was paid for it, and events say so', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const salts = Array.from({ length: SALTS }, () => chain.salt())
      const tokenOf = (index: number) => {
        const name = COINS[index]
        return name ? chain.network.coins[name].address : NATIVE_COIN
      }
      const groupOf = (group: Group) => ({
        recipient: RECIPIENTS[group.recipient] ?? '',
        token: tokenOf(group.coin),
        salts: group.salts.map((index) => salts[index] ?? ''),
      })
      const balances = () =>
        Promise.all(RECIPIENTS.flatMap((owner) => COINS.map((_, index) => chain.balance(owner, tokenOf(index)))))
      const before = await balances()
      // The balance of each deposit and the receipts of each recipient, by the numbers of recipient, coin and salt
      const held = new Map<string, bigint>()
      const got = before.map(() => 0n)

      const sweep = async (groups: Group[]) => {
        const expected = groups.map(({ recipient, coin, salts }) =>
          salts.map((salt) => {
            const key = `${recipient} ${coin} ${salt}`
            const amount = held.get(key) ?? 0n
            held.delete(key)
            const place = recipient * COINS.length + coin
            got[place] = (got[place] ?? 0n) + amount
            return amount
          }),
        )
        const encoded = groups.map(groupOf)
        const tried = await chain.call(FACTORY_ADDRESS, sweepCalldata(encoded))
        expect(decodeSweepAnswer(tried)).toEqual(expected)
        const { outcomes } = await chain.sweep(encoded)
        expect(outcomes).toEqual(
          encoded.flatMap(({ recipient, token, salts }, i) =>
            salts.flatMap((salt, j) => {
              const amount = expected[i]?.[j] ?? 0n
              return amount > 0n ? [{ swept: true, deposit: depositAddress(recipient, salt), token, amount }] : []
            }),
          ),
        )
      }

      for (const step of steps) {
        if ('sweep' in step) await sweep(step.sweep)
        else {
          const { recipient, coin, salt, amount } = step.pay
          await chain.pay(depositAddress(RECIPIENTS[recipient] ?? '', salts[salt] ?? ''), amount, COINS[coin])
          const key = `${recipient} ${coin} ${salt}`
          held.set(key, (held.get(key) ?? 0n) + amount)
        }
        expect(await balances()).toEqual(before.map((amount, place) => amount + (got[place] ?? 0n)))
      }
      const all = RECIPIENTS.flatMap((_, recipient) =>
        COINS.map((_, coin) => ({ recipient, coin, salts: Array.from({ length: SALTS }, (_, index) => index) })),
      )
      await sweep(all)
      expect(held.size).toBe(0)
      expect(await balances()).toEqual(before.map((amount, place) => amount + (got[place] ?? 0n)))
    }),
    { numRuns: 40 },
  )
}, 240_000)
