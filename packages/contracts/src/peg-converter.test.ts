import { pegModule } from '@crypto-checkout/devnet/testing'
import { Interface, type InterfaceAbi } from 'ethers/abi'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  CONVERTER_ADDRESS,
  PEG_CONVERTER_ABI,
  PEG_CONVERTER_ADDRESS,
  PEG_CONVERTER_CODE,
  PEG_CONVERTER_DEPLOYMENT,
  PEG_CONVERTER_GAS,
} from './conversion.ts'
import { type ConversionTerms, convertCalldata, converterAccount, decodeConverterLogs } from './converter.ts'
import { depositAddress } from './deposits.ts'
import { MalformedBytes } from './encode.ts'
import { NATIVE_COIN } from './factory.ts'
import {
  decodePegLogs,
  PEG_TOPICS,
  type PegOutcome,
  type PegTerms,
  pegAccount,
  pegConvertCalldata,
  pegReleaseCalldata,
} from './peg-converter.ts'
import { findCctp, ISSUER, USDC_ROLES } from './testing/cctp.ts'
import { type Call, Chain, findCalls, type Receipt, STRANGER } from './testing/chain.ts'

const WAIT = 3 * 86_400
const UNIT = 10n ** 12n
const DAI = 10n ** 18n
const THOUSAND = 1_000n * DAI
/** A hundredth of a percent of 10^18 */
const POINT = 10n ** 14n
const MODULE = new Interface([
  'function buyGem(address usr, uint256 gemAmt) returns (uint256)',
  'function sellGem(address usr, uint256 gemAmt) returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function pocket() view returns (address)',
  'event BuyGem(address indexed owner, uint256 value, uint256 fee)',
])

let chain: Chain
let module: string
let wallets = 0

beforeAll(async () => {
  chain = await Chain.start('ethereum')
  module = String(chain.network.psm)
})

beforeEach(async () => {
  await setFee(0n)
})

afterAll(async () => {
  await chain.stop()
})

async function setFee(fee?: bigint): Promise<void> {
  await pegModule.setFee(chain.network, fee)
  await chain.rpc('evm_mine')
}

/** Terms of a new wallet */
function agree(changes: Partial<PegTerms> = {}): PegTerms {
  wallets += 1
  const wallet = `0x${wallets.toString(16).padStart(40, 'e')}`
  const { DAI: paid, USDC } = chain.network.coins
  return {
    ...{ wallet, recipient: wallet, token: paid.address, bought: USDC.address, module, unit: UNIT },
    leastMillionths: 997_000,
    ...changes,
  }
}

/** A transaction to the converter. Refused ones have no outcome. */
async function call(data: string, from = STRANGER): Promise<Receipt & { outcomes: PegOutcome[] }> {
  const receipt = await chain.send({ from, to: PEG_CONVERTER_ADDRESS, data })
  return { ...receipt, outcomes: decodePegLogs(receipt.logs) }
}

const convert = (terms: PegTerms, from?: string) => call(pegConvertCalldata(terms), from)
const release = (terms: PegTerms, from?: string, token?: string) => call(pegReleaseCalldata(terms, token), from)
const refused = { status: '0x0', outcomes: [] }
const fund = (terms: PegTerms, amount = THOUSAND) => chain.pay(pegAccount(terms), amount, 'DAI')
const paid = (terms: PegTerms) => chain.balance(pegAccount(terms), terms.token)
const arrived = ({ recipient, bought }: PegTerms) => chain.balance(recipient, bought)

async function impersonate(account: string): Promise<string> {
  await chain.rpc('anvil_impersonateAccount', account)
  await chain.rpc('anvil_setBalance', account, '0xde0b6b3a7640000')
  return account
}

async function useRole(name: string, ...values: unknown[]): Promise<void> {
  const to = chain.network.coins.USDC.address
  await chain.send({ from: ISSUER, to, data: USDC_ROLES.encodeFunctionData(name, values) })
}

