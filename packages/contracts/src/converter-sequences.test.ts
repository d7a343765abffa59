import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CONVERTER_ADDRESS,
  CONVERTER_DEPLOYMENT,
  type ConversionTerms,
  convertCalldata,
  converterAccount,
  decodeConverterLogs,
  releaseCalldata,
} from './converter.ts'
import { type Cctp, DOMAINS, deployCctp } from './testing/cctp.ts'
import { Chain, type Contract, STRANGER } from './testing/chain.ts'

let chain: Chain
let cctp: Cctp
let hostile: Contract
let wallets = 0

beforeAll(async () => {
  chain = await Chain.start()
  cctp = await deployCctp(chain, DOMAINS.polygon)
  hostile = await chain.deploy('HostileToken')
  await chain.send(CONVERTER_DEPLOYMENT)
  await chain.tell(cctp.messenger, 'addRemoteTokenMessenger', DOMAINS.ethereum, `0x${'1'.padStart(64, '0')}`)
  await chain.tell(cctp.messenger, 'setMaxBurnAmountPerMessage', hostile.address, 700_000_000n)
})

afterAll(async () => {
  await chain.stop()
})

/** Of the modes of HostileToken: how it moves money, and how it tells balances. */
const HONEST = [0, 0] as const
const TRANSFER_MODES = 12
const [CALLS_FIRST, CALLS_LAST] = [12, 13]
const BALANCE_MODES = 7

type Step =
  | { pay: bigint }
  | { convert: Caller }
  | { release: Caller }
  | { wait: number }
  | { deny: boolean }
  | { minFee: bigint }
  | { misbehave: readonly [number, number] }
type Caller = 'wallet' | 'stranger'

const caller = fc.constantFrom<Caller>('wallet', 'stranger')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ pay: fc.bigInt(1n, 10n ** 9n) }) },
  { weight: 3, arbitrary: fc.record({ convert: caller }) },
  { weight: 4, arbitrary: fc.record({ release: caller }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(1_000, 86_300, 90_000) }) },
  { weight: 1, arbitrary: fc.record({ deny: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ minFee: fc.constantFrom(0n, 20_000n, 40_000n) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      misbehave: fc.tuple(fc.nat(TRANSFER_MODES - 1), fc.oneof(fc.constant(0), fc.nat(BALANCE_MODES - 1))),
    }),
  },
)

async function agree(token: string): Promise<ConversionTerms> {
  wallets += 1
  const wallet = `0x${wallets.toString(16).padStart(40, 'd')}`
  await chain.rpc('anvil_impersonateAccount', wallet)
  await chain.rpc('anvil_setBalance', wallet, '0xde0b6b3a7640000')
  return {
    ...{ wallet, recipient: wallet, token, messenger: cctp.messenger.address, domain: DOMAINS.ethereum },
    ...{ leastMillionths: 997_000, maxFee: 10n ** 12n, finality: 'standard' },
  }
}

/** What happened to the money of some terms, by what its token truly holds. */
class Books {
  readonly terms: ConversionTerms
  readonly account: string
  readonly balance: (owner: string) => Promise<bigint>
  paid = 0n
  burned = 0n
  released = 0n
  /** Taken by the token itself */
  taken = 0n

  constructor(terms: ConversionTerms, balance: (owner: string) => Promise<bigint>) {
    this.terms = terms
    this.account = converterAccount(terms)
    this.balance = balance
  }

  /** Nobody but the wallet is paid, nothing is lost, and events say what happened. */
  async check(): Promise<void> {
    const [held, got] = [await this.balance(this.account), await this.balance(this.terms.wallet)]
    expect(held + got + this.burned + this.taken).toBe(this.paid)
    expect(got).toBe(this.released)
    for (const other of [STRANGER, CONVERTER_ADDRESS, cctp.messenger.address])
      expect(await this.balance(other)).toBe(0n)
  }

