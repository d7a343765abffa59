import { Asset, Keypair, Operation } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASSETS, KEYS } from '../ledger/network.ts'
import { build, type Harness, pay, startHarness } from './harness.ts'

const { USDC } = ASSETS
const { payer, merchant, issuer } = KEYS
const XLM = Asset.native()
const OK = ['tx_success', 'op_success']

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  await h.devnet.stop()
})

const failed = (...operations: string[]): string[] => ['tx_failed', ...operations]

describe('an account', () => {
  test('is made with what it must keep at least, once', async () => {
    const made = Keypair.random()
    const create = (startingBalance: string) =>
      Operation.createAccount({ destination: made.publicKey(), startingBalance })
    expect(await h.apply(payer, create('0.9999999'))).toEqual(failed('op_low_reserve'))
    expect(await h.apply(payer, create('1'))).toEqual(OK)
    expect(await h.apply(payer, create('1'))).toEqual(failed('op_already_exists'))
    const poor = await h.account()
    const other = Operation.createAccount({ destination: Keypair.random().publicKey(), startingBalance: '9999.5' })
    expect(await h.apply(poor, other)).toEqual(failed('op_underfunded'))
  })

  test('is merged into another with all it has, unless something else hangs on it', async () => {
    const from = await h.account(USDC)
    const into = await h.account()
    const merge = Operation.accountMerge({ destination: into.publicKey() })
    expect(await h.apply(from, merge)).toEqual(failed('op_has_sub_entries'))
    await h.succeed(from, Operation.changeTrust({ asset: USDC, limit: '0' }))
    expect(await h.apply(from, Operation.accountMerge({ destination: Keypair.random().publicKey() }))).toEqual(
      failed('op_no_account'),
    )
    const hash = await h.succeed(from, merge)
    expect(await h.balance(into)).toBe('19999.9999500')
    await expect(h.horizon.loadAccount(from.publicKey())).rejects.toThrow('Not Found')
    const { records } = await h.horizon.payments().forTransaction(hash).call()
    expect(records[0]).toMatchObject({ type: 'account_merge', into: into.publicKey() })
    const { records: history } = await h.horizon.payments().forAccount(from.publicKey()).call()
    expect(history).toHaveLength(2)
  })

  test('keeps data, a home domain and flags', async () => {
    const key = await h.account()
    await h.succeed(key, [
      Operation.manageData({ name: 'config.memo_required', value: '1' }),
      Operation.setOptions({ homeDomain: 'shop.example', setFlags: 3 }),
    ])
    const account = await h.horizon.loadAccount(key.publicKey())
    expect(account).toMatchObject({
      home_domain: 'shop.example',
      data_attr: { 'config.memo_required': 'MQ==' },
      flags: { auth_required: true, auth_revocable: true, auth_immutable: false },
      subentry_count: 1,
    })
    const entry = await fetch(`${h.stellar.horizonUrl}/accounts/${key.publicKey()}/data/config.memo_required`)
    expect(await entry.json()).toEqual({ value: 'MQ==' })
    expect(await h.apply(key, Operation.manageData({ name: 'nothing', value: null }))).toEqual(
      failed('op_data_name_not_found'),
    )
    await h.succeed(key, Operation.manageData({ name: 'config.memo_required', value: null }))
    expect((await h.horizon.loadAccount(key.publicKey())).data_attr).toEqual({})
    expect(await h.apply(key, Operation.setOptions({ setFlags: 16 as never }))).toEqual(failed('op_unknown_flag'))
    await h.succeed(key, Operation.setOptions({ setFlags: 4 }))
    expect(await h.apply(key, Operation.setOptions({ clearFlags: 1 }))).toEqual(failed('op_cant_change'))
  })

  test('of several keys needs as many signatures as its thresholds say', async () => {
    const key = await h.account()
    const second = Keypair.random()
    await h.succeed(
      key,
      Operation.setOptions({
        signer: { ed25519PublicKey: second.publicKey(), weight: 1 },
        lowThreshold: 1,
        medThreshold: 2,
        highThreshold: 2,
      }),
    )
    expect(await h.apply(key, pay(merchant, XLM, '1'))).toEqual(failed('op_bad_auth'))
    expect(await h.apply([key, second], pay(merchant, XLM, '1'))).toEqual(OK)
    const { signers, thresholds } = await h.horizon.loadAccount(key.publicKey())
    expect(signers).toHaveLength(2)
    expect(thresholds).toEqual({ low_threshold: 1, med_threshold: 2, high_threshold: 2 })
    expect(
      await h.apply([key, second], Operation.setOptions({ signer: { sha256Hash: Buffer.alloc(32, 1), weight: 1 } })),
    ).toEqual(failed('op_bad_signer'))
  })

  test('that must be asked before it is paid makes the SDK ask for a memo', async () => {
    const shop = await h.account()
    await h.succeed(shop, Operation.manageData({ name: 'config.memo_required', value: '1' }))
    const transaction = build(await h.node.getAccount(payer.publicKey()), [payer], [pay(shop, XLM, '1')])
    await expect(h.horizon.submitTransaction(transaction)).rejects.toMatchObject({ accountId: shop.publicKey() })
  })
})