/** The reason of a refusal, by its name in the contract */
async function findReason(terms: PegTerms): Promise<string> {
  const abi = new Interface(PEG_CONVERTER_ABI as InterfaceAbi)
  const names = ['Halted', 'TooDear', 'TooLittle', 'NotSwapped', 'NoBalance']
  const refusal = await chain.call(PEG_CONVERTER_ADDRESS, pegConvertCalldata(terms)).then(
    () => '',
    (error: unknown) => JSON.stringify(error, Object.getOwnPropertyNames(error)),
  )
  return names.find((name) => refusal.includes(abi.getError(name)?.selector ?? '-')) ?? refusal
}

test('anybody deploys the converter, once, to the address that is known before', async () => {
  await chain.rpc('anvil_setCode', PEG_CONVERTER_ADDRESS, '0x')
  await chain.rpc('anvil_setNonce', PEG_CONVERTER_ADDRESS, '0x0')
  const request = { from: STRANGER, ...PEG_CONVERTER_DEPLOYMENT, gas: PEG_CONVERTER_GAS }
  const { status, gasUsed } = await chain.send(request)
  expect([status, Number(gasUsed) > PEG_CONVERTER_GAS / 2]).toEqual(['0x1', true])
  expect(await chain.code(PEG_CONVERTER_ADDRESS)).toBe(PEG_CONVERTER_CODE)
})

test('DAI goes from a deposit to the wallet as USDC, by calls of anybody', async () => {
  const terms = agree()
  const [account, salt] = [pegAccount(terms), chain.salt()]
  await chain.pay(depositAddress(account, salt), THOUSAND + 999n, 'DAI')
  await chain.sweep([{ recipient: account, token: terms.token, salts: [salt] }])
  const { outcomes, logs } = await convert(terms)
  expect(outcomes).toEqual([{ kind: 'swapped', account, paid: THOUSAND, bought: 1_000_000_000n }])
  // Less than a unit of USDC stays.
  expect([await paid(terms), await arrived(terms)]).toEqual([999n, 1_000_000_000n])
  const [sold] = logs.filter(({ address }) => address.toLowerCase() === module.toLowerCase())
  expect(MODULE.parseLog({ topics: [...(sold?.topics ?? [])], data: sold?.data ?? '' })?.args.toArray()).toEqual([
    expect.stringMatching(new RegExp(terms.recipient, 'i')),
    1_000_000_000n,
    0n,
  ])
  expect(await convert(terms)).toMatchObject(refused)
  expect(await findReason(terms)).toBe('TooLittle')
})

test('USDC that is wanted elsewhere comes to the account that burns it', async () => {
  const { messenger } = findCctp(chain.network)
  const wallet = agree().wallet
  const onward: ConversionTerms = {
    ...{ wallet, recipient: wallet, token: chain.network.coins.USDC.address, messenger: messenger.address },
    ...{ destination: 'polygon', minimum: 1n, leastMillionths: 997_000, maxFee: 5_000_000n, finality: 'standard' },
  }
  const terms = agree({ wallet, recipient: converterAccount(onward) })
  await fund(terms)
  expect((await convert(terms)).outcomes).toMatchObject([{ kind: 'swapped', bought: 1_000_000_000n }])
  const { logs } = await chain.send({ from: STRANGER, to: CONVERTER_ADDRESS, data: convertCalldata(onward) })
  expect(decodeConverterLogs(logs)).toMatchObject([{ kind: 'converted', amount: 1_000_000_000n }])
  expect(await paid(terms)).toBe(0n)
})

