import { type Attested, attest } from '@crypto-checkout/devnet/testing'
import { Interface, type InterfaceAbi } from 'ethers/abi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONVERTER_ABI, CONVERTER_ADDRESS, CONVERTER_CODE, CONVERTER_DEPLOYMENT, CONVERTER_GAS } from './conversion.ts'
import {
  type ConversionTerms,
  type ConverterOutcome,
  convertCalldata,
  converterAccount,
  decodeConverterLogs,
  releaseCalldata,
} from './converter.ts'
import { depositAddress } from './deposits.ts'
import { NATIVE_COIN } from './factory.ts'
import { type Cctp, findCctp, findMessages, ISSUER, USDC_ROLES } from './testing/cctp.ts'
import { type Call, Chain, findCalls, type Receipt, STRANGER } from './testing/chain.ts'

const WAIT = 3 * 86_400
const THOUSAND = 1_000_000_000n
/** The ways in which testing/Wallet.sol takes the chain's own coin */
const RECEIVING = ['Plain', 'Writes', 'WritesMuch', 'Reverts', 'RevertsWithMuch', 'BurnsGas', 'Calls']

let source: Chain
let destination: Chain
let here: Cctp
let there: Cctp
let wallets = 0

beforeAll(async () => {
  ;[source, destination] = await Promise.all([Chain.start('polygon'), Chain.start('ethereum')])
  here = findCctp(source.network)
  there = findCctp(destination.network)
})

afterAll(async () => {
  await Promise.all([source.stop(), destination.stop()])
})

/** Terms of a new wallet */
function agree(changes: Partial<ConversionTerms> = {}): ConversionTerms {
  wallets += 1
  const wallet = `0x${wallets.toString(16).padStart(40, 'c')}`
  return {
    ...{ wallet, recipient: wallet, token: source.network.coins.USDC.address, messenger: here.messenger.address },
    ...{ destination: 'ethereum', minimum: 1n, leastMillionths: 997_000, maxFee: 5_000_000n, finality: 'standard' },
    ...changes,
  }
}

/** A transaction to the converter. Refused ones have no outcome. */
async function call(data: string, from = STRANGER): Promise<Receipt & { outcomes: ConverterOutcome[] }> {
  const receipt = await source.send({ from, to: CONVERTER_ADDRESS, data })
  return { ...receipt, outcomes: decodeConverterLogs(receipt.logs) }
}

const convert = (terms: ConversionTerms, from?: string) => call(convertCalldata(terms), from)
const release = (terms: ConversionTerms, from?: string, token?: string) => call(releaseCalldata(terms, token), from)
const refused = { status: '0x0', outcomes: [] }

/** Somebody who has gas and is the wallet itself */
async function impersonate(account: string): Promise<string> {
  await source.rpc('anvil_impersonateAccount', account)
  await source.rpc('anvil_setBalance', account, '0xde0b6b3a7640000')
  return account
}

/** Burns USDC as the terms say, and returns its message. */
async function burn(terms: ConversionTerms, amount = THOUSAND): Promise<string> {
  await source.pay(converterAccount(terms), amount, 'USDC')
  const [message = ''] = findMessages(await convert(terms), here)
  return message
}

/** Anybody hands an attested message in at the destination. */
async function deliver(message: string, attested?: Attested, key?: string): Promise<string> {
  const { message: filled, attestation } = await attest(message, attested, key)
  const data = there.transmitter.abi.encodeFunctionData('receiveMessage', [filled, attestation])
  return (await destination.send({ from: STRANGER, to: there.transmitter.address, data })).status
}

const holds = (chain: Chain, owner: string) => chain.balance(owner, chain.network.coins.USDC.address)
const arrived = ({ recipient }: ConversionTerms) => holds(destination, recipient)

async function useRole(chain: Chain, name: string, ...values: unknown[]): Promise<void> {
  const to = chain.network.coins.USDC.address
  await chain.send({ from: ISSUER, to, data: USDC_ROLES.encodeFunctionData(name, values) })
}

