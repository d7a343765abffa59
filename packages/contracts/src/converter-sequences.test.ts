import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONVERTER_ADDRESS } from './conversion.ts'
import {
  type ConversionTerms,
  convertCalldata,
  converterAccount,
  decodeConverterLogs,
  releaseCalldata,
} from './converter.ts'
import { type Cctp, findCctp, findMessages } from './testing/cctp.ts'
import { Chain, type Contract, STRANGER } from './testing/chain.ts'

let chain: Chain
let cctp: Cctp
let hostile: Contract
let wallets = 0

beforeAll(async () => {
  chain = await Chain.start()
  cctp = findCctp(chain.network)
  hostile = await chain.deploy('HostileToken')
  await chain.tell(cctp.messenger, 'setMaxBurnAmountPerMessage', hostile.address, 700_000_000n)
})

beforeEach(async () => {
  counts = { converted: 0, released: 0, announced: 0 }
  // A random sequence may have ended with a fee that is too dear.
  await chain.tell(cctp.messenger, 'setMinFee', 0n)
})

afterAll(async () => {
  await chain.stop()
})

/** Of the modes of HostileToken: how it moves money, and how it tells balances. */
const HONEST = [0, 0] as const
const TRANSFER_MODES = 12
const [TAKES_FEE, CALLS_FIRST, CALLS_LAST] = [3, 12, 13]
const WAIT_MS = 3 * 86_400_000
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
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(1_000, 200_000, 260_000) }) },
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
    ...{ wallet, recipient: wallet, token, messenger: cctp.messenger.address, destination: 'ethereum' },
    ...{ minimum: 1_000n, leastMillionths: 997_000, maxFee: 1_000_000n, finality: 'standard' },
  }
}

/** The money of some terms, by the true balances of its token and the rules of terms and notices. */
class Books {
  readonly terms: ConversionTerms
  readonly account: string
  readonly token: Token
  paid = 0n
  burned = 0n
  released = 0n
  /** Taken by the token itself */
  taken = 0n
  notice: { readonly from: number; readonly amount: bigint } | null = null

  constructor(terms: ConversionTerms, token: Token) {
    this.terms = terms
    this.account = converterAccount(terms)
    this.token = token
  }

  /** Nobody but the wallet is paid, nothing is lost, and events say what happened. */
  async check(): Promise<void> {
    const { balance } = this.token
    const [held, got] = [await balance(this.account), await balance(this.terms.wallet)]
    expect(held + got + this.burned + this.taken).toBe(this.paid)
    expect(got).toBe(this.released)
    for (const other of [STRANGER, CONVERTER_ADDRESS, cctp.messenger.address]) expect(await balance(other)).toBe(0n)
  }

  async call(data: string, from: Caller): Promise<void> {
    const sender = from === 'wallet' ? this.terms.wallet : STRANGER
    const before = await this.token.balance(this.account)
    const receipt = await chain.send({ from: sender, to: CONVERTER_ADDRESS, data })
    const left = before - (await this.token.balance(this.account))
    const [outcome, ...others] = decodeConverterLogs(receipt.logs)
    expect(others).toEqual([])
    if (!outcome) {
      expect(left).toBe(0n)
      return
    }
    expect(outcome.account).toBe(this.account)
    const { timestamp } = (await chain.rpc('eth_getBlockByNumber', 'latest', false)) as { timestamp: string }
    const now = Number(timestamp) * 1_000
    counts[outcome.kind] += 1
    if (outcome.kind === 'announced') this.#announce(outcome, now, left)
    else if (outcome.kind === 'released') this.#release(outcome, from, now, left)
    else this.#convert(outcome, findMessages(receipt, cctp), left)
  }

