import type { Settlement } from '@crypto-checkout/core'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { callRpc } from '@crypto-checkout/devnet/testing'
import { Interface } from 'ethers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Call, Transactor } from '../../../packages/core/src/chains/transactor.ts'
import { deriveDepositSalt } from '../../../packages/core/src/deposits/deposit.ts'
import { readTerms } from '../../../packages/core/src/deposits/terms.ts'
import { listConversionProblems } from '../../../packages/core/src/settlements/conversion/inspect.ts'
import { type ConversionShop, createConverting, type Name, openConversionShop } from '../support/conversion-shop.ts'
import { cleanUp, pollUntil, toMillionths } from '../support/harness.ts'

let devnet: Devnet<Name>

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum', 'polygon'], blockTimeMs: 100 })
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const DAY_MS = 86_400_000
/** More than the terms of a burn offer: one percent. */
const TOO_DEAR = { fees: { standard: 100 } }

function transactorOf({ checkout }: ConversionShop, name: Name): Transactor {
  const { transactor } = checkout.context.network('sandbox', name)?.chain ?? {}
  if (!transactor) throw new Error(`${name} sends nothing`)
  return transactor
}

/** Somebody else sends a transaction. */
async function sendAsStranger(name: Name, { to, data }: Omit<Call, 'from'>): Promise<void> {
  const request = { from: devnet.accounts.payer, to, data, gas: '0x1e8480' }
  await waitMined(name, await callRpc(devnet.networks[name], 'eth_sendTransaction', [request]))
}

async function waitMined(name: Name, hash: unknown): Promise<void> {
  const receipt = await pollUntil(
    () => callRpc(devnet.networks[name], 'eth_getTransactionReceipt', [hash]),
    (found) => found !== null,
  )
  expect(receipt).toMatchObject({ status: '0x1' })
}

async function listAccounts({ checkout }: ConversionShop) {
  return checkout.context.db.selectFrom('conversion_accounts').selectAll().orderBy('created_at').execute()
}

async function burnAsStranger(shop: ConversionShop): Promise<void> {
  const [account] = await listAccounts(shop)
  if (!account) throw new Error('there is no account')
  await sendAsStranger(shop.from, transactorOf(shop, shop.from).converting.convertCall(readTerms(account)))
}

/** Lets a minute pass, again and again: what is refused ends after ten, and is tried again ten later. */
function passMinutes(shop: ConversionShop): void {
  const timer = setInterval(() => shop.wait(60_000), 500)
  onTestFinished(() => clearInterval(timer))
}

const isAt = (status: string) => (settlement: Settlement) => settlement.conversion?.status === status

/** The sum of what arrived by settlements is what is in the wallet. */
async function expectArrived(shop: ConversionShop, settlements: readonly Settlement[], sent: bigint): Promise<void> {
  const ended = await Promise.all(settlements.map(shop.ended))
  const sum = (name: 'sentAmount' | 'receivedAmount' | 'feeAmount') =>
    ended.reduce((total, { conversion }) => total + toMillionths(conversion?.[name] ?? '0'), 0n)
  for (const one of ended) expect(one).toMatchObject({ status: 'completed', conversion: { status: 'delivered' } })
  expect(sum('sentAmount')).toBe(sent)
  expect(sum('receivedAmount')).toBe(await shop.arrived())
  expect(sum('receivedAmount') + sum('feeAmount')).toBe(sum('sentAmount'))
  await shop.expectNoStrays()
}

test("a burn that is too dear is not sent; a stranger's, of two settlements at once, is shared to the last unit", async () => {
  const shop = await openConversionShop(devnet)
  devnet.attester.behave(TOO_DEAR)
  await shop.pay(10.01)
  const one = await shop.close()
  await pollUntil(
    () => shop.logged.join('\n'),
    (text) => text.includes('more than'),
  )
  await shop.pay(7.03)
  const other = await shop.close()
  await pollUntil(
    () => shop.checkout.context.db.selectFrom('conversions').selectAll().execute(),
    ({ length }) => length === 2,
  )
  await burnAsStranger(shop)
  await expectArrived(shop, [one, other], 17_040_000n)
  expect(await shop.arrived()).toBe(16_988_880n)
  expect(await shop.checkout.context.db.selectFrom('exits').selectAll().execute()).toHaveLength(1)
})

