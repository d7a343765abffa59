import type { Settlement } from '@crypto-checkout/core'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { callRpc } from '@crypto-checkout/devnet/testing'
import { Interface } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConversionShop, openConversionShop } from '../support/conversion-shop.ts'
import { cleanUp } from '../support/harness.ts'

const RECEIVING = new Interface(['function receiveMessage(bytes message, bytes attestation)'])

/** Owns the roles of USDC on local networks. */
const ISSUER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

let devnet: Devnet<'ethereum' | 'polygon'>

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum', 'polygon'], blockTimeMs: 100 })
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

async function listMoves({ checkout }: ConversionShop, { id }: Settlement) {
  const { data } = await checkout.sandbox.settlements.entries(id)
  return data.map(({ kind, network, amount, sum }) => [kind, network, kind === 'network_fee' ? 'fee' : amount, sum])
}

test('what came on Polygon arrives on Ethereum, and the books say each step', async () => {
  const shop = await openConversionShop(devnet)
  await shop.pay()
  const created = await shop.close()
  expect(created).toMatchObject({ status: 'pending', conversion: { status: 'waiting', receivedAmount: '0.000000' } })
  const settlement = await shop.ended(created)
  expect(settlement).toMatchObject({
    ...{ status: 'completed', amount: '10.000000', network: 'polygon' },
    destination: shop.wallet.address.toLowerCase(),
    route: { outcome: 'converted', by: 'cctp', reason: null },
    conversion: {
      ...{ status: 'delivered', route: 'cctp', network: 'ethereum', wallet: shop.wallet.address.toLowerCase() },
      ...{ sentAmount: '10.000000', receivedAmount: '10.000000', feeAmount: '0.000000' },
    },
  })
  expect(settlement.conversion?.transactions).toHaveLength(2)
  expect(await shop.arrived()).toBe(10_000_000n)
  expect(await listMoves(shop, settlement)).toEqual([
    ['received', 'polygon', '10.000000', 'deposits'],
    ['network_fee', 'polygon', 'fee', 'fees'],
    ['swept', 'polygon', '-10.000000', 'deposits'],
    ['swept', 'polygon', '10.000000', 'amount'],
    ['network_fee', 'polygon', 'fee', 'fees'],
    ['network_fee', 'ethereum', 'fee', 'conversion'],
    ['converted', 'polygon', '-10.000000', 'conversion'],
    ['converted', 'ethereum', '10.000000', 'conversion'],
  ])
  const { data: events } = await shop.checkout.sandbox.events.list({ limit: 100 })
  const types = events.map(({ type }) => type).filter((type) => type.startsWith('settlement.'))
  expect(types.reverse()).toEqual(['settlement.created', 'settlement.completed', 'settlement.converted'])
  await shop.expectNoStrays()
})

test('a silent attester delays a conversion, and nothing else', async () => {
  const shop = await openConversionShop(devnet)
  devnet.attester.behave({ unseen: true })
  await shop.pay()
  const settlement = await shop.close()
  await shop.until(settlement, ({ conversion }) => conversion?.status === 'burned')
  await shop.pay(7)
  devnet.attester.behave({ otherWallet: true })
  const next = await shop.close()
  await shop.until(next, ({ conversion }) => conversion?.status === 'burned')
  expect(await shop.arrived()).toBe(0n)
  devnet.attester.behave({})
  for (const one of [settlement, next]) expect(await shop.ended(one)).toMatchObject({ status: 'completed' })
  expect(await shop.arrived()).toBe(17_000_000n)
  await shop.expectNoStrays()
})

/** Calls `blacklist(address)` or `unBlacklist(address)` of USDC on Ethereum, as its issuer. */
async function askCircle(selector: string, address: string): Promise<void> {
  const data = selector + address.slice(2).toLowerCase().padStart(64, '0')
  const { coins } = devnet.networks.ethereum
  await callRpc(devnet.networks.ethereum, 'eth_sendTransaction', [{ from: ISSUER, to: coins.USDC.address, data }])
}

test('money waits for a wallet that is blocked on the other network', async () => {
  const shop = await openConversionShop(devnet)
  await askCircle('0xf9f92be4', shop.wallet.address)
  await shop.pay()
  const settlement = await shop.close()
  await shop.until(settlement, ({ conversion }) => conversion?.status === 'attested')
  expect(await shop.arrived()).toBe(0n)
  const blocked = { where: 'sandbox polygon', text: expect.stringMatching(/^conversions: 0x\w+ on ethereum .*block/) }
  expect((await shop.checkout.doctor()).wallets).toContainEqual(expect.objectContaining(blocked))
  await askCircle('0x1a895266', shop.wallet.address)
  expect(await shop.ended(settlement)).toMatchObject({ status: 'completed', conversion: { status: 'delivered' } })
  expect(await shop.arrived()).toBe(10_000_000n)
})

test('a payment that was made before its money had a route is paid out as it is, and its settlement says so', async () => {
  const shop = await openConversionShop(devnet)
  const { merchant } = shop.checkout.sandbox
  await merchant.updateSettings({ settlementNetwork: null })
  await shop.pay()
  await merchant.updateSettings({ settlementNetwork: 'ethereum' })
  const settlement = await shop.close()
  const expected = { route: { outcome: 'kept', by: null, reason: 'made_before' }, conversion: null }
  expect(settlement).toMatchObject({ ...expected, destination: shop.wallet.address })
  expect(await shop.ended(settlement)).toMatchObject({ ...expected, status: 'completed' })
  expect([await shop.arrived(), await shop.released()]).toEqual([0n, 10_000_000n])
})

test('with no gas on the other network, anybody delivers by the call that the settlement shows', async () => {
  const shop = await openConversionShop(devnet)
  await shop.setGas('ethereum', 0n)
  await shop.pay()
  const settlement = await shop.close()
  expect(settlement.conversion).toMatchObject({
    deliveries: [],
    releaseCall: { from: shop.wallet.address.toLowerCase() },
  })
  const waiting = await shop.until(settlement, ({ conversion }) => conversion?.deliveries.length === 1)
  expect(waiting.conversion).toMatchObject({ status: 'attested', releaseCall: null })
  const { ok, keys } = await shop.checkout.doctor()
  expect([ok, keys.find(({ where }) => where === 'sandbox ethereum')?.findings]).toEqual([
    false,
    expect.arrayContaining([{ ok: false, text: expect.stringContaining('nothing can be sent') }]),
  ])
  const [{ contract: to, ...signed } = { contract: '', message: '', attestation: '' }] =
    waiting.conversion?.deliveries ?? []
  const data = RECEIVING.encodeFunctionData('receiveMessage', [signed.message, signed.attestation])
  await callRpc(devnet.networks.ethereum, 'eth_sendTransaction', [{ from: devnet.accounts.payer, to, data }])
  expect(await shop.ended(settlement)).toMatchObject({ status: 'completed', conversion: { status: 'delivered' } })
  expect(await shop.arrived()).toBe(10_000_000n)
})
