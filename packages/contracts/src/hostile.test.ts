import { Interface } from 'ethers/abi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeSweepLogs, depositAddress, type SweepOutcome, sweepCalldata } from './deposits.ts'
import { FACTORY_ADDRESS, NATIVE_COIN } from './factory.ts'
import { Chain, type Contract, OTHER_RECIPIENT, RECIPIENT, STRANGER } from './testing/chain.ts'

let chain: Chain
let token: Contract

beforeAll(async () => {
  chain = await Chain.start()
  token = await chain.deploy('HostileToken')
})

afterAll(async () => {
  await chain.stop()
})

const TRANSFER = [
  ...['Honest', 'SaysNothing', 'SaysGarbage', 'TakesFee', 'Reverts', 'RevertsWithMuch', 'SaysFalse', 'OnlySaysTrue'],
  ...['BurnsGas', 'Invalid', 'SaysMuch', 'GivesToItself', 'CallsFirst', 'CallsLast'],
]
const BALANCE = ['Honest', 'Reverts', 'SaysNothing', 'SaysLittle', 'SaysMuch', 'BurnsGas', 'LiesToAll']
const RECEIVING = ['Plain', 'Writes', 'WritesMuch', 'Reverts', 'RevertsWithMuch', 'BurnsGas', 'Calls']

async function misbehave(transferring: string, telling = 'Honest'): Promise<void> {
  await chain.tell(token, 'misbehave', TRANSFER.indexOf(transferring), BALANCE.indexOf(telling))
}

/** A deposit that holds this much of the hostile token */
async function deposited(recipient: string, amount: bigint): Promise<{ salt: string; deposit: string }> {
  const salt = chain.salt()
  const deposit = depositAddress(recipient, salt)
  await chain.tell(token, 'mint', deposit, amount)
  return { salt, deposit }
}

/** Sweeps the given group between two good deposits of USDC. Both of those must be swept. */
async function between(group: { recipient: string; token: string; salts: string[] }): Promise<SweepOutcome[]> {
  const usdc = chain.network.coins.USDC.address
  const [first, last] = [chain.salt(), chain.salt()]
  const before = await chain.balance(RECIPIENT, usdc)
  for (const salt of [first, last]) await chain.pay(depositAddress(RECIPIENT, salt), 1_000n, 'USDC')
  const { outcomes } = await chain.sweep([
    { recipient: RECIPIENT, token: usdc, salts: [first] },
    group,
    { recipient: RECIPIENT, token: usdc, salts: [last] },
  ])
  expect((await chain.balance(RECIPIENT, usdc)) - before).toBe(2_000n)
  const good = (salt: string) => ({
    swept: true,
    deposit: depositAddress(RECIPIENT, salt),
    token: usdc,
    amount: 1_000n,
  })
  expect(outcomes.at(0)).toEqual(good(first))
  expect(outcomes.at(-1)).toEqual(good(last))
  return outcomes.slice(1, -1)
}

