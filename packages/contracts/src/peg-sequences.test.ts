import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PEG_CONVERTER_ADDRESS } from './conversion.ts'
import { depositAddress, sweepCalldata } from './deposits.ts'
import { FACTORY_ADDRESS } from './factory.ts'
import {
  decodePegLogs,
  type PegOutcome,
  type PegTerms,
  pegAccount,
  pegConvertCalldata,
  pegReleaseCalldata,
} from './peg-converter.ts'
import { Chain, type Contract, STRANGER } from './testing/chain.ts'

let chain: Chain
/** The tokens that are paid and bought, and the module between them. All misbehave as they are told to. */
let paid: Contract
let bought: Contract
let module: Contract
let wallets = 0

const UNIT = 10n ** 12n
const WAD = 10n ** 18n
const STOCK = 10n ** 30n
/** Of the modes of HostileToken and HostileModule */
const HONEST = [0, 0] as const
const TAKES_FEE = 3
const [CALLS_FIRST, CALLS_LAST] = [12, 13]
const [MODULE_CALLS_FIRST, MODULE_CALLS_LAST] = [8, 9]
const WAIT_MS = 3 * 86_400_000
const MODES = { transfer: 12, balance: 7, selling: 8, fee: 5 }

beforeAll(async () => {
  chain = await Chain.start('ethereum')
  paid = await chain.deploy('HostileToken')
  bought = await chain.deploy('HostileToken')
  module = await chain.deploy('HostileModule', paid.address, bought.address, UNIT)
  await chain.tell(bought, 'mint', module.address, STOCK)
})

beforeEach(async () => {
  counts = { swapped: 0, released: 0, announced: 0 }
  for (const one of [paid, bought, module]) await chain.tell(one, 'misbehave', ...HONEST)
  await chain.tell(module, 'setFee', 0n)
})

afterAll(async () => {
  await chain.stop()
})

function held({ address, abi }: Contract, owner: string): Promise<bigint> {
  return chain.call(address, abi.encodeFunctionData('held', [owner])).then(BigInt)
}

async function agree(changes: Partial<PegTerms> = {}): Promise<PegTerms> {
  wallets += 1
  const wallet = `0x${wallets.toString(16).padStart(40, 'd')}`
  await chain.rpc('anvil_impersonateAccount', wallet)
  await chain.rpc('anvil_setBalance', wallet, '0xde0b6b3a7640000')
  const recipient = `0x${wallets.toString(16).padStart(40, 'f')}`
  const tokens = { token: paid.address, bought: bought.address, module: module.address }
  return { wallet, recipient, ...tokens, unit: UNIT, leastMillionths: 997_000, ...changes }
}

type Caller = 'wallet' | 'stranger'
type Step =
  | { pay: bigint }
  | { convert: Caller }
  | { release: Caller }
  | { wait: number }
  | { fee: bigint }
  | { misbehave: readonly ['paid' | 'bought' | 'module', number, number] }

const caller = fc.constantFrom<Caller>('wallet', 'stranger')
const token = fc.tuple(
  fc.constantFrom<'paid' | 'bought'>('paid', 'bought'),
  fc.nat(MODES.transfer - 1),
  fc.oneof(fc.constant(0), fc.nat(MODES.balance - 1)),
)
const seller = fc.tuple(fc.constant('module' as const), fc.nat(MODES.selling - 1), fc.nat(MODES.fee - 1))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ pay: fc.bigInt(1n, 10n ** 21n) }) },
  { weight: 4, arbitrary: fc.record({ convert: caller }) },
  { weight: 4, arbitrary: fc.record({ release: caller }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(1_000, 200_000, 260_000) }) },
  { weight: 2, arbitrary: fc.record({ fee: fc.constantFrom(0n, 1n, WAD / 1_000n, WAD / 100n, 2n ** 256n - 1n) }) },
  { weight: 3, arbitrary: fc.record({ misbehave: fc.oneof(token, seller) }) },
)

/** The outcomes in all sequences of a test: one without any proves nothing. */
let counts = { swapped: 0, released: 0, announced: 0 }

/** The money of some terms, by the true balances of both tokens and the rules of terms and notices. */
class Books {
  readonly terms: PegTerms
  readonly account: string
  paid = 0n
  swapped = 0n
  received = 0n
  released = 0n
  taken = 0n
  notice: { readonly from: number; readonly amount: bigint } | null = null
  /** The way in which the paid token moves money */
  mode = 0

  constructor(terms: PegTerms) {
    this.terms = terms
    this.account = pegAccount(terms)
  }

  /** Nobody but wallet, recipient and module is paid, nothing is lost, and events say what happened. */
  async check(): Promise<void> {
    const [left, got] = [await held(paid, this.account), await held(paid, this.terms.wallet)]
    expect(left + got + this.swapped + this.taken).toBe(this.paid)
    expect(got).toBe(this.released)
    expect(await held(bought, this.terms.recipient)).toBe(this.received)
    for (const other of [STRANGER, PEG_CONVERTER_ADDRESS]) expect(await held(paid, other)).toBe(0n)
  }