test('anybody deploys the converter, once, to the address that is known before', async () => {
  await source.rpc('anvil_setCode', CONVERTER_ADDRESS, '0x')
  await source.rpc('anvil_setNonce', CONVERTER_ADDRESS, '0x0')
  const { status, gasUsed } = await source.send({ from: STRANGER, ...CONVERTER_DEPLOYMENT, gas: CONVERTER_GAS })
  expect([status, Number(gasUsed) > CONVERTER_GAS / 2]).toEqual(['0x1', true])
  expect(await source.code(CONVERTER_ADDRESS)).toBe(CONVERTER_CODE)
})

test('money goes from a deposit to the wallet on the other network, by calls of anybody', async () => {
  const terms = agree()
  const [account, salt] = [converterAccount(terms), source.salt()]
  await source.pay(depositAddress(account, salt), THOUSAND, 'USDC')
  await source.sweep([{ recipient: account, token: terms.token, salts: [salt] }])
  expect(await holds(source, account)).toBe(THOUSAND)
  const receipt = await convert(terms)
  // At least 997 arrive, and at most 5 less: the fee is the lesser of both.
  expect(receipt.outcomes).toEqual([{ kind: 'converted', account, amount: THOUSAND, maxFee: 3_000_000n }])
  expect(await holds(source, account)).toBe(0n)
  const [message = ''] = findMessages(receipt, here)
  const attested = { nonce: `0x${'4e'.repeat(32)}` }
  expect(await deliver(message, attested)).toBe('0x1')
  expect(await arrived(terms)).toBe(THOUSAND)
  expect(await deliver(message, attested)).toBe('0x0')
  expect(await convert(terms)).toMatchObject(refused)
})

test('a message has the fields of CCTP v2 in their places', async () => {
  const terms = agree({ finality: 'fast', maxFee: 7n })
  const word = (value: string) => value.slice(2).toLowerCase().padStart(64, '0')
  const number = (value: bigint) => value.toString(16).padStart(64, '0')
  const [version, polygon, ethereum, none] = ['00000001', '00000007', '00000000', number(0n)]
  const head = [version, polygon, ethereum, none, word(here.messenger.address), word(there.messenger.address), none]
  const asked = '000003e8'
  const body = [version, word(terms.token), word(terms.recipient), number(THOUSAND), word(converterAccount(terms))]
  const fees = [number(7n), none, none]
  expect(await burn(terms)).toBe(`0x${[...head, asked, '00000000', ...body, ...fees].join('')}`)
})

test('a fast burn pays the fee that was attested, and never more than its bound', async () => {
  const terms = agree({ finality: 'fast', maxFee: 100_000n })
  const message = await burn(terms)
  expect(await deliver(message, { fee: 100_001n })).toBe('0x0')
  expect(await deliver(message, { fee: 100_000n })).toBe('0x1')
  expect(await arrived(terms)).toBe(THOUSAND - 100_000n)
})

test('a message that has expired or is signed by others moves nothing, and arrives once it is attested', async () => {
  const terms = agree()
  const message = await burn(terms)
  expect(await deliver(message, { expiration: 1n })).toBe('0x0')
  expect(await deliver(message, {}, `0x${'bb'.repeat(32)}`)).toBe('0x0')
  expect(await arrived(terms)).toBe(0n)
  expect(await deliver(message)).toBe('0x1')
  expect(await arrived(terms)).toBe(THOUSAND)
})

test('money waits in its message while the wallet is blocked on the destination', async () => {
  const terms = agree()
  const message = await burn(terms)
  await useRole(destination, 'blacklist', terms.recipient)
  expect(await deliver(message)).toBe('0x0')
  await useRole(destination, 'unBlacklist', terms.recipient)
  expect(await deliver(message)).toBe('0x1')
})

test('a fee that the issuer switches on is paid up to the bound, and what would cost more is burned in parts', async () => {
  const terms = agree({ maxFee: 600_000n, minimum: 100_000_000n })
  const dear = agree({ leastMillionths: 999_500 })
  // A thousandth
  await source.tell(here.messenger, 'setMinFee', 10_000n)
  await source.pay(converterAccount(terms), THOUSAND, 'USDC')
  expect((await convert(terms)).outcomes).toMatchObject([{ amount: 600_000_000n, maxFee: 600_000n }])
  expect((await convert(terms)).outcomes).toMatchObject([{ amount: 400_000_000n, maxFee: 600_000n }])
  // The least share would not arrive.
  await source.pay(converterAccount(dear), THOUSAND, 'USDC')
  expect(await convert(dear)).toMatchObject(refused)
  expect(await holds(source, converterAccount(dear))).toBe(THOUSAND)
  await source.tell(here.messenger, 'setMinFee', 0n)
  expect((await convert(dear)).status).toBe('0x1')
})

