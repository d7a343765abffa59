import type { Payment, PaymentMethod } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScriptedAccount, createTransferFor } from '../../testing/index.ts'
import { DAI, openMethodsShop, USDC_ASSET } from '../../testing/methods.ts'
import { pickRuns } from '../../testing/runs.ts'

const methods = [
  { cryptocurrency: 'USDC', network: 'ethereum' },
  { cryptocurrency: 'DAI', network: 'ethereum' },
  { cryptocurrency: 'USDC', network: 'polygon' },
  { cryptocurrency: 'USDC', network: 'stellar' },
] as const
type Asset = (typeof methods)[number]
type Shop = Awaited<ReturnType<typeof openMethodsShop>>

const which = fc.nat({ max: methods.length - 1 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('choose' as const), which }),
  fc.record({ kind: fc.constant('pay' as const), which, half: fc.boolean() }),
  fc.record({ kind: fc.constant('drop' as const), node: fc.constantFrom('ethereum' as const, 'polygon' as const) }),
  fc.record({ kind: fc.constant('restart' as const) }),
)

const isSame = (one: Asset, other: { cryptocurrency: string; network: string }) =>
  one.cryptocurrency === other.cryptocurrency && one.network === other.network
const toUnits = (amount: string | null) => BigInt((amount ?? '0').replace('.', ''))
const isOpen = (method: PaymentMethod | undefined) => method?.state === 'open' || method?.state === 'chosen'
const termsOf = ({ rate, cryptoAmount, address, memo }: PaymentMethod) => ({ rate, cryptoAmount, address, memo })

/** Sends an amount in an open method. */
async function send(shop: Shop, asset: Asset, method: PaymentMethod, units: bigint): Promise<void> {
  const terms = { address: method.address ?? '', amountDue: method.cryptoAmount ?? '' }
  if (asset.network === 'stellar') {
    const [to, memo] = [terms.address, method.memo ?? '']
    return shop.pay({
      stellar: [{ asset: USDC_ASSET, from: createScriptedAccount(9), to, stroops: units * 10n, memo }],
    })
  }
  const isDai = asset.cryptocurrency === 'DAI'
  const transfer = createTransferFor(terms, isDai ? units * 10n ** 12n : units)
  return shop.pay({ [asset.network]: [isDai ? { ...transfer, token: DAI } : transfer] })
}

/** Money that the chains show, as this test knows it. */
type Sent = { readonly asset: Asset; readonly units: bigint }

/** Checks the payment against its methods: each by itself, and one that has enough decides. */
function checkPayment(payment: Payment, sent: readonly Sent[]): void {
  const sums = methods.map((asset) => ({
    asset,
    sum: sent.filter((one) => one.asset === asset).reduce((total, { units }) => total + units, 0n),
    due: toUnits(payment.methods.find((one) => isSame(asset, one))?.cryptoAmount ?? null),
  }))
  for (const { asset, sum } of sums) {
    const received = toUnits(payment.methods.find((one) => isSame(asset, one))?.amountReceived ?? null)
    expect([asset, received]).toEqual([asset, sum])
  }
  const full = sums.filter(({ sum, due }) => due > 0n && sum >= due)
  const status = full.length > 0 ? 'processing' : sums.some(({ sum }) => sum > 0n) ? 'partially_paid' : 'created'
  // Stellar's ledgers are final at once.
  expect(payment.status.replace('completed', 'processing')).toBe(status)
  const deciding = full.length > 0 ? full : sums.filter(({ sum }) => sum > 0n)
  if (deciding.length > 0) expect(deciding.some(({ asset }) => isSame(asset, payment))).toBe(true)
  const others = sums.filter(({ asset, sum }) => sum > 0n && !isSame(asset, payment))
  if (others.length > 0) expect(payment.exceptions).toContain('multiple')
}

test('in any order of choices, payments, reorganisations and restarts, one method decides and none changes its terms', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const shop = await openMethodsShop()
      const { id, expiresAt } = await shop.create({ alternatives: 'all' })
      const now = () => shop.checkout.sandbox.payments.retrieve(id)
      const sent = new Map<string, Sent[][]>(['ethereum', 'polygon', 'stellar'].map((name) => [name, []]))
      const opened = new Map<string, object>()
      for (const one of steps) {
        const before = await now()
        const alive = [...sent.values()].flat(2)
        if (one.kind === 'restart') {
          shop.restart()
          await shop.settle()
          expect(await now()).toEqual(before)
        } else if (one.kind === 'choose') {
          const asset = methods[one.which] ?? methods[0]
          const chosen = await shop.checkout.sandbox.payments.choose(id, asset).catch((error: unknown) => error)
          if (alive.length > 0 && !isSame(asset, before)) expect(chosen).toMatchObject({ code: 'invalid_state' })
          else expect(chosen).toMatchObject(asset)
        } else if (one.kind === 'pay') {
          const asset = methods[one.which] ?? methods[0]
          const method = before.methods.find((method) => isSame(asset, method))
          if (!method || !isOpen(method)) continue
          // Without a memo only the exact amount identifies a payment.
          const isHalf = one.half && asset.network === 'stellar'
          const due = toUnits(method.cryptoAmount)
          const units = isHalf ? due / 2n : due
          await send(shop, asset, method, units)
          for (const [name, blocks] of sent) blocks.push(name === asset.network ? [{ asset, units }] : [])
        } else {
          const node = one.node === 'ethereum' ? shop.node : shop.polygon
          if (sent.get(one.node)?.length === 0) continue
          node.drop(1)
          sent.get(one.node)?.pop()
          for (let block = 0; block < 2; block++) {
            node.mine(shop.clock.now(), [])
            sent.get(one.node)?.push([])
          }
          await shop.settle()
        }
        const payment = await now()
        expect(payment.expiresAt).toBe(expiresAt)
        checkPayment(payment, [...sent.values()].flat(2))
        for (const method of payment.methods.filter(isOpen)) {
          const name = `${method.cryptocurrency} ${method.network}`
          expect(termsOf(method)).toEqual(opened.get(name) ?? termsOf(method))
          opened.set(name, termsOf(method))
        }
      }
      await shop.stop()
    }),
    { numRuns: pickRuns({ full: 30, quick: 8 }), seed: 23 },
  )
}, 120_000)

test('money that comes after the deadline in any method that was ever open is kept, and said to be late', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(which, { maxLength: 4 }), which, async (choices, last) => {
      const shop = await openMethodsShop()
      const { id } = await shop.create({ alternatives: 'all', expiresIn: 60 })
      for (const choice of choices) await shop.checkout.sandbox.payments.choose(id, methods[choice] ?? methods[0])
      shop.clock.advance(61_000)
      await shop.pay({})
      await shop.finalise()
      const ended = await shop.checkout.sandbox.payments.retrieve(id)
      expect(ended.status).toBe('expired')
      const asset = methods[last] ?? methods[0]
      const method = ended.methods.find((one) => isSame(asset, one))
      if (method && isOpen(method)) {
        await send(shop, asset, method, toUnits(method.cryptoAmount))
        const late = await shop.checkout.sandbox.payments.retrieve(id)
        expect(late).toMatchObject({ ...asset, status: 'expired', exceptions: ['late'], transactionCount: 1 })
      }
      await shop.stop()
    }),
    { numRuns: pickRuns({ full: 15, quick: 5 }), seed: 23 },
  )
}, 120_000)