  async call(data: string, from: Caller): Promise<void> {
    const before = await held(paid, this.account)
    const had = await held(bought, this.terms.recipient)
    const sender = from === 'wallet' ? this.terms.wallet : STRANGER
    const { logs } = await chain.send({ from: sender, to: PEG_CONVERTER_ADDRESS, data })
    const left = before - (await held(paid, this.account))
    const [outcome, ...others] = decodePegLogs(logs)
    expect(others).toEqual([])
    if (!outcome) {
      expect([left, await held(bought, this.terms.recipient)]).toEqual([0n, had])
      return
    }
    expect(outcome.account).toBe(this.account)
    counts[outcome.kind] += 1
    const { timestamp } = (await chain.rpc('eth_getBlockByNumber', 'latest', false)) as { timestamp: string }
    const now = Number(timestamp) * 1_000
    if (outcome.kind === 'swapped') await this.#swap(outcome, { before, left, had })
    else if (outcome.kind === 'announced') this.#announce(outcome, now, left)
    else this.#release(outcome, { from, now, left })
  }

  async #swap(
    outcome: Extract<PegOutcome, { kind: 'swapped' }>,
    { before, left, had }: { readonly before: bigint; readonly left: bigint; readonly had: bigint },
  ): Promise<void> {
    expect([outcome.paid, outcome.bought]).toEqual([left, (await held(bought, this.terms.recipient)) - had])
    expect(outcome.bought * 1_000_000n >= (before / UNIT) * BigInt(this.terms.leastMillionths)).toBe(true)
    this.notice = null
    this.swapped += left
    this.received += outcome.bought
  }

  #announce({ amount, from }: { readonly amount: bigint; readonly from: number }, now: number, left: bigint): void {
    expect([this.notice, left, from]).toEqual([null, 0n, now + WAIT_MS])
    this.notice = { from, amount }
  }

  #release(
    { amount }: { readonly amount: bigint },
    { from, now, left }: { readonly from: Caller; readonly now: number; readonly left: bigint },
  ): void {
    if (from === 'stranger') {
      expect(this.notice !== null && this.notice.from <= now).toBe(true)
      expect(left <= (this.notice?.amount ?? 0n)).toBe(true)
    }
    this.notice = null
    this.released += amount
    if (this.mode !== TAKES_FEE) expect(amount).toBe(left)
    this.taken += left - amount
  }
}

async function play(steps: readonly Step[]): Promise<void> {
  const books = new Books(await agree())
  const { terms } = books
  for (const step of steps) {
    if ('pay' in step) {
      await chain.tell(paid, 'mint', books.account, step.pay)
      books.paid += step.pay
    } else if ('convert' in step) await books.call(pegConvertCalldata(terms), step.convert)
    else if ('release' in step) await books.call(pegReleaseCalldata(terms), step.release)
    else if ('wait' in step) await chain.rpc('evm_increaseTime', step.wait)
    else if ('fee' in step) await chain.tell(module, 'setFee', step.fee)
    else {
      const [who, first, second] = step.misbehave
      await chain.tell({ paid, bought, module }[who], 'misbehave', first, second)
      if (who === 'paid') books.mode = first
    }
    await books.check()
  }
  for (const one of [paid, bought, module]) await chain.tell(one, 'misbehave', ...HONEST)
  books.mode = 0
  // Whatever happened before, the wallet can have the rest.
  if ((await held(paid, books.account)) > 0n) await books.call(pegReleaseCalldata(terms), 'wallet')
  expect(await held(paid, books.account)).toBe(0n)
  await books.check()
}

test('whatever coins and module do, the recipient gets the least share, or the wallet all of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), (steps) => play(steps)),
    { numRuns: 60 },
  )
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
}, 240_000)

describe('a module that', () => {
  const modes = ['Reverts', 'GivesNothing', 'GivesLess', 'TakesNothing', 'TakesLess', 'TakesMore', 'BurnsGas']

  test.each(modes)('does not sell as it should (%s) moves nothing', async (mode) => {
    const terms = await agree()
    await chain.tell(paid, 'mint', pegAccount(terms), 5n * UNIT)
    await chain.tell(module, 'misbehave', modes.indexOf(mode) + 1, 0)
    const { status } = await chain.send({ to: PEG_CONVERTER_ADDRESS, data: pegConvertCalldata(terms) })
    expect(status).toBe('0x0')
    expect([await held(paid, pegAccount(terms)), await held(bought, terms.recipient)]).toEqual([5n * UNIT, 0n])
  })

  test.each(['Reverts', 'SaysNothing', 'SaysLess', 'SaysMore'])(
    'does not tell its fee (%s) moves nothing',
    async (mode) => {
      const terms = await agree()
      await chain.tell(paid, 'mint', pegAccount(terms), 5_000n * UNIT)
      await chain.tell(module, 'setFee', WAD / 1_000n)
      await chain.tell(
        module,
        'misbehave',
        0,
        ['Honest', 'Reverts', 'SaysNothing', 'SaysLess', 'SaysMore'].indexOf(mode),
      )
      const { status } = await chain.send({ to: PEG_CONVERTER_ADDRESS, data: pegConvertCalldata(terms) })
      expect(status).toBe('0x0')
      expect(await held(paid, pegAccount(terms))).toBe(5_000n * UNIT)
    },
  )
})