test('nobody makes burns that are smaller than the terms allow', async () => {
  const terms = agree({ minimum: 10_000_000n })
  const account = converterAccount(terms)
  await source.pay(account, 9_999_999n, 'USDC')
  for (const from of [STRANGER, await impersonate(terms.wallet)])
    expect(await convert(terms, from)).toMatchObject(refused)
  await source.pay(account, 1n, 'USDC')
  expect((await convert(terms)).outcomes).toMatchObject([{ amount: 10_000_000n }])
})

test.each([1n, 2n, 333n, 334n, 10_000n])('of %d units the least share arrives', async (amount) => {
  const terms = agree()
  await source.pay(converterAccount(terms), amount, 'USDC')
  const [outcome] = (await convert(terms)).outcomes
  expect(outcome).toMatchObject({ amount, maxFee: amount - (amount * 997_000n + 999_999n) / 1_000_000n })
})

test('nothing moves where the messenger is paused, has no code, or is the wrong one for the token', async () => {
  const [terms, nowhere] = [agree(), agree({ messenger: `0x${'e'.repeat(40)}` })]
  const other = agree({ token: source.network.coins.USDT.address })
  for (const { token, ...one } of [terms, nowhere, other]) {
    await source.pay(converterAccount({ token, ...one }), THOUSAND, token === other.token ? 'USDT' : 'USDC')
  }
  await source.tell(here.transmitter, 'setPaused', true)
  for (const one of [terms, nowhere, other]) {
    expect(await convert(one)).toMatchObject(refused)
    expect(await source.balance(converterAccount(one), one.token)).toBe(THOUSAND)
  }
  await source.tell(here.transmitter, 'setPaused', false)
  await useRole(source, 'pause')
  expect(await convert(terms)).toMatchObject(refused)
  await useRole(source, 'unpause')
  expect((await convert(terms)).status).toBe('0x1')
  expect((await release(other, await impersonate(other.wallet))).status).toBe('0x1')
})

test('the contract and this package find the same account', async () => {
  const abi = new Interface(CONVERTER_ABI as InterfaceAbi)
  const { wallet, token, messenger, recipient, minimum, leastMillionths: least, maxFee } = agree({ finality: 'fast' })
  const terms = [
    wallet,
    token,
    messenger,
    0,
    `0x${recipient.slice(2).padStart(64, '0')}`,
    minimum,
    least,
    maxFee,
    1_000,
  ]
  const answer = await source.call(CONVERTER_ADDRESS, abi.encodeFunctionData('accountAddress', [terms]))
  const same = converterAccount({
    ...{ wallet, token, messenger, recipient, minimum, leastMillionths: least, maxFee, finality: 'fast' },
    destination: 'ethereum',
  })
  expect(`0x${answer.slice(26)}`).toBe(same.toLowerCase())
})

test('what is more than one burn may have is converted by several', async () => {
  const terms = agree()
  await source.tell(here.messenger, 'setMaxBurnAmountPerMessage', terms.token, 400_000_000n)
  await source.pay(converterAccount(terms), THOUSAND, 'USDC')
  const burned: ConverterOutcome[] = []
  for (let time = 0; time < 3; time++) burned.push(...(await convert(terms)).outcomes)
  expect(burned).toMatchObject([{ amount: 400_000_000n }, { amount: 400_000_000n }, { amount: 200_000_000n }])
  await source.tell(here.messenger, 'setMaxBurnAmountPerMessage', terms.token, 0n)
  await source.pay(converterAccount(terms), THOUSAND, 'USDC')
  expect(await convert(terms)).toMatchObject(refused)
  await source.tell(here.messenger, 'setMaxBurnAmountPerMessage', terms.token, 10n ** 13n)
})

