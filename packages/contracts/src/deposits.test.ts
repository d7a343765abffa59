import type { Coin } from '@crypto-checkout/devnet'
import { Interface, type InterfaceAbi } from 'ethers/abi'
import { getAddress } from 'ethers/address'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeSweepAnswer, decodeSweepCalldata, depositAddress, sweepCalldata } from './deposits.ts'
import { DEPOSIT_CODE, FACTORY_ABI, FACTORY_ADDRESS, NATIVE_COIN } from './factory.ts'
import { Chain, ERC20, OTHER_RECIPIENT, RECIPIENT, STRANGER } from './testing/chain.ts'

let chain: Chain

beforeAll(async () => {
  chain = await Chain.start()
})

afterAll(async () => {
  await chain.stop()
})

const addressOf = (token: Coin | undefined) => (token ? chain.network.coins[token].address : NATIVE_COIN)

/** A recipient that holds nothing yet */
let recipients = 0
function newRecipient(): string {
  recipients += 1
  return getAddress(`0x${(0xacc0000 + recipients).toString(16).padStart(40, '0')}`)
}

describe('the address', () => {
  test('is what the factory says, with a checksum', async () => {
    const abi = new Interface(FACTORY_ABI as InterfaceAbi)
    for (const recipient of [RECIPIENT, OTHER_RECIPIENT, STRANGER]) {
      const salt = chain.salt()
      const answer = await chain.call(FACTORY_ADDRESS, abi.encodeFunctionData('depositAddress', [recipient, salt]))
      expect(depositAddress(recipient, salt)).toBe(abi.decodeFunctionResult('depositAddress', answer)[0])
      expect(depositAddress(recipient.toLowerCase(), salt.toUpperCase().replace('X', 'x'))).toBe(
        depositAddress(recipient, salt),
      )
    }
  })

  test('is another one for another recipient or another salt', () => {
    const [one, two] = [chain.salt(), chain.salt()]
    const pairs = [
      [RECIPIENT, one],
      [RECIPIENT, two],
      [OTHER_RECIPIENT, one],
      [OTHER_RECIPIENT, two],
    ] as const
    expect(new Set(pairs.map(([recipient, salt]) => depositAddress(recipient, salt))).size).toBe(4)
  })

  test.each([
    ['the zero address', NATIVE_COIN, `0x${'11'.repeat(32)}`],
    ['an address that is too short', '0xA1c3', `0x${'11'.repeat(32)}`],
    ['an address whose checksum is wrong', '0xf39fd6e51aad88F6F4ce6aB8827279cffFb92266', `0x${'11'.repeat(32)}`],
    ['a salt of 31 bytes', RECIPIENT, `0x${'11'.repeat(31)}`],
    ['a salt that is no number', RECIPIENT, 'pay_1'],
  ])('is refused for %s', (_, recipient, salt) => {
    expect(() => depositAddress(recipient, salt)).toThrow()
  })
})

describe.each([
  ['USDC', 'USDC'],
  ['USDT', 'USDT'],
  ['DAI', 'DAI'],
  ['the chain’s own coin', undefined],
] as const)('%s', (_, coin) => {
  test('is swept to the recipient by anybody, also again, and also when there is code already', async () => {
    const [recipient, salt, token] = [newRecipient(), chain.salt(), addressOf(coin)]
    const deposit = depositAddress(recipient, salt)
    let total = 0n
    for (const amount of [12_345_678n, 1n, 99n]) {
      await chain.pay(deposit, amount, coin)
      const { outcomes } = await chain.sweep([{ recipient, token, salts: [salt] }])
      total += amount
      expect(outcomes).toEqual([{ swept: true, deposit, token, amount }])
      expect(await chain.balance(deposit, token)).toBe(0n)
      expect(await chain.balance(recipient, token)).toBe(total)
      expect(await chain.code(deposit)).toBe(DEPOSIT_CODE)
    }
  })

  test('is swept from many deposits in one transaction, with an event for each, and empty ones cost little', async () => {
    const [recipient, token] = [newRecipient(), addressOf(coin)]
    const salts = Array.from({ length: 12 }, () => chain.salt())
    const full = salts.filter((_, i) => i % 3 !== 1)
    for (const [i, salt] of full.entries()) await chain.pay(depositAddress(recipient, salt), BigInt(100 + i), coin)
    const group = { recipient, token, salts }
    const { outcomes } = await chain.sweep([group])
    expect(outcomes).toEqual(
      full.map((salt, i) => ({
        swept: true,
        deposit: depositAddress(recipient, salt),
        token,
        amount: BigInt(100 + i),
      })),
    )
    expect(await chain.balance(recipient, token)).toBe(full.reduce((sum, _, i) => sum + BigInt(100 + i), 0n))
    const { outcomes: none, gas } = await chain.sweep([group])
    expect(none).toEqual([])
    expect(gas).toBeLessThan(21_000 + 10_000 + salts.length * 6_500)
  })
})