  async call(data: string, from: Caller): Promise<void> {
    const sender = from === 'wallet' ? this.terms.wallet : STRANGER
    const before = await this.balance(this.account)
    const receipt = await chain.send({ from: sender, to: CONVERTER_ADDRESS, data })
    const outcomes = decodeConverterLogs(receipt.logs)
    const left = before - (await this.balance(this.account))
    if (outcomes.length === 0) expect(left).toBe(0n)
    for (const outcome of outcomes) {
      expect(outcome.account).toBe(this.account)
      if (outcome.kind === 'announced') continue
      if (outcome.kind === 'released') {
        this.released += outcome.amount
        this.taken += left - outcome.amount
      } else {
        expect(outcome.amount).toBe(left)
        expect(outcome.maxFee * 1_000n <= left * 3n).toBe(true)
        this.burned += left
      }
    }
  }
}

async function play(terms: ConversionTerms, steps: readonly Step[], token: Token): Promise<Books> {
  const books = new Books(terms, token.balance)
  for (const step of steps) {
    if ('pay' in step) {
      await token.pay(books.account, step.pay)
      books.paid += step.pay
    } else if ('convert' in step) await books.call(convertCalldata(terms), step.convert)
    else if ('release' in step) await books.call(releaseCalldata(terms), step.release)
    else if ('wait' in step) await chain.rpc('evm_increaseTime', step.wait)
    else if ('deny' in step) await chain.tell(cctp.messenger, 'setDenylisted', books.account, step.deny)
    else if ('minFee' in step) await chain.tell(cctp.messenger, 'setMinFee', step.minFee)
    else await token.misbehave(...step.misbehave)
    await books.check()
  }
  await token.misbehave(...HONEST)
  // Whatever happened before, the wallet can have the rest.
  if ((await token.balance(books.account)) > 0n) await books.call(releaseCalldata(terms), 'wallet')
  expect(await token.balance(books.account)).toBe(0n)
  await books.check()
  return books
}

type Token = {
  readonly pay: (to: string, amount: bigint) => Promise<void>
  readonly balance: (owner: string) => Promise<bigint>
  readonly misbehave: (transferring: number, telling: number) => Promise<void>
}

test('whatever is paid, converted and released by whom and when, USDC is burned for the wallet or comes to it', async () => {
  const { address } = chain.network.coins.USDC
  const token: Token = {
    pay: (to, amount) => chain.pay(to, amount, 'USDC'),
    balance: (owner) => chain.balance(owner, address),
    misbehave: async () => {},
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      expect((await play(await agree(address), steps, token)).taken).toBe(0n)
    }),
    { numRuns: 60 },
  )
}, 240_000)

test('a token that misbehaves pays nobody but the wallet either', async () => {
  const token: Token = {
    pay: (to, amount) => chain.tell(hostile, 'mint', to, amount),
    balance: readHeld,
    misbehave: (transferring, telling) => chain.tell(hostile, 'misbehave', transferring, telling),
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await play(await agree(hostile.address), steps, token)
    }),
    { numRuns: 60 },
  )
}, 240_000)

test.each(['convert', 'release'] as const)(
  'a token that calls back while it moves (%s) gains nothing',
  async (inner) => {
    const terms = await agree(hostile.address)
    const account = converterAccount(terms)
    const data = inner === 'convert' ? convertCalldata(terms) : releaseCalldata(terms)
    await chain.tell(hostile, 'callWhenAsked', CONVERTER_ADDRESS, data)
    let burned = 0n
    let paid = 0n
    for (const when of [CALLS_FIRST, CALLS_LAST]) {
      for (const outer of [convertCalldata(terms), releaseCalldata(terms)]) {
        await chain.tell(hostile, 'misbehave', ...HONEST)
        await chain.tell(hostile, 'mint', account, 1_000n)
        await chain.tell(hostile, 'misbehave', when, 0)
        const { logs } = await chain.send({ from: terms.wallet, to: CONVERTER_ADDRESS, data: outer })
        for (const outcome of decodeConverterLogs(logs)) if (outcome.kind === 'converted') burned += outcome.amount
        paid += 1_000n
        expect((await readHeld(account)) + (await readHeld(terms.wallet)) + burned).toBe(paid)
      }
    }
  },
)

function readHeld(owner: string): Promise<bigint> {
  return chain.call(hostile.address, hostile.abi.encodeFunctionData('held', [owner])).then(BigInt)
}