test('new settings make a new account, and payments of before keep theirs', async () => {
  const shop = await openConversionShop(devnet)
  await shop.pay()
  await shop.checkout.sandbox.merchant.updateSettings({ settlementLeast: '0.99' })
  await shop.pay(7)
  const data = await pollUntil(
    async () => {
      await shop.checkout.sandbox.settlements.create()
      return (await shop.checkout.sandbox.settlements.list()).data
    },
    ({ length }) => length === 2,
    250,
  )
  expect(new Set(data.map(({ conversion }) => conversion?.account)).size).toBe(2)
  await expectArrived(shop, data, 17_000_000n)
})

test('money that strangers have swept and burned before its settlement is of that settlement', async () => {
  const shop = await openConversionShop(devnet)
  const { id } = await shop.pay()
  const [account] = await listAccounts(shop)
  const { sweeping } = transactorOf(shop, 'polygon')
  const of = { recipient: account?.account ?? '', token: account?.token ?? '', salts: [deriveDepositSalt(id)] }
  await sendAsStranger('polygon', sweeping.sweepCall(of))
  await burnAsStranger(shop)
  await expectArrived(shop, [await shop.close()], 10_000_000n)
})

test('a fee within the bound is taken, and the settlement says it', async () => {
  const shop = await openConversionShop(devnet)
  devnet.attester.behave({ fees: { standard: 10 } })
  await shop.pay()
  await expectArrived(shop, [await shop.close()], 10_000_000n)
  expect(await shop.arrived()).toBe(9_990_000n)
})

const CIRCLE = new Interface([
  'function owner() view returns (address)',
  'function setMinFee(uint256 fee)',
  'function setMaxBurnAmountPerMessage(address coin, uint256 limit)',
])

/** Makes Circle ask for a fee of each burn on Polygon, in ten-millionths of it. */
const askFee = (tenMillionths: bigint) => sendAsCircle('setMinFee', [tenMillionths])

/** The most of one burn on Polygon. */
const limitBurns = (most: bigint) =>
  sendAsCircle('setMaxBurnAmountPerMessage', [devnet.networks.polygon.coins.USDC.address, most])

async function sendAsCircle(name: string, values: readonly unknown[]): Promise<void> {
  const { messenger } = devnet.networks.polygon.cctp
  const question = { to: messenger, data: CIRCLE.encodeFunctionData('owner') }
  const answer = String(await callRpc(devnet.networks.polygon, 'eth_call', [question, 'latest']))
  const [from] = CIRCLE.decodeFunctionResult('owner', answer)
  const order = { from, to: messenger, data: CIRCLE.encodeFunctionData(name, values) }
  const hash = await callRpc(devnet.networks.polygon, 'eth_sendTransaction', [order])
  await waitMined('polygon', hash)
}

test('an amount whose fee is above the bound is burned in parts that are below it', async () => {
  await askFee(10_000n)
  onTestFinished(() => askFee(0n))
  const shop = await openConversionShop(devnet, { settings: { settlementMaxFee: '0.01' } })
  devnet.attester.behave({ fees: { standard: 10 } })
  await shop.pay(25)
  await expectArrived(shop, [await shop.close()], 25_000_000n)
  expect(await shop.arrived()).toBe(24_975_000n)
  const exits = await shop.checkout.context.db.selectFrom('exits').select('left_amount').orderBy('seq').execute()
  expect(exits.map((exit) => exit.left_amount)).toEqual([10_000_000n, 10_000_000n, 5_000_000n])
})