test('groups of several recipients and coins are swept in one transaction, and it can be tried before', async () => {
  const [one, two] = [newRecipient(), newRecipient()]
  const { USDC, DAI } = chain.network.coins
  const [a, b, c, d] = [chain.salt(), chain.salt(), chain.salt(), chain.salt()] as const
  await chain.pay(depositAddress(one, a), 5n, 'USDC')
  await chain.pay(depositAddress(one, b), 6n, 'USDC')
  await chain.pay(depositAddress(two, c), 7n, 'USDC')
  await chain.pay(depositAddress(two, a), 8n, 'DAI')
  await chain.pay(depositAddress(two, d), 9n)
  const groups = [
    { recipient: one, token: USDC.address, salts: [a, c, b] },
    { recipient: two, token: USDC.address, salts: [c] },
    { recipient: two, token: DAI.address, salts: [] },
    { recipient: two, token: DAI.address, salts: [a, a] },
    { recipient: two, token: NATIVE_COIN, salts: [d] },
  ]
  expect(decodeSweepAnswer(await chain.call(FACTORY_ADDRESS, sweepCalldata(groups)))).toEqual([
    [5n, 0n, 6n],
    [7n],
    [],
    [8n, 0n],
    [9n],
  ])
  const { outcomes } = await chain.sweep(groups)
  expect(outcomes.map((outcome) => (outcome.swept ? outcome.amount : -1n))).toEqual([5n, 6n, 7n, 8n, 9n])
  expect(await chain.balance(one, USDC.address)).toBe(11n)
  expect(await chain.balance(two, USDC.address)).toBe(7n)
  expect(await chain.balance(two, DAI.address)).toBe(8n)
  expect(await chain.balance(two)).toBe(9n)
  expect(decodeSweepAnswer(await chain.call(FACTORY_ADDRESS, sweepCalldata([])))).toEqual([])
  expect(decodeSweepCalldata(sweepCalldata(groups))).toEqual(groups)
  expect(decodeSweepCalldata(sweepCalldata([]))).toEqual([])
  expect(decodeSweepCalldata('0xa9059cbb')).toBeNull()
  expect(() => decodeSweepAnswer('0x')).toThrow()
})

test('several coins at one address all reach its recipient: nothing that is sent there is lost', async () => {
  const [recipient, salt] = [newRecipient(), chain.salt()]
  const deposit = depositAddress(recipient, salt)
  const coins = ['USDC', 'USDT', 'DAI', undefined] as const
  for (const [i, coin] of coins.entries()) await chain.pay(deposit, BigInt(i + 1), coin)
  const { outcomes } = await chain.sweep(coins.map((coin) => ({ recipient, token: addressOf(coin), salts: [salt] })))
  expect(outcomes.map((outcome) => outcome.swept)).toEqual([true, true, true, true])
  for (const [i, coin] of coins.entries()) expect(await chain.balance(recipient, addressOf(coin))).toBe(BigInt(i + 1))
})

test('who names another recipient moves nothing of the deposit', async () => {
  const [recipient, salt, token] = [newRecipient(), chain.salt(), addressOf('USDC')]
  const deposit = depositAddress(recipient, salt)
  await chain.pay(deposit, 1_000n, 'USDC')
  const thief = { recipient: STRANGER, token, salts: [salt] }
  expect((await chain.sweep([thief])).outcomes).toEqual([])
  await chain.sweep([{ recipient, token, salts: [salt] }])
  await chain.pay(deposit, 1_000n, 'USDC')
  expect((await chain.sweep([thief])).outcomes).toEqual([])
  expect(await chain.balance(deposit, token)).toBe(1_000n)
  expect(await chain.balance(STRANGER, token)).toBe(0n)
})

