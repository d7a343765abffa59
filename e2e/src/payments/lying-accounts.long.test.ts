import { randomBytes } from 'node:crypto'
import type { Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { Interface, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, cleanUp, type Ethereum, openShop, pollUntil, type Shop } from '../support/harness.ts'

/** The budget of the server's README, in ether. */
const BUDGET = { maxFeePerPayment: 0.002, maxFeePerDay: 0.2 }
const SHARE = 20_000_000_000_000_000n
const KEY_ENV = 'LYING_ACCOUNTS_TEST_KEY'
const NO_PROPOSER = `0x${'0'.repeat(40)}`
const PROPOSER = `0x${'c0'.repeat(20)}`

let devnet: Ethereum
let shop: Shop
let key: string

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  process.env[KEY_ENV] = `0x${randomBytes(32).toString('hex')}`
  key = new Wallet(process.env[KEY_ENV]).address
  await devnet.faucet(key)
  await mine(devnet.networks.ethereum)
})

afterEach(() => shop.close())

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

async function open(): Promise<void> {
  shop = await openShop(devnet, { network: { gasKey: { env: KEY_ENV }, gasless: BUDGET } })
}

/** An account with coins and nothing for gas. */
async function openPayer(): Promise<Wallet> {
  const payer = new Wallet(`0x${randomBytes(32).toString('hex')}`)
  const gift = { network: 'ethereum', cryptocurrency: 'USDC', to: payer.address, amount: 50_000_000n } as const
  await devnet.payer.send(gift)
  await mine(devnet.networks.ethereum)
  return payer
}

let requests = 0

/** From a different address each time, because requests per address are limited. */
async function request(method: string, path: string, query = '', body?: object) {
  requests += 1
  const answer = await shop.checkout.handle({
    ...{ method, path, query, address: `10.0.${requests >> 8}.${requests & 255}` },
    headers: body ? { 'content-type': 'application/json' } : {},
    body: { kind: 'bytes', bytes: Buffer.from(body ? JSON.stringify(body) : '') },
  })
  return { status: answer?.status, body: JSON.parse(Buffer.from(answer?.body ?? '').toString()) }
}

/** Asks the shop to send a payment for an account with code. */
const sign = (payment: Pick<Payment, 'id'>, from: string) =>
  request('POST', `/pay/${payment.id.slice(4)}/authorizations`, '', { from, signature: `0x${'51'.repeat(70)}` })

async function payWithoutGas(): Promise<void> {
  const payer = await openPayer()
  const payment = await shop.create()
  const path = `/pay/${payment.id.slice(4)}`
  const { body: data } = await request('GET', `${path}/authorization`, `from=${payer.address}`)
  const { EIP712Domain: _, ...types } = data.types
  const signature = await payer.signTypedData(data.domain, types, data.message)
  expect(await request('POST', `${path}/authorizations`, '', { from: payer.address, signature })).toMatchObject({
    status: 200,
  })
  await pollUntil(
    async () => {
      await mine(devnet.networks.ethereum)
      return shop.get(payment)
    },
    ({ status }) => status === 'completed',
  )
}

/** Bytecode that answers every call as a valid signature (ERC-1271) while its condition is 1, and with 0 otherwise. */
const says = (condition: string) => `0x${condition}631626ba7e0260e01b5f5260205ff3`

const code = (address: string, bytes: string) => ask(devnet, 'anvil_setCode', [address, bytes])

/** Conditions that hold only while a call is tried out, with what is done before its block. */
const LIARS: readonly (readonly [string, string, (() => Promise<unknown>)?])[] = [
  ['the price of gas is zero', '3a15'],
  // Below 1.2 gwei.
  ['the base fee is low', '6347868c004810', () => ask(devnet, 'anvil_setNextBlockBaseFeePerGas', ['0x59682f00'])],
  ['there is no proposer', '4115', () => ask(devnet, 'anvil_setCoinbase', [PROPOSER])],
  // Nobody calls it too: this node calls with the number of the newest block, and estimates with that of the next.
  ['the block is odd', '60014316331517', skipBlock],
  ['the block is even', '6001431615331517', skipBlock],
]

/** The key's transaction comes a block later. */
async function skipBlock(): Promise<void> {
  await ask(devnet, 'anvil_dropAllTransactions')
  await mine(devnet.networks.ethereum)
  await untilSent()
}

