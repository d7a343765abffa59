import { Claimant, Operation } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASSETS, KEYS } from '../ledger/network.ts'
import { type Harness, startHarness } from './harness.ts'

const { USDC, USDT } = ASSETS
const { payer, merchant, issuer } = KEYS
const OK = ['tx_success', 'op_success']

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  await h.devnet.stop()
})

const failed = (...operations: string[]): string[] => ['tx_failed', ...operations]

describe('a claimable balance', () => {
  test('waits for its claimant, is not paid before, and can be claimed once', async () => {
    const to = await h.account(USDC)
    const create = Operation.createClaimableBalance({
      asset: USDC,
      amount: '7',
      claimants: [new Claimant(to.publicKey())],
    })
    const hash = await h.succeed(payer, create)
    expect(await h.balance(to, USDC)).toBe('0.0000000')
    expect((await h.horizon.payments().forTransaction(hash).call()).records).toEqual([])
    const { records } = await h.horizon.claimableBalances().claimant(to.publicKey()).call()
    expect(records).toHaveLength(1)
    const { id = '' } = records[0] ?? {}
    expect(records[0]).toMatchObject({
      amount: '7.0000000',
      asset: `USDC:${issuer.publicKey()}`,
      sponsor: payer.publicKey(),
      claimants: [{ destination: to.publicKey(), predicate: { unconditional: true } }],
    })
    expect((await h.node.getClaimableBalance(id)).amount).toBe(70_000_000n)
    const about = () => h.horizon.transactions().forClaimableBalance(id).call()
    expect((await about()).records.map((one) => one.hash)).toEqual([hash])
    const claim = Operation.claimClaimableBalance({ balanceId: id })
    expect(await h.apply(merchant, claim)).toEqual(failed('op_cannot_claim'))
    expect(await h.apply(to, claim)).toEqual(OK)
    expect(await h.apply(to, claim)).toEqual(failed('op_does_not_exist'))
    expect(await h.balance(to, USDC)).toBe('7.0000000')
    expect((await about()).records).toHaveLength(2)
  })

  test('that came too late, or for an account without a trustline, cannot be claimed', async () => {
    const to = await h.account()
    const soon = Claimant.predicateBeforeRelativeTime('1')
    const make = (predicate?: ReturnType<typeof Claimant.predicateUnconditional>) =>
      Operation.createClaimableBalance({
        asset: USDC,
        amount: '1',
        claimants: [new Claimant(to.publicKey(), predicate)],
      })
    await h.succeed(payer, [make(), make(soon)])
    const { records } = await h.horizon.claimableBalances().claimant(to.publicKey()).call()
    const open = records.find(({ claimants }) => claimants[0]?.predicate.unconditional)
    const timed = records.find(({ claimants }) => claimants[0]?.predicate.abs_before)
    expect(await h.apply(to, Operation.claimClaimableBalance({ balanceId: open?.id ?? '' }))).toEqual(
      failed('op_no_trust'),
    )
    await h.succeed(to, Operation.changeTrust({ asset: USDC }))
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(await h.apply(to, Operation.claimClaimableBalance({ balanceId: timed?.id ?? '' }))).toEqual(
      failed('op_cannot_claim'),
    )
    expect(await h.apply(to, Operation.claimClaimableBalance({ balanceId: open?.id ?? '' }))).toEqual(OK)
  })

  test('is refused to who has too little, and twice to the same claimant', async () => {
    const poor = await h.account(USDC)
    const claimants = [new Claimant(merchant.publicKey())]
    expect(await h.apply(poor, Operation.createClaimableBalance({ asset: USDC, amount: '1', claimants }))).toEqual(
      failed('op_underfunded'),
    )
    expect(await h.apply(poor, Operation.createClaimableBalance({ asset: USDT, amount: '1', claimants }))).toEqual(
      failed('op_no_trust'),
    )
    const twice = [...claimants, ...claimants]
    expect(
      await h.apply(payer, Operation.createClaimableBalance({ asset: USDC, amount: '1', claimants: twice })),
    ).toEqual(failed('op_malformed'))
  })
})