describe('a token that', () => {
  test.each([
    ['returns nothing', 'SaysNothing', 500n],
    ['returns garbage', 'SaysGarbage', 500n],
    ['returns far too much', 'SaysMuch', 500n],
    ['takes a tenth', 'TakesFee', 450n],
  ])('%s is swept, and the event says what arrived', async (_, how, amount) => {
    await misbehave(how)
    const { salt, deposit } = await deposited(OTHER_RECIPIENT, 500n)
    const outcomes = await between({ recipient: OTHER_RECIPIENT, token: token.address, salts: [salt] })
    expect(outcomes).toMatchObject([{ swept: true, deposit, amount }])
  })

  test.each(['Reverts', 'RevertsWithMuch', 'SaysFalse', 'OnlySaysTrue', 'BurnsGas', 'Invalid', 'GivesToItself'])(
    'moves nothing to the recipient (%s) is told, hinders nobody, and is swept once it is good again',
    async (how) => {
      await misbehave(how)
      const two = [await deposited(OTHER_RECIPIENT, 500n), await deposited(OTHER_RECIPIENT, 700n)]
      const group = { recipient: OTHER_RECIPIENT, token: token.address, salts: two.map(({ salt }) => salt) }
      expect(await between(group)).toMatchObject([
        { swept: false, deposit: two[0]?.deposit, held: 500n },
        { swept: false, deposit: two[1]?.deposit, held: 700n },
      ])
      await misbehave('Honest')
      const amounts = (await between(group)).map((outcome) => outcome.swept && outcome.amount)
      expect(amounts).toEqual(how === 'GivesToItself' ? [] : [500n, 700n])
    },
  )

  test.each(['Reverts', 'SaysNothing', 'SaysLittle', 'BurnsGas'])(
    'does not tell balances (%s) is not touched, told, and swept once it tells them',
    async (what) => {
      await misbehave('Honest', what)
      const { salt, deposit } = await deposited(OTHER_RECIPIENT, 500n)
      const group = { recipient: OTHER_RECIPIENT, token: token.address, salts: [salt] }
      expect(await between(group)).toMatchObject([{ swept: false, deposit, held: 0n }])
      await misbehave('Honest')
      expect(await between(group)).toMatchObject([{ swept: true, deposit, amount: 500n }])
    },
  )

  test('answers with far too much, or lies, harms nobody else', async () => {
    const { salt, deposit } = await deposited(OTHER_RECIPIENT, 500n)
    const group = { recipient: OTHER_RECIPIENT, token: token.address, salts: [salt] }
    await misbehave('Honest', 'SaysMuch')
    expect(await between(group)).toEqual([])
    await misbehave('Honest', 'LiesToAll')
    expect(await between(group)).toMatchObject([{ swept: false, deposit, held: 1_000_000n }])
    await misbehave('Honest')
    expect(await between(group)).toMatchObject([{ swept: true, deposit, amount: 500n }])
  })

  test.each([
    ['is none', '0x00000000000000000000000000000000DeaDBeef'],
    ['is a precompiled contract', '0x0000000000000000000000000000000000000002'],
    ['is the factory', FACTORY_ADDRESS],
  ])('%s hinders nobody', async (_, address) => {
    const outcomes = await between({ recipient: OTHER_RECIPIENT, token: address, salts: [chain.salt()] })
    expect(outcomes).toMatchObject([{ swept: false }])
  })

  test.each(['CallsFirst', 'CallsLast'])(
    'has another deposit swept from within (%s): each is told once, with its own amount',
    async (how) => {
      const [one, two] = [await deposited(OTHER_RECIPIENT, 500n), await deposited(OTHER_RECIPIENT, 700n)]
      const group = { recipient: OTHER_RECIPIENT, token: token.address, salts: [one.salt, two.salt] }
      const within = sweepCalldata([{ ...group, salts: [two.salt] }], 100_000n)
      await chain.tell(token, 'callWhenAsked', FACTORY_ADDRESS, within)
      await misbehave(how)
      const before = await held(OTHER_RECIPIENT)
      const { outcomes } = await chain.sweep([group], { gasPerCall: 1_000_000n })
      expect(outcomes).toMatchObject([
        { swept: true, deposit: two.deposit, amount: 700n },
        { swept: true, deposit: one.deposit, amount: 500n },
      ])
      expect((await held(OTHER_RECIPIENT)) - before).toBe(1_200n)
    },
  )

  test('sweeps the same deposit before it moves its money fails with all it did, and hinders nobody', async () => {
    const [one, two] = [await deposited(OTHER_RECIPIENT, 500n), await deposited(OTHER_RECIPIENT, 700n)]
    const group = { recipient: OTHER_RECIPIENT, token: token.address, salts: [one.salt, two.salt] }
    await chain.tell(token, 'callWhenAsked', FACTORY_ADDRESS, sweepCalldata([group], 100_000n))
    await misbehave('CallsFirst')
    const before = await held(OTHER_RECIPIENT)
    const { outcomes } = await chain.sweep([group], { gasPerCall: 1_000_000n })
    const swept = outcomes.filter((outcome) => outcome.swept)
    expect((await held(OTHER_RECIPIENT)) - before).toBe(swept.reduce((sum, { amount }) => sum + amount, 0n))
    await misbehave('Honest')
    await chain.sweep([group])
    expect((await held(OTHER_RECIPIENT)) - before).toBe(1_200n)
  })
})