test.each([0n, 1n, POINT, 29n * POINT, 30n * POINT])(
  'of a fee of %d, all is bought that the rest pays for',
  async (fee) => {
    await setFee(fee)
    for (const held of [THOUSAND, THOUSAND - 1n, 1_234_567_890_123_456_789n, 500_000n * UNIT + 7n]) {
      const terms = agree()
      await fund(terms, held)
      const price = (units: bigint) => units * UNIT + (units * UNIT * fee) / DAI
      const [outcome] = (await convert(terms)).outcomes
      const bought = outcome?.kind === 'swapped' ? outcome.bought : -1n
      expect(outcome).toMatchObject({ paid: price(bought) })
      expect([price(bought) <= held, price(bought + 1n) > held]).toEqual([true, true])
      expect([await paid(terms), await arrived(terms)]).toEqual([held - price(bought), bought])
      expect(bought * 1_000_000n >= (held / UNIT) * 997_000n).toBe(true)
    }
  },
)

test('a fee above the bound moves nothing, until it is lowered', async () => {
  const terms = agree()
  await fund(terms)
  await setFee(31n * POINT)
  expect(await convert(terms)).toMatchObject(refused)
  expect(await findReason(terms)).toBe('TooDear')
  expect([await paid(terms), await arrived(terms)]).toEqual([THOUSAND, 0n])
  await setFee(10n * POINT)
  expect((await convert(terms)).outcomes).toMatchObject([{ kind: 'swapped' }])
})

test('a fee as large as the price is paid by terms that take it, and by no others', async () => {
  const terms = agree({ leastMillionths: 1 })
  await fund(terms)
  await setFee(DAI)
  expect((await convert(terms)).outcomes).toMatchObject([{ paid: THOUSAND, bought: 500_000_000n }])
  const usual = agree()
  await fund(usual)
  expect(await findReason(usual)).toBe('TooDear')
})

test('a halted module sells nothing, and the money waits or is released', async () => {
  const terms = agree()
  await fund(terms)
  await setFee()
  expect(await convert(terms)).toMatchObject(refused)
  expect(await findReason(terms)).toBe('Halted')
  expect((await release(terms)).outcomes).toMatchObject([{ kind: 'announced', amount: THOUSAND }])
  await chain.rpc('evm_increaseTime', WAIT)
  expect((await release(terms)).outcomes).toMatchObject([{ kind: 'released', amount: THOUSAND }])
  expect(await chain.balance(terms.wallet, terms.token)).toBe(THOUSAND)
})

test('an empty pocket sells nothing, not even a part', async () => {
  const terms = agree()
  await fund(terms)
  const pocket = `0x${(await chain.call(module, MODULE.encodeFunctionData('pocket'))).slice(26)}`
  const held = await chain.balance(pocket, terms.bought)
  const { payer } = chain
  const trade = (to: string, name: string, ...values: unknown[]) =>
    chain.send({ to, data: MODULE.encodeFunctionData(name, values) })
  await trade(terms.token, 'approve', module, 2n ** 255n)
  expect((await trade(module, 'buyGem', payer, held - 999_999_999n)).status).toBe('0x1')
  expect(await convert(terms)).toMatchObject(refused)
  expect(await findReason(terms)).toBe('NotSwapped')
  expect(await paid(terms)).toBe(THOUSAND)
  await trade(terms.bought, 'approve', module, 2n ** 255n)
  expect((await trade(module, 'sellGem', payer, 1n)).status).toBe('0x1')
  expect((await convert(terms)).outcomes).toMatchObject([{ bought: 1_000_000_000n }])
  expect((await trade(module, 'sellGem', payer, held)).status).toBe('0x1')
})

test('amounts of less than a unit, or whose fee takes the last one, wait', async () => {
  const terms = agree()
  await fund(terms, UNIT - 1n)
  expect(await findReason(terms)).toBe('TooLittle')
  await setFee(POINT)
  await fund(terms, 1n)
  expect(await findReason(terms)).toBe('TooLittle')
  await fund(terms, UNIT)
  // One of two would arrive.
  expect(await findReason(terms)).toBe('TooDear')
  await setFee(0n)
  expect((await convert(terms)).outcomes).toMatchObject([{ paid: 2n * UNIT, bought: 2n }])
})