test('without gas on the other network the money waits, and anybody can deliver it', async () => {
  const shop = await openConversionShop(devnet)
  await shop.setGas('ethereum', 0n)
  await shop.pay()
  const settlement = await shop.close()
  await shop.until(settlement, isAt('attested'))
  const [exit] = await shop.checkout.context.db.selectFrom('exits').selectAll().execute()
  const { converting } = transactorOf(shop, 'ethereum')
  const signed = { message: exit?.message ?? '', attestation: exit?.attestation ?? '' }
  await sendAsStranger('ethereum', converting.deliverCall(devnet.networks.ethereum.cctp.transmitter, signed))
  await expectArrived(shop, [settlement], 10_000_000n)
  await shop.setGas('ethereum', 10n ** 18n)
  await shop.pay(7)
  await expectArrived(shop, [settlement, await shop.close()], 17_000_000n)
})

test('without gas on either network a conversion waits for some', async () => {
  const shop = await openConversionShop(devnet)
  for (const name of ['polygon', 'ethereum'] as const) await shop.setGas(name, 0n)
  await shop.pay()
  const settlement = await shop.close()
  await pollUntil(
    () => shop.logged.join('\n'),
    (text) => text.includes('left for gas on polygon'),
  )
  await shop.setGas('polygon', 10n ** 18n)
  await shop.until(settlement, isAt('attested'))
  expect(await shop.arrived()).toBe(0n)
  await shop.setGas('ethereum', 10n ** 18n)
  await expectArrived(shop, [settlement], 10_000_000n)
})

test.each(['wrongKey', 'expired'] as const)(
  'a message that the other network refuses (%s) is asked for again',
  async (trouble) => {
    const fast = { from: 'ethereum', settings: { settlementSpeed: 'fast' } } as const
    const shop = await openConversionShop(devnet, trouble === 'expired' ? fast : {})
    devnet.attester.behave({ [trouble]: true })
    await shop.pay()
    const settlement = await shop.close()
    await pollUntil(
      () => shop.logged.join('\n'),
      (text) => text.includes('refuses what is to be sent for delivery'),
    )
    if (trouble === 'wrongKey') devnet.attester.behave({})
    // A transaction that is refused for long ends.
    const timer = setInterval(() => shop.wait(60_000), 500)
    onTestFinished(() => clearInterval(timer))
    expect(await shop.ended(settlement)).toMatchObject({ status: 'completed', conversion: { status: 'delivered' } })
  },
)

test('doctor says which bounds a conversion breaks, and which key is gone while money is under way', async () => {
  const shop = await openConversionShop(devnet)
  const { context } = shop.checkout
  const listTexts = async (of = context) => (await listConversionProblems(of)).map(({ text }) => text)
  devnet.attester.behave({ unseen: true })
  await shop.pay()
  await shop.until(await shop.close(), isAt('burned'))
  devnet.attester.behave({})
  expect(await listTexts()).toEqual([])
  devnet.attester.behave(TOO_DEAR)
  expect(await listTexts()).toEqual([
    expect.stringMatching(/^conversions to ethereum: Circle takes 1 %, and settlementLeast of \w+ allows 0\.3 %$/),
  ])
  devnet.attester.behave({})
  await limitBurns(9_999_999n)
  onTestFinished(() => limitBurns(10n ** 13n))
  expect(await listTexts()).toEqual([
    'conversions: a settlement of the last 30 days had 10.000000 USDC, and Circle burns 9.999999 at once',
  ])
  await limitBurns(10n ** 13n)
  const networks = context.networks.map((network) => ({ ...network, conversion: false, sending: null }))
  expect(await listTexts({ ...context, networks })).toEqual([
    'conversions: money is on its way, and no gasKey pays for gas on polygon',
    'conversions: money is on its way, and no gasKey pays for gas on ethereum',
  ])
})