  #announce({ amount, from }: { readonly amount: bigint; readonly from: number }, now: number, left: bigint): void {
    expect([this.notice, left, from]).toEqual([null, 0n, now + WAIT_MS])
    this.notice = { from, amount }
  }

  #release({ amount }: { readonly amount: bigint }, from: Caller, now: number, left: bigint): void {
    if (from === 'stranger') {
      expect(this.notice !== null && this.notice.from <= now).toBe(true)
      expect(left <= (this.notice?.amount ?? 0n)).toBe(true)
    }
    this.notice = null
    this.released += amount
    if (!this.token.mayTake()) expect(amount).toBe(left)
    this.taken += left - amount
  }

  #convert(
    outcome: { readonly amount: bigint; readonly maxFee: bigint },
    messages: readonly string[],
    left: bigint,
  ): void {
    const { recipient, maxFee, minimum } = this.terms
    expect(outcome.amount).toBe(left)
    expect(left >= minimum).toBe(true)
    expect(outcome.maxFee * 1_000n <= left * 3n && outcome.maxFee <= maxFee).toBe(true)
    const [message = '', ...others] = messages
    const word = (at: number) => message.slice(2 + at * 2, 2 + (at + 32) * 2)
    const [to, amount, fee] = [word(148 + 36), word(148 + 68), word(148 + 132)]
    expect([to.slice(24), BigInt(`0x${amount}`), BigInt(`0x${fee}`)]).toEqual([
      recipient.slice(2),
      left,
      outcome.maxFee,
    ])
    expect(others).toEqual([])
    this.notice = null
    this.burned += left
  }
}

/** The outcomes in all sequences of a test: one without any proves nothing. */
let counts = { converted: 0, released: 0, announced: 0 }

async function play(terms: ConversionTerms, steps: readonly Step[], token: Token): Promise<Books> {
  const books = new Books(terms, token)
  await chain.tell(cctp.messenger, 'setMinFee', 0n)
  for (const step of steps) {
    if ('pay' in step) {
      await token.pay(books.account, step.pay)
      books.paid += step.pay
    } else if ('convert' in step) await books.call(convertCalldata(terms), step.convert)
    else if ('release' in step) await books.call(releaseCalldata(terms), step.release)
    else if ('wait' in step) await chain.rpc('evm_increaseTime', step.wait)
    else if ('deny' in step) await chain.tell(cctp.messenger, step.deny ? 'denylist' : 'unDenylist', books.account)
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
  /** Takes a fee, or gives to itself */
  readonly mayTake: () => boolean
}

test('whatever is paid, converted and released by whom and when, USDC is burned for the wallet or comes to it', async () => {
  const { address } = chain.network.coins.USDC
  const token: Token = {
    pay: (to, amount) => chain.pay(to, amount, 'USDC'),
    balance: (owner) => chain.balance(owner, address),
    misbehave: async () => {},
    mayTake: () => false,
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      expect((await play(await agree(address), steps, token)).taken).toBe(0n)
    }),
    { numRuns: 60 },
  )
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
}, 240_000)

test('a token that misbehaves pays nobody but the wallet either', async () => {
  let mode = 0
  const token: Token = {
    pay: (to, amount) => chain.tell(hostile, 'mint', to, amount),
    balance: readHeld,
    misbehave: async (transferring, telling) => {
      mode = transferring
      await chain.tell(hostile, 'misbehave', transferring, telling)
    },
    mayTake: () => mode === TAKES_FEE,
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await play(await agree(hostile.address), steps, token)
    }),
    { numRuns: 60 },
  )
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
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
    // Nothing is stuck by it.
    await chain.tell(hostile, 'misbehave', ...HONEST)
    const amount = await readHeld(account)
    const { logs } = await chain.send({ to: CONVERTER_ADDRESS, data: convertCalldata(terms) })
    expect(decodeConverterLogs(logs)).toMatchObject([{ kind: 'converted', amount }])
  },
)

function readHeld(owner: string): Promise<bigint> {
  return chain.call(hostile.address, hostile.abi.encodeFunctionData('held', [owner])).then(BigInt)
}