describe('what cannot be swapped', () => {
  test('waits while the recipient is blocked, and comes to the wallet as it is if the wallet asks', async () => {
    const terms = agree()
    await fund(terms)
    await useRole('blacklist', terms.recipient)
    expect(await convert(terms)).toMatchObject(refused)
    expect((await release(terms, await impersonate(terms.wallet))).outcomes).toMatchObject([{ amount: THOUSAND }])
    await useRole('unBlacklist', terms.recipient)
  })

  test('waits while USDC is paused', async () => {
    const terms = agree()
    await fund(terms)
    await useRole('pause')
    expect(await convert(terms)).toMatchObject(refused)
    await useRole('unpause')
    expect((await convert(terms)).status).toBe('0x1')
  })

  test('waits where the module is not there, or is one of other coins or another unit', async () => {
    const { USDT } = chain.network.coins
    const wrong = [
      agree({ module: `0x${'e'.repeat(40)}` }),
      agree({ module: chain.network.coins.USDC.address }),
      agree({ bought: USDT.address }),
      agree({ unit: UNIT / 10n }),
      agree({ unit: UNIT * 10n }),
    ]
    for (const terms of wrong) {
      await fund(terms)
      expect(await convert(terms)).toMatchObject(refused)
      expect([await paid(terms), await arrived(terms)]).toEqual([THOUSAND, 0n])
      expect((await release(terms, await impersonate(terms.wallet))).outcomes).toMatchObject([{ amount: THOUSAND }])
    }
  })

  test('is not released to others if it is swapped meanwhile', async () => {
    const terms = agree()
    await fund(terms)
    await release(terms)
    await convert(terms)
    await chain.rpc('evm_increaseTime', WAIT)
    await fund(terms)
    expect((await release(terms)).outcomes).toMatchObject([{ kind: 'announced', amount: THOUSAND }])
    expect(await release(terms)).toMatchObject(refused)
  })

  test('of other coins goes to the wallet at once, whoever asks', async () => {
    const terms = agree()
    const account = pegAccount(terms)
    await chain.pay(account, 7n, 'USDC')
    await chain.pay(account, 9n)
    expect((await release(terms, STRANGER, terms.bought)).outcomes).toMatchObject([{ token: terms.bought, amount: 7n }])
    expect((await release(terms, STRANGER, NATIVE_COIN)).outcomes).toMatchObject([{ amount: 9n }])
    expect([await arrived(terms), await chain.balance(terms.wallet)]).toEqual([7n, 9n])
  })
})

test('terms that are not the account’s open another account', async () => {
  const terms = agree()
  await fund(terms)
  const changes: Partial<PegTerms>[] = [
    { wallet: STRANGER },
    { recipient: STRANGER },
    { module: STRANGER },
    { bought: chain.network.coins.USDT.address },
    { unit: 1n },
    { leastMillionths: 1 },
  ]
  for (const change of changes) {
    expect(await convert({ ...terms, ...change })).toMatchObject(refused)
    expect(await release({ ...terms, ...change }, STRANGER)).toMatchObject(refused)
  }
  expect(await paid(terms)).toBe(THOUSAND)
})

test('the contract and this package find the same account, calls and events', async () => {
  const abi = new Interface(PEG_CONVERTER_ABI as InterfaceAbi)
  const terms = agree({ recipient: STRANGER, unit: 3n, leastMillionths: 5 })
  const encoded = [terms.wallet, terms.token, module, terms.bought, STRANGER, 3n, 5]
  const answer = await chain.call(PEG_CONVERTER_ADDRESS, abi.encodeFunctionData('accountAddress', [encoded]))
  expect(`0x${answer.slice(26)}`).toBe(pegAccount(terms).toLowerCase())
  expect(pegConvertCalldata(terms)).toBe(abi.encodeFunctionData('convert', [encoded]))
  expect(pegReleaseCalldata(terms, STRANGER)).toBe(abi.encodeFunctionData('release', [encoded, STRANGER]))
  expect(PEG_TOPICS).toEqual({
    swapped: abi.getEvent('Swapped')?.topicHash,
    released: abi.getEvent('Released')?.topicHash,
    announced: abi.getEvent('Announced')?.topicHash,
  })
})