describe('what cannot be converted', () => {
  test('is released to the wallet at once if the wallet asks', async () => {
    const terms = agree()
    const account = converterAccount(terms)
    await source.tell(here.messenger, 'denylist', account)
    await source.pay(account, THOUSAND, 'USDC')
    expect(await convert(terms)).toMatchObject(refused)
    const { outcomes } = await release(terms, await impersonate(terms.wallet))
    expect(outcomes).toEqual([{ kind: 'released', account, token: terms.token, amount: THOUSAND }])
    expect(await holds(source, terms.wallet)).toBe(THOUSAND)
  })

  test('is released to the wallet by anybody three days after it was announced', async () => {
    const terms = agree()
    const account = converterAccount(terms)
    await source.pay(account, THOUSAND, 'USDC')
    const { outcomes } = await release(terms)
    expect(outcomes).toMatchObject([{ kind: 'announced', account, amount: THOUSAND }])
    await source.rpc('evm_increaseTime', WAIT - 60)
    expect(await release(terms)).toMatchObject(refused)
    await source.rpc('evm_increaseTime', 120)
    expect((await release(terms)).outcomes).toMatchObject([{ kind: 'released', amount: THOUSAND }])
    expect(await holds(source, terms.wallet)).toBe(THOUSAND)
  })

  test('is not released if it is converted meanwhile, nor is what came later', async () => {
    const terms = agree()
    const account = converterAccount(terms)
    await source.pay(account, 1n, 'USDC')
    await release(terms)
    await source.rpc('evm_increaseTime', WAIT)
    // A stranger who announced a unit long ago releases that unit.
    await source.pay(account, THOUSAND, 'USDC')
    expect((await release(terms)).outcomes).toMatchObject([{ kind: 'released', amount: 1n }])
    expect((await release(terms)).outcomes).toMatchObject([{ kind: 'announced', amount: THOUSAND }])
    expect((await convert(terms)).outcomes).toMatchObject([{ kind: 'converted', amount: THOUSAND }])
    await source.rpc('evm_increaseTime', WAIT)
    await source.pay(account, THOUSAND, 'USDC')
    expect((await release(terms)).outcomes).toMatchObject([{ kind: 'announced', amount: THOUSAND }])
  })

  test('keeps its notice while other coins are released, and loses it when its wallet is paid', async () => {
    const terms = agree()
    const account = converterAccount(terms)
    await source.pay(account, 500n, 'USDC')
    await release(terms)
    await source.pay(account, 7n, 'USDT')
    await release(terms, STRANGER, source.network.coins.USDT.address)
    await source.rpc('evm_increaseTime', WAIT)
    expect((await release(terms)).outcomes).toMatchObject([{ kind: 'released', amount: 500n }])
    await source.pay(account, 500n, 'USDC')
    await release(terms)
    await release(terms, await impersonate(terms.wallet))
    await source.rpc('evm_increaseTime', WAIT)
    await source.pay(account, 500n, 'USDC')
    expect((await release(terms)).outcomes).toMatchObject([{ kind: 'announced', amount: 500n }])
  })

  test('goes to a wallet that is a contract, also the chain’s own coin if it passes it on', async () => {
    const contract = await source.deploy('Wallet')
    await source.tell(contract, 'callWhenPaid', STRANGER, '0x')
    await source.tell(contract, 'misbehave', RECEIVING.indexOf('Calls'))
    const terms = agree({ wallet: contract.address })
    await source.pay(converterAccount(terms), 11n)
    expect((await release(terms, STRANGER, NATIVE_COIN)).outcomes).toMatchObject([{ kind: 'released', amount: 11n }])
  })

  test('waits while the wallet is blocked here, too', async () => {
    const terms = agree()
    await source.pay(converterAccount(terms), THOUSAND, 'USDC')
    await useRole(source, 'blacklist', terms.wallet)
    expect(await release(terms, await impersonate(terms.wallet))).toMatchObject(refused)
    await useRole(source, 'unBlacklist', terms.wallet)
    expect((await convert(terms)).status).toBe('0x1')
  })
})