test('money waits while its network is not configured', async () => {
  const shop = await openConversionShop(devnet)
  devnet.attester.behave({ unseen: true })
  await shop.pay()
  const settlement = await shop.close()
  await shop.until(settlement, isAt('burned'))
  await shop.checkout.stop()
  devnet.attester.behave({})
  const { polygon } = shop.config.sandbox.networks
  const without = createConverting({ ...shop.config, sandbox: { networks: { polygon } } })
  onTestFinished(() => without.checkout.stop())
  await without.checkout.start()
  await pollUntil(
    () => without.logged.join('\n'),
    (text) => text.includes('ethereum is not configured'),
  )
  await without.checkout.stop()
  const again = createConverting(shop.config)
  onTestFinished(() => again.checkout.stop())
  await again.checkout.start()
  const ended = await pollUntil(
    () => again.checkout.sandbox.settlements.retrieve(settlement.id),
    ({ status }) => status !== 'pending',
  )
  expect(ended).toMatchObject({ status: 'completed', conversion: { status: 'delivered', receivedAmount: '10.000000' } })
  expect(await shop.arrived()).toBe(10_000_000n)
})

/** Announces the release of money that could not be burned for a day. */
async function announce(shop: ConversionShop): Promise<Settlement> {
  devnet.attester.behave(TOO_DEAR)
  await shop.pay()
  const settlement = await shop.close()
  await pollUntil(
    () => shop.checkout.context.db.selectFrom('conversions').selectAll().execute(),
    ({ length }) => length === 1,
  )
  shop.wait(DAY_MS + 1)
  await pollUntil(
    () =>
      shop.checkout.context.db
        .selectFrom('sends')
        .selectAll()
        .where('purpose', '=', 'conversion')
        .where('state', '=', 'succeeded')
        .execute(),
    ({ length }) => length === 1,
  )
  return settlement
}

test('a burn that becomes possible takes the announcement of a release back', async () => {
  const shop = await openConversionShop(devnet)
  const settlement = await announce(shop)
  devnet.attester.behave({})
  passMinutes(shop)
  await expectArrived(shop, [settlement], 10_000_000n)
})

test('a delivery by a stranger is found thousands of blocks later', async () => {
  const shop = await openConversionShop(devnet)
  await shop.setGas('ethereum', 0n)
  await shop.pay()
  const settlement = await shop.close()
  await shop.until(settlement, isAt('attested'))
  const [exit] = await shop.checkout.context.db.selectFrom('exits').selectAll().execute()
  await shop.checkout.stop()
  const signed = { message: exit?.message ?? '', attestation: exit?.attestation ?? '' }
  const { cctp } = devnet.networks.ethereum
  await sendAsStranger('ethereum', transactorOf(shop, 'ethereum').converting.deliverCall(cctp.transmitter, signed))
  await callRpc(devnet.networks.ethereum, 'anvil_mine', ['0xbb8'])
  const again = createConverting(shop.config)
  onTestFinished(() => again.checkout.stop())
  await again.checkout.start()
  const ended = await pollUntil(
    () => again.checkout.sandbox.settlements.retrieve(settlement.id),
    ({ status }) => status !== 'pending',
  )
  expect(ended).toMatchObject({ status: 'completed', conversion: { status: 'delivered', receivedAmount: '10.000000' } })
})

test('what cannot be burned for a day is announced, and three days later in the wallet on its own network', async () => {
  const shop = await openConversionShop(devnet)
  const settlement = await announce(shop)
  await callRpc(devnet.networks.polygon, 'evm_increaseTime', [3 * 86_400])
  shop.wait(3 * DAY_MS)
  expect(await shop.ended(settlement)).toMatchObject({
    status: 'completed',
    conversion: { status: 'released', receivedAmount: '10.000000', feeAmount: '0.000000' },
  })
  expect([await shop.released(), await shop.arrived()]).toEqual([10_000_000n, 0n])
  await shop.expectNoStrays()
})