describe('a trustline', () => {
  test('is made, limited and taken away', async () => {
    const key = await h.account()
    const trust = (limit?: string) => Operation.changeTrust({ asset: USDC, ...(limit ? { limit } : {}) })
    expect(await h.apply(key, trust('0'))).toEqual(failed('op_invalid_limit'))
    expect(await h.apply(key, trust())).toEqual(OK)
    await h.succeed(payer, pay(key, USDC, '5'))
    expect(await h.apply(key, trust('4'))).toEqual(failed('op_invalid_limit'))
    expect(await h.apply(key, trust('0'))).toEqual(failed('op_invalid_limit'))
    await h.succeed(key, pay(merchant, USDC, '5'))
    expect(await h.apply(key, trust('0'))).toEqual(OK)
    expect(await h.balance(key, USDC)).toBeUndefined()
    const unknown = new Asset('USDC', Keypair.random().publicKey())
    expect(await h.apply(key, Operation.changeTrust({ asset: unknown }))).toEqual(failed('op_no_issuer'))
    expect(await h.apply(issuer, trust())).toEqual(failed('op_malformed'))
  })

  test('needs a reserve', async () => {
    const key = Keypair.random()
    await h.succeed(payer, Operation.createAccount({ destination: key.publicKey(), startingBalance: '1.1' }))
    expect(await h.apply(key, Operation.changeTrust({ asset: USDC }))).toEqual(failed('op_low_reserve'))
  })

  test('of an issuer that authorises is used once it is authorised, and no longer when that is taken back', async () => {
    const strict = await h.account()
    await h.succeed(strict, Operation.setOptions({ setFlags: 3 }))
    const asset = new Asset('STRICT', strict.publicKey())
    const key = await h.account(asset)
    expect(await h.apply(strict, pay(key, asset, '5'))).toEqual(failed('op_not_authorized'))
    const flags = (authorized: boolean) =>
      Operation.setTrustLineFlags({ trustor: key.publicKey(), asset, flags: { authorized } })
    expect(await h.apply(strict, flags(true))).toEqual(OK)
    expect(await h.apply(strict, pay(key, asset, '5'))).toEqual(OK)
    expect(await h.apply(strict, flags(false))).toEqual(OK)
    expect(await h.apply(key, pay(strict, asset, '5'))).toEqual(failed('op_src_not_authorized'))
    const line = (await h.horizon.loadAccount(key.publicKey())).balances[0]
    expect(line).toMatchObject({ asset_code: 'STRICT', is_authorized: false, balance: '5.0000000' })
    expect(
      await h.apply(
        strict,
        Operation.setTrustLineFlags({ trustor: merchant.publicKey(), asset, flags: { authorized: true } }),
      ),
    ).toEqual(failed('op_no_trustline'))
    expect(
      await h.apply(
        key,
        Operation.setTrustLineFlags({ trustor: strict.publicKey(), asset, flags: { authorized: true } }),
      ),
    ).toEqual(failed('op_malformed'))
    const revoke = Operation.setTrustLineFlags({
      trustor: merchant.publicKey(),
      asset: USDC,
      flags: { authorized: false },
    })
    expect(await h.apply(issuer, revoke)).toEqual(failed('op_cant_revoke'))
  })
})