test('other coins go to the wallet at once, whoever asks', async () => {
  const terms = agree()
  const account = converterAccount(terms)
  await source.pay(account, 7n, 'USDT')
  await source.pay(account, 9n)
  const usdt = source.network.coins.USDT.address
  expect((await release(terms, STRANGER, usdt)).outcomes).toMatchObject([{ token: usdt, amount: 7n }])
  expect((await release(terms, STRANGER, NATIVE_COIN)).outcomes).toMatchObject([{ token: NATIVE_COIN, amount: 9n }])
  expect(await source.balance(terms.wallet)).toBe(9n)
})

test('money that came on another network, where the token of the terms has no code, goes to the wallet at once', async () => {
  const terms = agree({ token: `0x${'e'.repeat(40)}` })
  const account = converterAccount(terms)
  const usdc = source.network.coins.USDC.address
  await source.pay(account, 7n, 'USDC')
  await source.pay(account, 9n)
  expect(await convert(terms)).toMatchObject(refused)
  expect((await release(terms, STRANGER, usdc)).outcomes).toMatchObject([{ token: usdc, amount: 7n }])
  expect((await release(terms, STRANGER, NATIVE_COIN)).outcomes).toMatchObject([{ token: NATIVE_COIN, amount: 9n }])
  expect(await holds(source, terms.wallet)).toBe(7n)
})

test('terms that are not the account’s open another account', async () => {
  const terms = agree()
  await source.pay(converterAccount(terms), THOUSAND, 'USDC')
  const changes: Partial<ConversionTerms>[] = [
    { wallet: STRANGER },
    { recipient: STRANGER },
    { destination: 'arbitrum' },
    { minimum: 2n },
    { maxFee: 6_000_000n },
    { leastMillionths: 1 },
    { finality: 'fast' },
    { messenger: STRANGER },
  ]
  for (const change of changes) {
    expect(await convert({ ...terms, ...change })).toMatchObject(refused)
    expect(await release({ ...terms, ...change }, STRANGER)).toMatchObject(refused)
  }
  expect(await holds(source, converterAccount(terms))).toBe(THOUSAND)
})

test.each([0, 1_000_001, 0.5])('a least share of %d millionths is refused before anything is paid', (least) => {
  expect(() => converterAccount(agree({ leastMillionths: least }))).toThrow('millionths')
})

test.each([
  ['no wallet here', { wallet: NATIVE_COIN }, 'No wallet'],
  ['no wallet there', { recipient: NATIVE_COIN }, 'No wallet'],
  ['the converter', { recipient: CONVERTER_ADDRESS }, 'No wallet'],
  ['a wrong checksum', { wallet: '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266' }, 'checksum'],
  ['a negative fee', { maxFee: -1n }, '256 bits'],
  ['a fee of 128 bits', { maxFee: 2n ** 128n }, 'amount'],
] as const)('terms with %s are refused before anything is paid', (_, changes, words) => {
  expect(() => converterAccount(agree(changes))).toThrow(words)
  expect(() => converterAccount(agree({ recipient: agree().token, ...changes }))).toThrow('No wallet')
})

test('the converter’s own part of fifty payments is at most 2,100 gas for each', async () => {
  const terms = agree()
  const account = converterAccount(terms)
  await burn(terms)
  const salts = Array.from({ length: 50 }, () => source.salt())
  for (const salt of salts) await source.pay(depositAddress(account, salt), THOUSAND, 'USDC')
  await source.sweep([{ recipient: account, token: terms.token, salts }])
  const request = { from: STRANGER, to: CONVERTER_ADDRESS, data: convertCalldata(terms), gas: '0x1e8480' }
  const hash = await source.rpc('eth_sendTransaction', request)
  await source.rpc('evm_mine')
  const trace = (await source.rpc('debug_traceTransaction', hash, { tracer: 'callTracer' })) as Call
  const burning = findCalls(trace, terms.messenger).map(({ gasUsed }) => Number(gasUsed))
  expect(burning.length).toBeGreaterThan(1)
  const own = Number(trace.gasUsed) - burning.reduce((sum, gas) => sum + gas)
  expect(own / salts.length).toBeLessThan(2_100)
})
