import type { Payment } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openClaimShop, PAYER, STRANGER } from '../../testing/claiming.ts'
import { pickRuns } from '../../testing/runs.ts'

const signers = [PAYER, STRANGER]
const index = (length: number) => fc.nat({ max: length - 1 })

/** Steps in a shop with three payments: transfers, hints, and claims by either account, good and bad. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), to: index(3), from: index(2), exact: fc.boolean() }),
  fc.record({ kind: fc.constant('hint' as const), payment: index(3), transfer: index(6) }),
  fc.record({
    kind: fc.constant('prove' as const),
    ...{ payment: index(3), transfer: index(6), signer: index(2), named: index(2), text: index(3) },
  }),
  fc.record({ kind: fc.constant('drop' as const) }),
)

test('a claim takes no money but what its signer has sent, for the payment in the text, and nothing of another payment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const shop = await openClaimShop()
      shop.mine()
      const payments = [await shop.create(), await shop.create(), await shop.create()]
      const at = (number: number) => payments[number] as Payment
      const hashes: string[] = []
      for (const one of steps) {
        const before = await shop.listTransfers()
        if (one.kind === 'send') {
          const due = BigInt((await shop.retrieve(at(one.to))).amountDue.replace('.', ''))
          const amount = one.exact && due > 0n ? due : 1_000_000n
          const transfer = { ...shop.transferTo(at(one.to), amount), from: (signers[one.from] ?? PAYER).address }
          hashes.push(await shop.arrive(transfer))
        } else if (one.kind === 'drop') {
          shop.node.drop(1)
          shop.mine()
          await shop.settle()
        } else {
          const hash = hashes[one.transfer % Math.max(1, hashes.length)]
          if (hash === undefined) continue
          if (one.kind === 'hint') {
            await shop.post(at(one.payment), 'transactions', { hash })
            continue
          }
          const [signer = PAYER, named = PAYER] = [signers[one.signer], signers[one.named]]
          const asked = await shop.ask(at(one.text), hash, named.address)
          const message = asked.body.message ?? 'nothing'
          const signature = await signer.signMessage(message)
          const { status } = await shop.prove(at(one.payment), { hash, from: named.address, message, signature })
          const after = await shop.listTransfers()
          const moved = after.filter((now) => now.payment !== before.find(({ id }) => id === now.id)?.payment)
          if (status === 200) {
            expect(one.payment).toBe(one.text)
            // While another payment names the transaction, the proof waits.
            if (moved.length === 0) continue
            expect(moved).toMatchObject([{ hash, payment: at(one.payment).id, assignedBy: 'sender' }])
            expect(moved[0]?.from).toBe(signer.address.toLowerCase())
            expect(before.find(({ id }) => id === moved[0]?.id)).toMatchObject({ payment: null })
            expect(before.find(({ id }) => id === moved[0]?.id)?.status).not.toBe('orphaned')
          } else expect(moved).toEqual([])
        }
        // Nothing ever takes a transfer from the payment that it pays.
        const after = await shop.listTransfers()
        for (const { id, payment } of before)
          if (payment !== null) expect(after.find((now) => now.id === id)?.payment).toBe(payment)
      }
      await shop.stop()
    }),
    { numRuns: pickRuns({ full: 60, quick: 15 }), seed: 23 },
  )
})