/** Waits until the key's next transaction waits for a block. */
function untilSent(): Promise<unknown> {
  const pool = async () => (await ask(devnet, 'txpool_status')) as { pending: string }
  return pollUntil(pool, ({ pending }) => pending !== '0x0')
}

/** The result of a lie for one payment: `refused`, or how its transaction ended. */
async function lie(address: string, before?: () => Promise<unknown>): Promise<string> {
  const payment = await shop.create({ expiresIn: 86_400 })
  let { status } = await sign(payment, address)
  if (status !== 200) {
    // Of two blocks, one is odd.
    await mine(devnet.networks.ethereum)
    status = (await sign(payment, address)).status
  }
  if (status !== 200) return 'refused'
  await untilSent()
  await before?.()
  await mine(devnet.networks.ethereum)
  await ask(devnet, 'anvil_setCoinbase', [NO_PROPOSER])
  await ask(devnet, 'anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00'])
  const getOrMine = async () => {
    await mine(devnet.networks.ethereum)
    return (await sign(payment, address)).body.status
  }
  return pollUntil(getOrMine, (one) => one !== 'pending')
}

test('an account whose code is true only while it is tried out costs one failed transaction a day at most', async () => {
  await open()
  const seen: string[] = []
  for (const [when, condition, before] of LIARS) {
    const { address } = await openPayer()
    await code(address, says(condition))
    for (let payments = 0; payments < 3; payments++) seen.push(`${when}: ${await lie(address, before)}`)
  }
  const expected = LIARS.flatMap(([when], index) => [
    // The call is tried out with the price that it is sent with.
    `${when}: ${index === 0 ? 'refused' : 'failed'}`,
    ...[`${when}: refused`, `${when}: refused`],
  ])
  expect(seen).toEqual(expected)
  const getNetwork = async () => (await shop.checkout.networks())[0]
  const network = await pollUntil(getNetwork, (one) => one?.trouble != null)
  expect(network?.trouble).toContain('4 transactions for payers failed within a day')
  expect(shop.log.filter((line) => line.includes('4 transactions for payers failed'))).toHaveLength(1)
  await payWithoutGas()
}, 120_000)

const TOKEN = new Interface(['function transfer(address to, uint256 value) external'])

/** Moves an account's coins on, in the next block. */
async function passOn(from: string, to: string): Promise<void> {
  await code(from, '0x')
  await ask(devnet, 'anvil_setBalance', [from, '0xde0b6b3a7640000'])
  await ask(devnet, 'anvil_impersonateAccount', [from])
  const data = TOKEN.encodeFunctionData('transfer', [to, 50_000_000n])
  await ask(devnet, 'eth_sendTransaction', [{ from, to: devnet.networks.ethereum.coins.USDC.address, data }])
}

test('two hundred accounts with code that pass one balance on cost a tenth of the day, and payers are served', async () => {
  await open()
  const balance = async () => BigInt(String(await ask(devnet, 'eth_getBalance', [key, 'latest'])))
  const before = await balance()
  let { address } = await openPayer()
  let [taken, refused] = [0, 0]
  for (let account = 0; account < 200; account++) {
    await code(address, says('4115'))
    const payment = await shop.create({ expiresIn: 86_400 })
    if ((await sign(payment, address)).status === 200) {
      taken += 1
      await untilSent()
      await ask(devnet, 'anvil_setCoinbase', [PROPOSER])
      await ask(devnet, 'anvil_setNextBlockBaseFeePerGas', ['0x1dcd65000'])
      await mine(devnet.networks.ethereum)
      await ask(devnet, 'anvil_setCoinbase', [NO_PROPOSER])
    } else refused += 1
    const next = new Wallet(`0x${randomBytes(32).toString('hex')}`).address
    await passOn(address, next)
    await ask(devnet, 'anvil_setNextBlockBaseFeePerGas', ['0x1dcd65000'])
    await mine(devnet.networks.ethereum)
    address = next
  }
  const cost = before - (await balance())
  expect({ taken: taken > 5, refused: refused > 50, cost: cost > SHARE / 4n && cost <= SHARE }).toEqual({
    ...{ taken: true, refused: true, cost: true },
  })
  await ask(devnet, 'anvil_setNextBlockBaseFeePerGas', ['0x3b9aca00'])
  await payWithoutGas()
}, 240_000)
