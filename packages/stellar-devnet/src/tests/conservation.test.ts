import { Asset, Claimant, Keypair, Operation } from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAsset } from '../ledger/amount.ts'
import { type Chain, openChain } from '../ledger/chain.ts'
import { ASSETS, KEYS, TOTAL_COINS } from '../ledger/network.ts'
import { setUpEnvelope } from '../ledger/set-up.ts'
import { type BuiltOperation, signTransaction } from '../ledger/sign.ts'
import { readClock } from '../ledger/time.ts'

const XLM = Asset.native()
const ISSUED = [ASSETS.USDC, ASSETS.USDT]
const PEOPLE = [KEYS.payer, KEYS.merchant, KEYS.maker, Keypair.fromRawEd25519Seed(Buffer.alloc(32, 9))] as const

const person = fc.constantFrom(...PEOPLE)
const asset = fc.constantFrom(XLM, ...ISSUED)
const coins = fc.oneof(
  fc.integer({ min: 1, max: 30_000_000 }),
  fc.integer({ min: 1, max: 2_000_000_000 }).map((n) => n * 10_000_000),
)
const amount = coins.map((stroops) => `${Math.floor(stroops / 1e7)}.${String(stroops % 1e7).padStart(7, '0')}`)
const price = fc.record({ n: fc.integer({ min: 1, max: 50 }), d: fc.integer({ min: 1, max: 50 }) })

/** Any operation that a user might try, right or wrong */
const operation: fc.Arbitrary<(source: Keypair) => BuiltOperation> = fc.oneof(
  fc.record({ to: person, asset, amount }).map(
    ({ to, ...rest }) =>
      () =>
        Operation.payment({ destination: to.publicKey(), ...rest }),
  ),
  fc.record({ to: person, sendAsset: asset, destAsset: asset, destAmount: amount }).map(
    ({ to, ...rest }) =>
      () =>
        Operation.pathPaymentStrictReceive({ destination: to.publicKey(), sendMax: '900000000', ...rest }),
  ),
  fc.record({ to: person, sendAsset: asset, destAsset: asset, sendAmount: amount }).map(
    ({ to, ...rest }) =>
      () =>
        Operation.pathPaymentStrictSend({ destination: to.publicKey(), destMin: '0.0000001', ...rest }),
  ),
  fc.record({ selling: asset, buying: asset, amount, price }).map((offer) => () => Operation.manageSellOffer(offer)),
  fc.record({ to: person, asset, amount }).map(
    ({ to, ...rest }) =>
      () =>
        Operation.createClaimableBalance({ claimants: [new Claimant(to.publicKey())], ...rest }),
  ),
  fc.record({ to: person, startingBalance: amount }).map(
    ({ to, startingBalance }) =>
      () =>
        Operation.createAccount({ destination: to.publicKey(), startingBalance }),
  ),
  fc.record({ to: person }).map(
    ({ to }) =>
      () =>
        Operation.accountMerge({ destination: to.publicKey() }),
  ),
  fc
    .record({ asset: fc.constantFrom(...ISSUED), limit: fc.constantFrom('0', '5', '900000000000') })
    .map((trust) => () => Operation.changeTrust(trust)),
)

const transaction = fc.record({ source: person, operations: fc.array(operation, { minLength: 1, maxLength: 4 }) })

/** The total amount of an asset, wherever it is */
function supply(chain: Chain, name: string): bigint {
  const { view } = chain
  const lines = [...view.all('trustline')].filter((line) => line.asset === name).map(({ balance }) => balance)
  const claimable = [...view.all('claimable')]
    .filter((balance) => balance.asset === name)
    .map(({ amount: held }) => held)
  const accounts = name === 'native' ? [...view.all('account')].map(({ balance }) => balance) : []
  const fees = name === 'native' ? [view.get('pool', 'pool')?.fees ?? 0n] : []
  return [...lines, ...claimable, ...accounts, ...fees].reduce((sum, one) => sum + one, 0n)
}

async function newChain(): Promise<Chain> {
  const chain = await openChain([], async () => undefined, readClock)
  chain.submit(setUpEnvelope())
  await chain.close()
  return chain
}

