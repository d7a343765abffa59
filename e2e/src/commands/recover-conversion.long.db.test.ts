import { createCheckout, listTerms, recoverDeposit } from '@crypto-checkout/core'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { callRpc, readBalance } from '@crypto-checkout/devnet/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openConversionShop } from '../support/conversion-shop.ts'
import { cleanUp, createDatabase, createWallet, pollUntil } from '../support/harness.ts'

let devnet: Devnet<'ethereum' | 'polygon'>
/** An account with gas that has nothing to do with the shop. */
const stranger = createWallet()

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum', 'polygon'], blockTimeMs: 100 })
  await devnet.faucet(stranger)
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

type Call = { readonly to: string; readonly data: string }

async function send({ to, data }: Call, from: string, name: 'ethereum' | 'polygon' = 'polygon'): Promise<void> {
  const network = devnet.networks[name]
  await callRpc(network, 'anvil_impersonateAccount', [from])
  await callRpc(network, 'anvil_setBalance', [from, '0xde0b6b3a7640000'])
  const hash = await callRpc(network, 'eth_sendTransaction', [{ from, to, data }])
  const receipt = () => callRpc(network, 'eth_getTransactionReceipt', [hash]) as Promise<{ status: string } | null>
  expect(await pollUntil(receipt, (one) => one !== null)).toMatchObject({ status: '0x1' })
}

/** A shop with two paid deposits whose money is to be converted; its database is gone, and an empty one in its place. */
async function loseDatabase() {
  const shop = await openConversionShop(devnet)
  const [payment, other] = [await shop.pay(10), await shop.pay(4)]
  const { context } = shop.checkout
  const [{ terms = '' } = {}, ...more] = await listTerms(context, { environment: 'sandbox' })
  expect(more).toEqual([])
  const about = { environment: 'sandbox', network: 'polygon', wallet: shop.wallet.address } as const
  const known = await recoverDeposit(context, { ...about, paymentId: payment.id })
  expect(known).toMatchObject({ known: true, address: payment.address, account: { terms } })
  await shop.checkout.stop()
  const empty = createCheckout({
    publicUrl: 'https://pay.example.com',
    ...shop.config,
    database: await createDatabase(),
    log: () => {},
  })
  onTestFinished(() => empty.stop())
  await empty.ready()
  const recover = (paymentId: string, given?: string) =>
    recoverDeposit(empty.context, { ...about, paymentId, terms: given })
  return { payment, other, terms, recover, wallet: shop.wallet.address }
}

test('without the database, money that was to be converted gets to the wallet by the calls of the command', async () => {
  const { payment, other, terms, recover, wallet } = await loseDatabase()
  const { polygon } = devnet.networks
  // Neither terms nor database: the address would be another one.
  expect(await recover(payment.id)).toMatchObject({ known: false, account: null, calls: [] })
  const found = await recover(payment.id, terms)
  expect(found).toMatchObject({ known: false, address: payment.address, problem: null })
  expect(found.calls.map(({ coin }) => coin)).toEqual(['USDC'])
  expect(found.account?.releases.map(({ coin }) => coin)).toEqual(['USDC'])
  // Settings that nobody changed and the configuration say the rest.
  expect(await recover(payment.id, '{"destination":"ethereum"}')).toMatchObject({ address: payment.address })
  if (found.deployment) await send(found.deployment, stranger)
  for (const call of found.calls) await send(call, stranger)
  const swept = await recover(payment.id, terms)
  expect(swept).toMatchObject({ calls: [], deployment: null })
  expect(swept.account?.balances).toContainEqual(expect.objectContaining({ coin: 'USDC', amount: '10.000000' }))
  if (swept.account?.deployment) await send(swept.account.deployment, stranger)
  for (const call of swept.account?.releases ?? []) await send(call, wallet)
  expect(await readBalance(polygon, wallet)).toBe(10_000_000n)

  const next = await recover(other.id, terms)
  for (const call of next.calls) await send(call, stranger)
  expect(await readBalance(polygon, next.account?.address ?? '')).toBe(4_000_000n)
  if (next.account?.conversion) await send(next.account.conversion, stranger)
  expect(await readBalance(polygon, next.account?.address ?? '')).toBe(0n)
  expect(await readBalance(polygon, wallet)).toBe(10_000_000n)
})

test('money that came on another network than its terms gets to the wallet there by the calls of the command', async () => {
  const shop = await openConversionShop(devnet)
  const { ethereum } = devnet.networks
  const { id: paymentId, address: to } = await shop.pay(10)
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to, amount: 7_000_000n })
  const recover = () =>
    recoverDeposit(shop.checkout.context, {
      environment: 'sandbox',
      network: 'ethereum',
      wallet: shop.wallet.address,
      paymentId,
    })
  const found = await pollUntil(recover, ({ calls }) => calls.length > 0)
  expect(found).toMatchObject({ known: true, address: to, problem: null, account: { conversion: null } })
  for (const call of [found.deployment, ...found.calls]) if (call) await send(call, stranger, 'ethereum')
  const { account } = await recover()
  expect(account?.releases).toMatchObject([{ coin: 'USDC', sender: 'wallet' }])
  const before = await readBalance(ethereum, shop.wallet.address)
  // Local networks have their coins at the same addresses, so this coin is that of the terms.
  for (const call of [account?.deployment, ...(account?.releases ?? [])])
    if (call) await send(call, shop.wallet.address, 'ethereum')
  expect(await readBalance(ethereum, shop.wallet.address)).toBe(before + 7_000_000n)
})

test('terms that cannot be read, or that pay another wallet, are refused', async () => {
  const { payment, terms, recover } = await loseDatabase()
  const other = JSON.stringify({ ...JSON.parse(terms), wallet: createWallet() })
  for (const wrong of ['ethereum', '{}', '{"destination":"solana"}', '{"destination":"ethereum","token":"0x1"}', other])
    await expect(recover(payment.id, wrong)).rejects.toMatchObject({ code: 'invalid_parameter', param: 'terms' })
})