test('a log of the converter that is none of its events’ is refused', () => {
  const log = { address: PEG_CONVERTER_ADDRESS, topics: [PEG_TOPICS.swapped, `0x${'0'.repeat(64)}`], data: '0x00' }
  expect(() => decodePegLogs([log])).toThrow(MalformedBytes)
  expect(decodePegLogs([{ ...log, address: STRANGER }])).toEqual([])
})

test.each([
  ['no wallet', { wallet: NATIVE_COIN }, 'No wallet'],
  ['no recipient', { recipient: NATIVE_COIN }, 'No wallet'],
  ['the converter as the recipient', { recipient: PEG_CONVERTER_ADDRESS }, 'No wallet'],
  ['a wrong checksum', { wallet: '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266' }, 'checksum'],
  ['no unit', { unit: 0n }, 'unit'],
  ['a unit of 128 bits', { unit: 2n ** 128n }, 'amount'],
  ['a share of nothing', { leastMillionths: 0 }, 'millionths'],
  ['more than everything', { leastMillionths: 1_000_001 }, 'millionths'],
] as const)('terms with %s are refused before anything is paid', (_, changes, words) => {
  expect(() => pegAccount(agree(changes))).toThrow(words)
  const { token, bought } = agree()
  for (const wallet of [token, bought, module]) expect(() => pegAccount(agree({ wallet }))).toThrow('No wallet')
  expect(() => pegAccount(agree({ bought: token }))).toThrow('already')
})

test('the converter’s own part of fifty payments is at most 2,100 gas for each', async () => {
  const terms = agree()
  const account = pegAccount(terms)
  await fund(terms)
  await convert(terms)
  const salts = Array.from({ length: 50 }, () => chain.salt())
  for (const salt of salts) await chain.pay(depositAddress(account, salt), THOUSAND, 'DAI')
  await chain.sweep([{ recipient: account, token: terms.token, salts }])
  const request = { from: STRANGER, to: PEG_CONVERTER_ADDRESS, data: pegConvertCalldata(terms), gas: '0x1e8480' }
  const hash = await chain.rpc('eth_sendTransaction', request)
  await chain.rpc('evm_mine')
  const trace = (await chain.rpc('debug_traceTransaction', hash, { tracer: 'callTracer' })) as Call
  const selling = findCalls(trace, module).map(({ gasUsed }) => Number(gasUsed))
  expect(selling.length).toBeGreaterThan(1)
  const own = Number(trace.gasUsed) - selling.reduce((sum, gas) => sum + gas)
  expect(own / salts.length).toBeLessThan(2_100)
  expect(await arrived(terms)).toBe(51_000_000_000n)
})

test('the doubles of Sky answer as DssLitePsm does', async () => {
  const refusals = async (data: string, from: string) =>
    chain.rpc('eth_call', { from, to: module, data }, 'latest').then(
      () => '',
      (error: unknown) => String(error),
    )
  const file = new Interface(['function file(bytes32 what, uint256 data)'])
  const tout = `0x${Buffer.from('tout').toString('hex').padEnd(64, '0')}`
  const set = (what: string, value: bigint) => file.encodeFunctionData('file', [what, value])
  expect(await refusals(set(tout, 1n), STRANGER)).toContain('DssLitePsm/not-authorized')
  expect(await refusals(set(tout, DAI + 1n), ISSUER)).toContain('DssLitePsm/tout-out-of-range')
  expect(await refusals(set(`0x${'0'.repeat(64)}`, 1n), ISSUER)).toContain('DssLitePsm/file-unrecognized-param')
  await setFee()
  const buy = MODULE.encodeFunctionData('buyGem', [STRANGER, 1n])
  expect(await refusals(buy, chain.payer)).toContain('DssLitePsm/buy-gem-halted')
  await setFee(0n)
  expect(await refusals(buy, ISSUER)).toContain('transfer amount exceeds')
})