test('a deposit takes no orders but the factory’s', async () => {
  const [recipient, salt, token] = [newRecipient(), chain.salt(), addressOf('USDC')]
  const deposit = depositAddress(recipient, salt)
  await chain.pay(deposit, 1n, 'USDC')
  await chain.sweep([{ recipient, token, salts: [salt] }])
  await chain.pay(deposit, 1_000n, 'USDC')
  await chain.pay(deposit, 1_000n)
  const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
  const theft = ERC20.encodeFunctionData('transfer', [STRANGER, 1_000n])
  for (const from of [STRANGER, recipient, deposit]) {
    await chain.rpc('anvil_impersonateAccount', from)
    await chain.rpc('anvil_setBalance', from, '0xde0b6b3a7640000')
    const before = await chain.balance(deposit)
    const order = `0x${word(token)}${word(0n)}${word(0x44n)}${theft.slice(2)}`
    expect((await chain.send({ from, to: deposit, data: order })).status).toBe('0x1')
    expect(
      (await chain.send({ from, to: deposit, data: `0x${word(STRANGER)}${word(1_000n)}${word(0n)}` })).status,
    ).toBe('0x1')
    expect(await chain.balance(deposit, token)).toBe(1_000n)
    // The sender of a transaction pays its gas.
    if (from !== deposit) expect(await chain.balance(deposit)).toBe(before)
  }
  expect(await chain.balance(STRANGER, token)).toBe(0n)
})

test('a deposit with code takes the chain’s own coin for next to nothing', async () => {
  const [recipient, salt] = [newRecipient(), chain.salt()]
  const deposit = depositAddress(recipient, salt)
  await chain.pay(deposit, 1n)
  await chain.sweep([{ recipient, token: NATIVE_COIN, salts: [salt] }])
  const { status, gasUsed } = await chain.send({ to: deposit, value: 7n, gas: 21_100 })
  expect([status, await chain.balance(deposit)]).toEqual(['0x1', 7n])
  expect(Number(gasUsed)).toBeLessThan(21_000 + 100)
})

test('who sweeps first only does the work: the batch that comes later is mined all the same', async () => {
  const [recipient, token] = [newRecipient(), addressOf('USDC')]
  const salts = [chain.salt(), chain.salt(), chain.salt()] as const
  for (const salt of salts) await chain.pay(depositAddress(recipient, salt), 10n, 'USDC')
  await chain.sweep([{ recipient, token, salts: [salts[1]] }])
  const { outcomes } = await chain.sweep([{ recipient, token, salts }])
  expect(outcomes.map(({ deposit }) => deposit)).toEqual(
    [salts[0], salts[2]].map((salt) => depositAddress(recipient, salt)),
  )
  expect(await chain.balance(recipient, token)).toBe(30n)
})

test('a fee of the token is told: the event says what arrived', async () => {
  const [recipient, salt, token] = [newRecipient(), chain.salt(), addressOf('USDT')]
  const deposit = depositAddress(recipient, salt)
  await chain.pay(deposit, 1_000_000n, 'USDT')
  const owner = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
  const setFee = new Interface(['function setParams(uint256 rate, uint256 most)'])
  const fee = (rate: number) =>
    chain.send({ from: owner, to: token, data: setFee.encodeFunctionData('setParams', [rate, rate ? 2 : 0]) })
  await fee(10)
  const { outcomes } = await chain.sweep([{ recipient, token, salts: [salt] }])
  await fee(0)
  expect(outcomes).toEqual([{ swept: true, deposit, token, amount: 999_000n }])
  expect(await chain.balance(recipient, token)).toBe(999_000n)
})

test('an estimate of the gas is enough to sweep everything', async () => {
  const [recipient, token] = [newRecipient(), addressOf('USDC')]
  const salts = [chain.salt(), chain.salt(), chain.salt()]
  for (const salt of salts) await chain.pay(depositAddress(recipient, salt), 10n, 'USDC')
  const groups = [{ recipient, token, salts }]
  const request = { from: STRANGER, to: FACTORY_ADDRESS, data: sweepCalldata(groups) }
  const estimate = Number(await chain.rpc('eth_estimateGas', request))
  const { outcomes } = await chain.sweep(groups, { gas: estimate })
  expect(outcomes.map(({ swept }) => swept)).toEqual([true, true, true])
})

test('with too little gas for one of its calls a sweep is reverted as a whole, never done by half', async () => {
  const [recipient, token] = [newRecipient(), addressOf('USDC')]
  const salts = [chain.salt(), chain.salt()]
  for (const salt of salts) await chain.pay(depositAddress(recipient, salt), 10n, 'USDC')
  const data = sweepCalldata([{ recipient, token, salts }])
  const statuses = new Set<string>()
  for (let gas = 40_000; gas <= 460_000; gas += 14_000) {
    const before = await chain.rpc('evm_snapshot')
    const { status } = await chain.send({ from: STRANGER, to: FACTORY_ADDRESS, data, gas })
    statuses.add(status)
    expect(await chain.balance(recipient, token)).toBe(status === '0x1' ? 20n : 0n)
    await chain.rpc('evm_revert', before)
  }
  expect(statuses).toEqual(new Set(['0x0', '0x1']))
})