/** Claims what can be claimed, so that balances go both ways. */
function claims(chain: Chain): { source: Keypair; operations: BuiltOperation[] }[] {
  return [...chain.view.all('claimable')].slice(0, 1).flatMap(({ id, claimants }) => {
    const source = PEOPLE.find((one) => one.publicKey() === claimants[0]?.destination)
    return source ? [{ source, operations: [Operation.claimClaimableBalance({ balanceId: id })] }] : []
  })
}

test('nothing is made and nothing is lost, whatever is traded, paid, claimed or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 12 }), async (transactions) => {
      const chain = await newChain()
      const before = ISSUED.map((one) => supply(chain, formatAsset(one)))
      for (const { source, operations } of transactions) {
        const built = operations.map((build) => build(source))
        for (const part of [{ source, operations: built }, ...claims(chain)]) {
          chain.submit(signTransaction(chain, [part.source], part.operations))
        }
        await chain.close()
        for (const entry of [...chain.view.all('account'), ...chain.view.all('trustline')]) {
          expect(entry.balance).toBeGreaterThanOrEqual(0n)
        }
        for (const account of chain.view.all('account'))
          expect(account.subentries).toBe(countSubentries(chain, account.id))
      }
      expect(ISSUED.map((one) => supply(chain, formatAsset(one)))).toEqual(before)
      expect(supply(chain, 'native')).toBe(TOTAL_COINS)
    }),
    { numRuns: 60 },
  )
})

function countSubentries({ view }: Chain, account: string): number {
  const lines = [...view.all('trustline')].filter((line) => line.account === account)
  const offers = [...view.all('offer')].filter(({ seller }) => seller === account)
  const data = [...view.all('data')].filter((entry) => entry.account === account)
  return lines.length + offers.length + data.length + (view.get('account', account)?.signers.length ?? 0)
}

test('the same transactions lead to the same ledgers, and only they do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 6 }), async (transactions) => {
      const records: Parameters<Parameters<typeof openChain>[1]>[0][] = []
      const chain = await openChain([], async (record) => void records.push(record), readClock)
      chain.submit(setUpEnvelope())
      await chain.close()
      for (const { source, operations } of transactions) {
        chain.submit(
          signTransaction(
            chain,
            [source],
            operations.map((build) => build(source)),
          ),
        )
        await chain.close()
      }
      const again = await openChain(records, async () => undefined, readClock)
      expect(again.history.ledgers.map(({ hash }) => hash)).toEqual(chain.history.ledgers.map(({ hash }) => hash))
      expect([...again.view.all('account')]).toEqual([...chain.view.all('account')])
      const changed = records.map((record) =>
        record.sequence === 2 ? { ...record, closeTime: record.closeTime + 1n } : record,
      )
      await expect(openChain(changed, async () => undefined, readClock)).rejects.toThrow('does not lead to its hash')
    }),
    { numRuns: 15 },
  )
})

test('a ledger that cannot be written down is told to nobody, and what it held is in the next one', async () => {
  let isFull = false
  const keep = async (): Promise<void> => {
    if (isFull) throw new Error('The disk is full.')
  }
  const chain = await openChain([], keep, readClock)
  chain.submit(setUpEnvelope())
  await chain.close()
  const payment = Operation.payment({ destination: KEYS.merchant.publicKey(), asset: ASSETS.USDC, amount: '1' })
  const submitted = chain.submit(signTransaction(chain, [KEYS.payer], [payment]))
  const before = supply(chain, formatAsset(ASSETS.USDC))
  isFull = true
  await expect(chain.close()).rejects.toThrow('full')
  expect([chain.history.head.sequence, chain.waiting()]).toEqual([2, 1])
  expect(chain.submit(signTransaction(chain, [KEYS.payer], [payment])).status).toBe('PENDING')
  isFull = false
  const { transactions } = await chain.close()
  expect(transactions.map(({ submission }) => submission.hash)[0]).toBe(submitted.submission.hash)
  expect(transactions.map(({ successful }) => successful)).toEqual([true, true])
  expect(supply(chain, formatAsset(ASSETS.USDC))).toBe(before)
})
