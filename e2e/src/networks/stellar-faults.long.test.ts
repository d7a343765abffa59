import { type CheckoutConfig, inspectNodes } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { closeLedger, setStellarFaults, stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import { AuthRevocableFlag, Keypair, Memo, Operation } from '@stellar/stellar-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, pollUntil } from '../support/harness.ts'
import {
  buildPayment,
  createMuxedAddress,
  createStellarConfig,
  MERCHANT,
  openStellarShop,
  type Stellar,
  type StellarShop,
  send,
  USDC,
} from '../support/stellar-harness.ts'

let devnet: Stellar
const shops: StellarShop[] = []

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
})

afterEach(async () => {
  await faults({})
  for (const shop of shops.splice(0)) await shop.close()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const faults = (settings: Parameters<typeof setStellarFaults>[1]) => setStellarFaults(devnet.networks.stellar, settings)

async function closeLedgers(count: number): Promise<void> {
  for (let closed = 0; closed < count; closed++) await closeLedger(devnet.networks.stellar)
}

async function open(network: object = {}): Promise<StellarShop> {
  const shop = await openStellarShop(devnet, { network })
  shops.push(shop)
  await shop.caughtUp()
  return shop
}

/** Pays in full with the right memo. */
const payFor = (payment: { memo: string | null; amountDue: string }) =>
  send(devnet, [buildPayment(payment.amountDue)], { memo: Memo.text(payment.memo ?? '') })

describe('while a back end is in trouble', () => {
  test('the other one is read: payments complete without either, where one witness is enough', async () => {
    const shop = await open({ witnesses: 1 })
    await faults({ rpc: { status: 503 } })
    const first = await shop.create()
    // Horizon accepts transactions too, but this payer submits through the node that is down for the shop: lift its
    // fault.
    await faults({})
    await payFor(first)
    await faults({ rpc: { status: 503 } })
    await shop.untilStatus(first, 'completed')
    await faults({})
    const second = await shop.create()
    await payFor(second)
    await faults({ horizon: { status: 503 } })
    await shop.untilStatus(second, 'completed')
  })

  test('what only one has come to is seen, and final when the other has come so far', async () => {
    const shop = await open()
    await faults({ horizon: { lagLedgers: 3 } })
    const payment = await shop.create()
    await payFor(payment)
    await shop.untilStatus(payment, 'processing')
    await closeLedgers(2)
    expect(await shop.get(payment)).toMatchObject({ status: 'processing', transactions: [{ status: 'seen' }] })
    await closeLedgers(1)
    await shop.untilStatus(payment, 'completed')
    expect(await shop.listEventTypes(payment)).toEqual(['payment.created', 'payment.processing', 'payment.completed'])
  })

  test.each(['rpc', 'horizon'] as const)(
    'what the lists of %s leave out counts all the same, by its transaction’s own record',
    async (broken) => {
      const shop = await open()
      const payment = await shop.create()
      await shop.close()
      const operations = [
        buildPayment('4', createMuxedAddress(payment.memo ?? '')),
        buildPayment('6', createMuxedAddress(payment.memo ?? '')),
      ]
      const hash = await send(devnet, operations)
      await faults({ [broken]: { unlistedTransactions: [hash] } })
      await shop.reopen()
      expect(await shop.untilStatus(payment, 'completed')).toMatchObject({
        amountReceived: '10.000000',
        transactions: [
          { hash, status: 'final' },
          { hash, status: 'final' },
        ],
      })
      expect((await shop.checkout.networks())[0]).toMatchObject({ trouble: null })
    },
  )

  test.each(['rpc', 'horizon'] as const)('what %s does not know at all, and the other shows, waits', async (broken) => {
    const shop = await open()
    const payment = await shop.create()
    await shop.close()
    const hash = await payFor(payment)
    await faults({ [broken]: { omittedTransactions: [hash] } })
    await shop.reopen()
    await pollUntil(
      async () => (await shop.checkout.networks())[0]?.trouble ?? '',
      (trouble) => trouble.includes('contradict each other'),
    )
    expect(['created', 'processing']).toContain((await shop.get(payment)).status)
    await faults({})
    await shop.untilStatus(payment, 'completed')
  })

  test('one that is far behind is waited for, and what came meanwhile is final at once', async () => {
    const shop = await open()
    await faults({ horizon: { lagLedgers: 40 } })
    const payment = [await shop.create(), await shop.create()]
    for (const one of payment) {
      await payFor(one)
      await closeLedgers(15)
    }
    for (const one of payment) await shop.untilStatus(one, 'processing')
    const { sequence } = await closeLedger(devnet.networks.stellar)
    await pollUntil(
      () => shop.checkout.networks(),
      ([network]) => (network?.read ?? 0) >= sequence,
    )
    for (const one of payment) expect((await shop.get(one)).status).toBe('processing')
    await faults({})
    for (const one of payment) await shop.untilStatus(one, 'completed')
  })

  test('one that emits no events for payments is not used, and doctor says so', async () => {
    await faults({ rpc: { withoutUnifiedEvents: true } })
    const shop = await open({ witnesses: 1 })
    const payment = await shop.create()
    await payFor(payment)
    await shop.untilStatus(payment, 'completed')
    const [network] = await shop.checkout.networks()
    expect(network?.nodes[0]).toMatchObject({ error: expect.stringContaining('emits no events') })
    const config: CheckoutConfig = {
      publicUrl: 'https://pay.example.com',
      ...createStellarConfig(devnet, { witnesses: 1 }),
    }
    const [rpc, horizon] = await inspectNodes(config)
    expect(rpc?.findings.filter(({ ok }) => !ok)).toMatchObject([{ text: expect.stringContaining('is not used') }])
    expect(horizon?.findings.filter(({ ok }) => !ok)).toEqual([])
  })

  test('an RPC alone that emits none is read by nobody: nothing is guessed', async () => {
    await faults({ rpc: { withoutUnifiedEvents: true } })
    const shop = await openStellarShop(devnet, { network: { horizonUrls: undefined } })
    shops.push(shop)
    await pollUntil(
      async () => (await shop.checkout.networks())[0]?.trouble ?? '',
      (trouble) => trouble.includes('emits no events'),
    )
    await expect(shop.create()).rejects.toMatchObject({ code: 'not_ready' })
    await faults({})
    await shop.caughtUp()
    const payment = await shop.create()
    await payFor(payment)
    await shop.untilStatus(payment, 'completed')
  })
})

describe('after the server was away', () => {
  test('it goes on where it was, whatever was paid meanwhile', async () => {
    for (const network of [{}, { rpcUrls: undefined }, { horizonUrls: undefined }]) {
      const shop = await open(network)
      const [paid, partly] = [await shop.create(), await shop.create()]
      await shop.close()
      await payFor(paid)
      await closeLedgers(5)
      await send(devnet, [buildPayment('1'), buildPayment('2', createMuxedAddress(partly.memo ?? ''))])
      await shop.reopen()
      await shop.untilStatus(paid, 'completed')
      await shop.until(partly, ({ amountReceived }) => amountReceived === '2.000000')
      expect(await shop.unattributed()).toMatchObject([{ amount: '1.000000' }])
    }
  })

  test('for longer than the RPC keeps its ledgers, Horizon has the rest, where one witness is enough', async () => {
    const shop = await open({ witnesses: 1 })
    const payment = await shop.create()
    await shop.close()
    await payFor(payment)
    await closeLedgers(12)
    await faults({ rpc: { retentionLedgers: 5 } })
    await shop.reopen()
    const fresh = await shop.create()
    await payFor(fresh)
    for (const one of [fresh, payment]) await shop.untilStatus(one, 'completed')
    await pollUntil(
      async () => (await shop.checkout.networks())[0],
      (network) => network?.trouble === null && network.lag.missed === 0,
    )
  })

  test('for so long without Horizon it says what it cannot read, and reads on', async () => {
    const shop = await open({ horizonUrls: undefined })
    const payment = await shop.create({ expiresIn: 1 })
    await shop.close()
    await payFor(payment)
    await closeLedgers(12)
    await faults({ rpc: { retentionLedgers: 5 } })
    await shop.reopen()
    const fresh = await shop.create()
    await payFor(fresh)
    await shop.untilStatus(fresh, 'completed')
    await pollUntil(
      async () => (await shop.checkout.networks())[0],
      (network) => network?.lag.missed !== 0 && (network?.trouble?.includes('no ledgers before') ?? false),
    )
    expect(await shop.get(payment)).toMatchObject({ status: 'created' })
    await faults({})
    await shop.until(payment, ({ transactions }) => transactions[0]?.status === 'final')
  })
})

describe('a wallet that cannot receive is refused', () => {
  const refusal = (shop: StellarShop, merchantWallet: string, input: object = {}) =>
    shop.create({ merchantWallet, ...input }).then(
      () => null,
      ({ code, param, message }) => ({ code, param, message }),
    )

  test.each([
    ['Stellar RPC', {}],
    ['Horizon', { rpcUrls: undefined }],
  ])('with what its owner has to do, as %s tells', async (_, network) => {
    const shop = await open(network)
    const owner = Keypair.random()
    const wallet = owner.publicKey()
    const cannot = (text: string) => ({
      code: 'wallet_cannot_receive',
      param: 'merchantWallet',
      message: expect.stringContaining(text),
    })
    expect(await refusal(shop, wallet)).toEqual(cannot('does not exist'))
    await send(devnet, [Operation.createAccount({ destination: wallet, startingBalance: '20' })])
    expect(await refusal(shop, wallet)).toEqual(cannot('no trustline for USDC'))
    await send(devnet, [Operation.changeTrust({ asset: USDC, limit: '15' })], { signer: owner })
    expect(await refusal(shop, wallet)).toBeNull()
    expect(await refusal(shop, wallet, { amount: 15.5 })).toEqual(cannot('has room for 15 USDC only'))
    await send(devnet, [Operation.setOptions({ setFlags: AuthRevocableFlag })], { signer: stellarKeys.issuer })
    await send(devnet, [buildPayment('6', wallet)])
    expect(await refusal(shop, wallet, { amount: 15.5 })).toEqual(cannot('has room for 9 USDC only'))
    await send(devnet, [Operation.setTrustLineFlags({ trustor: wallet, asset: USDC, flags: { authorized: false } })], {
      signer: stellarKeys.issuer,
    })
    expect(await refusal(shop, wallet, { amount: 15.5 })).toEqual(cannot('not authorised'))
  })

  test('unless no node answers: then nobody is turned away', async () => {
    const shop = await open()
    await faults({ rpc: { silent: true }, horizon: { silent: true } })
    expect(await refusal(shop, Keypair.random().publicKey())).toBeNull()
    expect(await refusal(shop, createMuxedAddress('7'))).toMatchObject({
      code: 'invalid_wallet_address',
      param: 'merchantWallet',
    })
    expect(await refusal(shop, stellarKeys.issuer.publicKey())).toMatchObject({ code: 'invalid_wallet_address' })
    expect(await refusal(shop, MERCHANT, { cryptocurrency: 'DAI' })).toMatchObject({ code: 'unsupported_asset' })
  })
})
