import { Account, Keypair, MuxedAccount } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { giveStellarCoins } from '../index.ts'
import { ASSETS, KEYS } from '../ledger/network.ts'
import { type Harness, startHarness } from './harness.ts'

const { USDC, USDT, counterfeit } = ASSETS
const { merchant } = KEYS
const PAYMENT = { cryptocurrency: 'USDC', to: merchant.publicKey(), amount: 12_500_000n } as const
const MEMO = '1234567890123456'

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(async () => {
  await h.devnet.stop()
})

async function received(): Promise<object[]> {
  const list = h.horizon.payments().forAccount(merchant.publicKey()).order('asc').join('transactions')
  const { records } = await list.limit(200).call()
  // The first one is the account's creation.
  return records.slice(1).map((record) => {
    const { amount, asset_issuer, to_muxed_id, transaction_attr } = record as unknown as Record<
      string,
      { memo?: string }
    >
    return { amount, asset_issuer, memo: to_muxed_id ?? transaction_attr?.memo }
  })
}

describe('the payer', () => {
  test('sends a coin or what only looks like it, with a memo, without one, or to a muxed address', async () => {
    const { payer } = h.devnet
    const muxed = new MuxedAccount(new Account(merchant.publicKey(), '0'), MEMO).accountId()
    await payer.send({ ...PAYMENT, memo: MEMO })
    await payer.send({ ...PAYMENT, token: 'counterfeit', memo: MEMO })
    await payer.send(PAYMENT)
    await payer.send({ ...PAYMENT, to: muxed })
    await payer.send({ ...PAYMENT, cryptocurrency: 'USDT', memo: MEMO })
    await h.close()
    expect(await received()).toEqual([
      { amount: '12.5000000', asset_issuer: USDC.getIssuer(), memo: MEMO },
      { amount: '12.5000000', asset_issuer: counterfeit.getIssuer(), memo: MEMO },
      { amount: '12.5000000', asset_issuer: USDC.getIssuer(), memo: undefined },
      { amount: '12.5000000', asset_issuer: USDC.getIssuer(), memo: MEMO },
      { amount: '12.5000000', asset_issuer: USDT.getIssuer(), memo: MEMO },
    ])
  })

  test('sends XLM instead of what only looks like a coin to who does not trust that', async () => {
    const wallet = await h.account(USDC)
    const [xlm, usdc] = [await h.balance(wallet), await h.balance(wallet, USDC)]
    await h.devnet.payer.send({ ...PAYMENT, to: wallet.publicKey(), token: 'counterfeit', memo: MEMO })
    await h.close()
    expect(Number(await h.balance(wallet)) - Number(xlm)).toBe(12.5)
    expect(await h.balance(wallet, USDC)).toBe(usdc)
    expect(await h.balance(wallet, counterfeit)).toBeUndefined()
  })

  test('sends many at the same time, each with its own hash', async () => {
    const amounts = Array.from({ length: 20 }, (_, index) => BigInt(index + 1))
    const hashes = await Promise.all(amounts.map((amount) => h.devnet.payer.send({ ...PAYMENT, amount })))
    await h.close()
    expect(new Set(hashes).size).toBe(20)
    expect(await received()).toHaveLength(20)
  })

  test('refuses what would fail, with the reason, and what does not exist here', async () => {
    const { payer } = h.devnet
    const stranger = Keypair.random().publicKey()
    await expect(payer.send({ ...PAYMENT, to: stranger })).rejects.toThrow('op_no_destination')
    await h.devnet.faucet(stranger)
    await h.close()
    await expect(payer.send({ ...PAYMENT, to: stranger })).rejects.toThrow('op_no_trust')
    await expect(payer.send({ ...PAYMENT, amount: 10n ** 17n })).rejects.toThrow('op_underfunded')
    await expect(payer.send({ ...PAYMENT, cryptocurrency: 'DAI' })).rejects.toThrow('DAI')
    await expect(payer.send({ ...PAYMENT, amount: 0n })).rejects.toThrow('amount')
    await expect(payer.send({ ...PAYMENT, to: 'G1' })).rejects.toThrow()
    await h.close()
    expect(await received()).toEqual([])
  })
})

describe('the faucet', () => {
  const listBalances = async (key: Keypair) => [
    await h.balance(key),
    await h.balance(key, USDC),
    await h.balance(key, USDT),
  ]

  test('makes an account with XLM, and gives coins once the account trusts them', async () => {
    const key = Keypair.random()
    expect(await giveStellarCoins(h.stellar.horizonUrl, key.publicKey())).toEqual({
      xlm: '10000.0000000',
      coins: [],
      untrusted: ['USDC', 'USDT'],
    })
    await h.close()
    expect(await listBalances(key)).toEqual(['10000.0000000', undefined, undefined])
    const trusting = await h.account(USDC)
    await h.devnet.faucet(trusting.publicKey(), 7_000_000n)
    await h.close()
    expect(await listBalances(trusting)).toEqual(['19999.9999900', '7.0000000', undefined])
    await h.devnet.faucet(trusting.publicKey())
    await h.close()
    expect(await h.balance(trusting, USDC)).toBe('1007.0000000')
  })

  test('asked twice at the same time gives twice', async () => {
    const key = Keypair.random()
    await Promise.all([h.devnet.faucet(key.publicKey()), h.devnet.faucet(key.publicKey())])
    await h.close()
    expect(await h.balance(key)).toBe('20000.0000000')
  })

  test('gives one coin where one is asked for, and refuses coins and addresses that are none', async () => {
    const key = await h.account(USDC, USDT)
    const { horizonUrl } = h.stellar
    await giveStellarCoins(horizonUrl, key.publicKey(), { coin: 'usdt', amount: 1n })
    await h.close()
    expect(await listBalances(key)).toEqual(['19999.9999800', '0.0000000', '0.0000010'])
    await expect(giveStellarCoins(horizonUrl, key.publicKey(), { coin: 'DAI' })).rejects.toThrow('no DAI')
    await expect(giveStellarCoins(horizonUrl, 'G1')).rejects.toThrow('not an account address')
    await expect(giveStellarCoins(horizonUrl, key.publicKey(), { amount: 0n })).rejects.toThrow(
      'whole number of millionths',
    )
  })
})
