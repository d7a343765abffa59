import { Wallet } from 'ethers/wallet'
import { expect, test } from 'vitest'
import { encode, openPrograms } from '../../testing/programs.ts'
import { pickRuns } from '../../testing/runs.ts'
import { createSeededRandom } from '../../testing/seeded-random.ts'
import { createPayer, openStellarPrograms } from '../../testing/stellar-programs.ts'

const CASES = pickRuns({ full: 10_000, quick: 300 })
/** A header that is no payload, and one that is refused or is not read. */
const ANSWERS = [400, 402]

const numbers = ['-1', '1e3', '0x10', '1.5', '01', '٣', `${2n ** 256n}`, '9'.repeat(5_000), 'NaN', ' 1', '1n', '']
const texts = [
  '',
  '\0',
  '\ud800',
  '💶'.repeat(300),
  '__proto__',
  '../..',
  "'; drop table payments; --",
  'a'.repeat(9_000),
]
const odd = [null, true, false, 0, -1, 1e308, Number.MAX_SAFE_INTEGER + 1, [], {}, [[]], { a: 1 }, ...numbers, ...texts]

type Random = (below: number) => number
const pick = <T>(random: Random, all: readonly T[]): T => all[random(all.length)] as T

/** Every path in a value, the value's own included. */
function listPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [path, ...inner.flatMap(([key, one]) => listPaths(one, [...path, key]))]
}

function replaceAt(value: unknown, [key, ...rest]: readonly string[], change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  const object = value as Record<string, unknown>
  return { ...object, [key]: replaceAt(object[key], rest, change) }
}

/** A payload that is wrong in one place. */
function spoilJson(random: Random, payload: object): unknown {
  const path = pick(random, listPaths(payload))
  const changes: ((old: unknown) => unknown)[] = [
    () => pick(random, odd),
    () => undefined,
    (old) => (typeof old === 'string' ? `${old}${pick(random, texts)}` : [old]),
    (old) => (typeof old === 'string' ? old.slice(0, random(old.length + 1)) : { old }),
    (old) => (typeof old === 'string' && old.length > 0 ? flip(random, old) : old && { ...Object(old), more: 1 }),
  ]
  return replaceAt(payload, path, pick(random, changes))
}

function flip(random: Random, text: string): string {
  const at = random(text.length)
  const other = text[at] === '7' ? '8' : '7'
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
}

const deep = (levels: number) => Buffer.from(`${'['.repeat(levels)}${']'.repeat(levels)}`).toString('base64')

/** A header that no client sends. */
function spoilHeader(random: Random, payload: object): string {
  const good = encode(payload)
  const bytes = Buffer.from(Array.from({ length: random(600) }, () => random(256)))
  const makers: (() => string)[] = [
    () => good.slice(0, random(good.length)),
    () => good.replaceAll('=', ''),
    () => `${good}${pick(random, ['=', '====', ' ', '\t', ',', '%3D', '\u00e9'])}`,
    () =>
      Buffer.from(JSON.stringify(payload))
        .toString('base64url')
        .replace('A', pick(random, ['-', '_', 'A-'])),
    () => bytes.toString('base64'),
    () => bytes.toString('latin1'),
    () => JSON.stringify(payload),
    () => encode(pick(random, odd)),
    () => deep(random(6_000)),
    () => 'A'.repeat(random(40_000)),
    () => `${good}${good}`,
    () => flip(random, good),
  ]
  return pick(random, makers)()
}

test('wrong headers are answered, never by a failure, and nothing is sent', async () => {
  const { shop, payer, terms, sign, traces } = await openPrograms()
  const payment = await shop.create({ expiresIn: 86_400 })
  // Another account has signed it: so nothing that is left of it can be right.
  const wallet = new Wallet(`0x${'5b'.repeat(32)}`)
  const extensions = { 'payment-identifier': { info: { required: false, id: 'x'.repeat(16) } } }
  const payload = await sign(await terms(payment), { wallet, extensions, authorization: { from: payer.address } })
  const random = createSeededRandom(402)
  const seen = new Map<number, number>()
  for (let run = 0; run < CASES; run++) {
    const header = random(2) === 0 ? spoilHeader(random, payload) : encode(spoilJson(random, payload) ?? null)
    const others = { 'payment-required': header, 'payment-response': header, 'x-payment': header }
    const headers = random(4) === 0 ? others : { 'payment-signature': header }
    const address = `10.${run >> 16}.${(run >> 8) & 255}.${run & 255}`
    const method = random(2) === 0 ? 'GET' : 'POST'
    const { status } = await shop.request(method, `/pay/${payment.id}`, { key: null, headers, address })
    if (!ANSWERS.includes(status)) throw new Error(`${status}: ${JSON.stringify(headers).slice(0, 2_000)}`)
    seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  expect([...seen.keys()].sort()).toEqual([400, 402])
  expect(await traces()).toEqual({ stored: 0, relays: 0 })
  expect(shop.node.transfers()).toEqual([])
  await shop.stop()
}, 300_000)

/** A transaction with another byte, a part that is missing, or one that is there twice. */
function spoilTransaction(random: Random, transaction: string): string {
  const bytes = Buffer.from(transaction, 'base64')
  const at = random(bytes.length)
  const makers: (() => Uint8Array)[] = [
    () => bytes.with(at, random(256)),
    () => bytes.with(at, 0xff),
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 4)]),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(at + 1), at), bytes.subarray(at)]),
    () => Buffer.from(Array.from({ length: random(600) }, () => random(256))),
  ]
  return Buffer.from(pick(random, makers)()).toString('base64')
}

test('wrong payloads for Stellar are answered, never by a failure, and nothing is sent', async () => {
  const { shop, create, terms, sign, traces } = await openStellarPrograms()
  const payment = await create({ expiresIn: 86_400 })
  const extensions = { 'payment-identifier': { info: { required: false, id: 'x'.repeat(16) } } }
  // Another account has signed it.
  const from = createPayer('another').publicKey()
  const payload = (await sign(await terms(payment), { from, extensions })) as { payload: { transaction: string } }
  const random = createSeededRandom(403)
  const seen = new Map<number, number>()
  for (let run = 0; run < CASES; run++) {
    const spoilt = () => ({
      ...payload,
      payload: { transaction: spoilTransaction(random, payload.payload.transaction) },
    })
    const header = encode(random(3) === 0 ? (spoilJson(random, payload) ?? null) : spoilt())
    const address = `10.${run >> 16}.${(run >> 8) & 255}.${run & 255}`
    const headers = { 'payment-signature': header }
    const { status } = await shop.request('GET', `/pay/${payment.id}`, { key: null, headers, address })
    if (!ANSWERS.includes(status)) throw new Error(`${status}: ${header.slice(0, 4_000)}`)
    seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  expect([...seen.keys()].sort()).toEqual([400, 402])
  expect(await traces()).toEqual({ stored: 0, sent: 0 })
  await shop.stop()
}, 300_000)