describe('a token that', () => {
  test.each([
    ['answers false, and moves nothing', 6, false],
    ['answers true, and moves nothing', 7, false],
    ['answers nothing', 1, true],
    ['answers garbage', 2, true],
    ['takes a fee of the recipient', 3, true],
  ] as const)('%s when it is paid is swapped only if the module took it', async (_, mode, isSwapped) => {
    const terms = await agree()
    await chain.tell(paid, 'mint', pegAccount(terms), 5n * UNIT)
    await chain.tell(paid, 'misbehave', mode, 0)
    const { logs } = await chain.send({ to: PEG_CONVERTER_ADDRESS, data: pegConvertCalldata(terms) })
    expect(decodePegLogs(logs)).toMatchObject(isSwapped ? [{ paid: 5n * UNIT, bought: 5n }] : [])
  })

  test('takes a fee of the recipient when it is bought is not swapped', async () => {
    const terms = await agree()
    await chain.tell(paid, 'mint', pegAccount(terms), 50n * UNIT)
    await chain.tell(bought, 'misbehave', TAKES_FEE, 0)
    const { status } = await chain.send({ to: PEG_CONVERTER_ADDRESS, data: pegConvertCalldata(terms) })
    expect([status, await held(paid, pegAccount(terms))]).toEqual(['0x0', 50n * UNIT])
  })

  test.each(['convert', 'release'] as const)('calls back while it moves (%s) gains nothing', async (inner) => {
    const terms = await agree()
    const account = pegAccount(terms)
    const [convert, release] = [pegConvertCalldata(terms), pegReleaseCalldata(terms)]
    const callers = [
      { contract: paid, modes: [CALLS_FIRST, CALLS_LAST] },
      { contract: bought, modes: [CALLS_FIRST, CALLS_LAST] },
      { contract: module, modes: [MODULE_CALLS_FIRST, MODULE_CALLS_LAST] },
    ]
    let all = 0n
    let swapped = 0n
    let received = 0n
    for (const { contract, modes } of callers) {
      await chain.tell(contract, 'callWhenAsked', PEG_CONVERTER_ADDRESS, inner === 'convert' ? convert : release)
      for (const [mode, outer] of modes.flatMap((mode) => [[mode, convert] as const, [mode, release] as const])) {
        await chain.tell(paid, 'mint', account, 1_000n * UNIT)
        all += 1_000n * UNIT
        await chain.tell(contract, 'misbehave', mode, 0)
        const { logs } = await chain.send({ from: terms.wallet, to: PEG_CONVERTER_ADDRESS, data: outer })
        for (const outcome of decodePegLogs(logs)) {
          if (outcome.kind !== 'swapped') continue
          swapped += outcome.paid
          received += outcome.bought
        }
        expect((await held(paid, account)) + (await held(paid, terms.wallet)) + swapped).toBe(all)
        expect(await held(bought, terms.recipient)).toBe(received)
        await chain.tell(contract, 'misbehave', ...HONEST)
      }
    }
    // Nothing is stuck by it.
    await chain.tell(paid, 'mint', account, UNIT)
    const { logs } = await chain.send({ to: PEG_CONVERTER_ADDRESS, data: convert })
    expect(decodePegLogs(logs)).toMatchObject([{ kind: 'swapped' }])
  })
})

test('what the recipient gets from elsewhere meanwhile is not counted as bought', async () => {
  const terms = await agree()
  const salt = chain.salt()
  await chain.tell(bought, 'mint', depositAddress(terms.recipient, salt), 7n)
  const group = { recipient: terms.recipient, token: bought.address, salts: [salt] }
  await chain.tell(module, 'callWhenAsked', FACTORY_ADDRESS, sweepCalldata([group]))
  await chain.tell(module, 'misbehave', MODULE_CALLS_LAST, 0)
  await chain.tell(paid, 'mint', pegAccount(terms), 5n * UNIT)
  const { logs } = await chain.send({ to: PEG_CONVERTER_ADDRESS, data: pegConvertCalldata(terms) })
  expect(decodePegLogs(logs)).toMatchObject([{ paid: 5n * UNIT, bought: 5n }])
  expect(await held(bought, terms.recipient)).toBe(12n)
})