async function held(account: string): Promise<bigint> {
  return BigInt(await chain.call(token.address, token.abi.encodeFunctionData('held', [account])))
}

describe('USDC', () => {
  const BLACKLIST = new Interface([
    ...['function blacklist(address)', 'function unBlacklist(address)', 'function pause()', 'function unpause()'],
  ])
  const ISSUER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
  const tell = async (name: string, ...values: unknown[]) => {
    const request = {
      from: ISSUER,
      to: chain.network.coins.USDC.address,
      data: BLACKLIST.encodeFunctionData(name, values),
    }
    expect((await chain.send(request)).status).toBe('0x1')
  }
  /** Two deposits of one recipient, of 5 and 6 */
  const pair = async (recipient: string) => {
    const salts = [chain.salt(), chain.salt()]
    const deposits = salts.map((salt) => depositAddress(recipient, salt))
    for (const [i, deposit] of deposits.entries()) await chain.pay(deposit, BigInt(5 + i), 'USDC')
    return { group: { recipient, token: chain.network.coins.USDC.address, salts }, deposits }
  }

  test('does not let go of a blacklisted deposit; all others are swept', async () => {
    const { group, deposits } = await pair(OTHER_RECIPIENT)
    await tell('blacklist', deposits[0])
    const blocked = { swept: false, deposit: deposits[0], held: 5n }
    expect(await between(group)).toMatchObject([blocked, { swept: true, deposit: deposits[1], amount: 6n }])
    expect(await between(group)).toMatchObject([blocked])
    await tell('unBlacklist', deposits[0])
    expect(await between(group)).toMatchObject([{ swept: true, deposit: deposits[0], amount: 5n }])
  })

  test('does not give to a blacklisted recipient; those of others are swept', async () => {
    const { group, deposits } = await pair(OTHER_RECIPIENT)
    await tell('blacklist', OTHER_RECIPIENT)
    expect(await between(group)).toMatchObject([
      { swept: false, deposit: deposits[0], held: 5n },
      { swept: false, deposit: deposits[1], held: 6n },
    ])
    await tell('unBlacklist', OTHER_RECIPIENT)
    expect(await between(group)).toMatchObject([{ swept: true }, { swept: true }])
  })

  test('that is paused stays where it is; other coins are swept', async () => {
    const { group, deposits } = await pair(OTHER_RECIPIENT)
    const salt = chain.salt()
    await chain.pay(depositAddress(OTHER_RECIPIENT, salt), 9n, 'DAI')
    await tell('pause')
    const { outcomes } = await chain.sweep([
      group,
      { recipient: OTHER_RECIPIENT, token: chain.network.coins.DAI.address, salts: [salt] },
    ])
    expect(outcomes).toMatchObject([
      { swept: false, deposit: deposits[0], held: 5n },
      { swept: false, deposit: deposits[1], held: 6n },
      { swept: true, amount: 9n },
    ])
    await tell('unpause')
    expect(await between(group)).toMatchObject([{ swept: true }, { swept: true }])
  })
})

describe('a recipient that is a contract', () => {
  let wallet: Contract
  beforeAll(async () => {
    wallet = await chain.deploy('Wallet')
  })

  const receive = (how: string) => chain.tell(wallet, 'misbehave', RECEIVING.indexOf(how))
  /** Deposits of the wallet that hold these amounts of the native coin */
  const coins = async (...amounts: bigint[]) => {
    const salts = amounts.map(() => chain.salt())
    for (const [i, salt] of salts.entries()) await chain.pay(depositAddress(wallet.address, salt), amounts[i] ?? 0n)
    return { recipient: wallet.address, token: NATIVE_COIN, salts }
  }

  test('may use far more than 2,300 gas to take the chain’s own coin', async () => {
    await receive('Writes')
    expect(await between(await coins(5n, 6n))).toMatchObject([
      { swept: true, amount: 5n },
      { swept: true, amount: 6n },
    ])
  })

  test.each(['Reverts', 'RevertsWithMuch', 'BurnsGas'])(
    'does not take it (%s) hinders nobody and gets it later',
    async (how) => {
      await receive(how)
      const group = await coins(5n, 6n)
      expect(await between(group)).toMatchObject([
        { swept: false, held: 5n },
        { swept: false, held: 6n },
      ])
      await receive('Plain')
      expect(await between(group)).toMatchObject([
        { swept: true, amount: 5n },
        { swept: true, amount: 6n },
      ])
    },
  )

  test('needs far more gas than a sweep does: an estimate is enough, and with less nothing is called a failure', async () => {
    await receive('WritesMuch')
    const group = await coins(5n)
    const gasPerCall = 1_500_000n
    const request = { from: STRANGER, to: FACTORY_ADDRESS, data: sweepCalldata([group], gasPerCall) }
    const estimate = Number(await chain.rpc('eth_estimateGas', request))
    const statuses: string[] = []
    for (const gas of [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].map((part) => Math.ceil(estimate * part))) {
      const before = await chain.rpc('evm_snapshot')
      const { status, logs } = await chain.send({ ...request, gas })
      statuses.push(status)
      if (status === '0x1') expect(decodeSweepLogs(logs).map(({ swept }) => swept)).toEqual([true])
      await chain.rpc('evm_revert', before)
    }
    expect(statuses[0]).toBe('0x0')
    expect(statuses.at(-1)).toBe('0x1')
    expect((await chain.sweep([group], { gasPerCall })).outcomes).toMatchObject([{ swept: true, amount: 5n }])
  })

  test('sweeps on while it is paid: it gets what is its own, once, and each deposit is told once', async () => {
    const ownCoins = await coins(5n, 6n, 7n)
    const usdc = { recipient: OTHER_RECIPIENT, token: chain.network.coins.USDC.address, salts: [chain.salt()] }
    await chain.pay(depositAddress(OTHER_RECIPIENT, usdc.salts[0] ?? ''), 900n, 'USDC')
    const before = await Promise.all([
      chain.balance(wallet.address),
      chain.balance(OTHER_RECIPIENT, usdc.token),
      chain.balance(wallet.address, usdc.token),
    ])
    // Reentrant sweeps: of its pending deposits and the current one, of another's, and of another's as if its own.
    const within = [{ ...ownCoins, salts: ownCoins.salts.slice(0, 2) }, usdc, { ...usdc, recipient: wallet.address }]
    await chain.tell(wallet, 'callWhenPaid', FACTORY_ADDRESS, sweepCalldata(within, 150_000n))
    await receive('Calls')
    const { outcomes } = await chain.sweep([ownCoins, usdc], { gasPerCall: 2_000_000n })
    const reported = outcomes.map((outcome) => [outcome.deposit, outcome.swept && outcome.amount])
    expect(new Map(reported as [string, bigint][])).toEqual(
      new Map([
        ...ownCoins.salts.map((salt, i): [string, bigint] => [depositAddress(wallet.address, salt), BigInt(5 + i)]),
        [depositAddress(OTHER_RECIPIENT, usdc.salts[0] ?? ''), 900n],
      ]),
    )
    expect(reported).toHaveLength(4)
    expect(await chain.balance(wallet.address)).toBe(before[0] + 18n)
    expect(await chain.balance(OTHER_RECIPIENT, usdc.token)).toBe(before[1] + 900n)
    expect(await chain.balance(wallet.address, usdc.token)).toBe(before[2])
  })
})
