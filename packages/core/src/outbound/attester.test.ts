import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isQuickRun } from '../testing/runs.ts'
import { AttesterError, findAttestation, readFees, reattest } from './attester.ts'
import { exchangeHttp } from './http-exchange.ts'

const HASH = `0x${'ab'.repeat(32)}`
const ZERO = `0x${'0'.repeat(64)}`
const NONCES = ['4e', '5f'].map((byte) => `0x${byte.repeat(32)}`)
const [NONCE = '', OTHER_NONCE = ''] = NONCES
const SIGNATURE = 'c7'.repeat(65)

let server: Server
let attester = ''
let asked: string[] = []
let answer: RequestListener

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  attester = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

beforeEach(() => {
  asked = []
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

type Filled = { nonce?: string; fee?: bigint; expiration?: bigint; amount?: bigint }

/** The message of a burn of 100 USDC from Polygon to Ethereum, for a fee of at most 5 USDC */
function messageOf({ nonce = ZERO, fee = 0n, expiration = 0n, amount = 100_000_000n }: Filled = {}): string {
  const number = (value: bigint | number, digits = 64) => value.toString(16).padStart(digits, '0')
  const address = (digit: string) => number(0, 24) + digit.repeat(40)
  const head = [number(1, 8), number(7, 8), number(0, 8), nonce.slice(2), address('1'), address('2'), number(0)]
  const finality = nonce === ZERO ? 0 : 2_000
  const body = [number(1, 8), address('3'), address('4'), number(amount), address('5'), number(5_000_000n)]
  return `0x${[...head, number(2_000, 8), number(finality, 8), ...body, number(fee), number(expiration)].join('')}`
}

const SENT = messageOf()

function signed(filled: Filled = {}, attestation = `0x${SIGNATURE.repeat(2)}`) {
  const message = messageOf({ nonce: NONCE, ...filled })
  return { message, attestation, eventNonce: NONCE, cctpVersion: 2, status: 'complete', delayReason: null }
}

const UNSIGNED = { message: '0x', attestation: 'PENDING', status: 'pending_confirmations', decodedMessage: null }

function answerJson(body: unknown, status = 200): void {
  answer = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

const find = (taken: readonly string[] = []) =>
  findAttestation({ attester, exchange: exchangeHttp, domain: 7, transactionHash: HASH, message: SENT, taken })

test('a burn is unknown at first, then waits, and is signed at last', async () => {
  answerJson({ error: 'Message not found' }, 404)
  expect(await find()).toEqual({ state: 'unknown' })
  answerJson({ messages: [] })
  expect(await find()).toEqual({ state: 'unknown' })
  answerJson({ messages: [UNSIGNED] })
  expect(await find()).toEqual({ state: 'pending', delay: null })
  answerJson({ messages: [{ ...UNSIGNED, message: SENT, attestation: null, delayReason: 'insufficient_fee' }] })
  expect(await find()).toEqual({ state: 'pending', delay: 'insufficient_fee' })
  const { message, attestation, ...more } = signed({ fee: 5_000_000n, expiration: 9n })
  answerJson({ messages: [{ message: `0x${message.slice(2).toUpperCase()}`, attestation, ...more }] })
  const facts = { nonce: NONCE, rawFee: 5_000_000n, expirationBlock: 9n }
  expect(await find()).toEqual({ state: 'complete', message, attestation, ...facts })
  expect(new Set(asked)).toEqual(new Set([`GET /v2/messages/7?transactionHash=${HASH}`]))
})

test('an attester may be served below a path', async () => {
  answerJson({ messages: [] })
  for (const base of [`${attester}/iris`, `${attester}/iris/`])
    await findAttestation({
      attester: base,
      exchange: exchangeHttp,
      domain: 7,
      transactionHash: HASH,
      message: SENT,
      taken: [],
    })
  expect(new Set(asked)).toEqual(new Set([`GET /iris/v2/messages/7?transactionHash=${HASH}`]))
})

test('of several messages of a transaction the one of the burn is taken, each attestation once', async () => {
  const [other, own] = [signed({ amount: 7n, nonce: OTHER_NONCE }), signed()]
  answerJson({ messages: [UNSIGNED, other, own] })
  expect(await find()).toMatchObject({ state: 'complete', nonce: NONCE })
  expect(await find([NONCE])).toEqual({ state: 'pending', delay: null })
  answerJson({ messages: [own, signed({ nonce: OTHER_NONCE })] })
  expect(await find()).toMatchObject({ nonce: NONCE })
  expect(await find([NONCE])).toMatchObject({ nonce: OTHER_NONCE })
  expect(await find(NONCES)).toEqual({ state: 'pending', delay: null })
})

const DEEP = 100_000
const WRONG: [string, string, string][] = [
  ['another burn', JSON.stringify({ messages: [signed({ amount: 7n })] }), 'did not send'],
  ['a message that is none', JSON.stringify({ messages: [{ ...signed(), message: '0x12' }] }), 'did not send'],
  ['a fee above the bound', JSON.stringify({ messages: [signed({ fee: 5_000_001n })] }), 'higher fee'],
  ['no nonce', JSON.stringify({ messages: [signed({ nonce: ZERO })] }), 'no nonce'],
  ['no signature', JSON.stringify({ messages: [signed({}, '0x')] }), 'signatures'],
  ['half a signature', JSON.stringify({ messages: [signed({}, `0x${SIGNATURE.slice(1)}`)] }), 'signatures'],
  ['17 signatures', JSON.stringify({ messages: [signed({}, `0x${SIGNATURE.repeat(17)}`)] }), 'signatures'],
  ['a text', '"0x"', 'documented'],
  ['a page', '<html>', 'documented'],
  ['nothing', '', 'documented'],
  ['no list', '{"messages":{}}', 'documented'],
  ['numbers', '{"messages":[{"status":1,"message":2,"attestation":3}]}', 'documented'],
  ['much depth', '['.repeat(DEEP) + ']'.repeat(DEEP), 'documented'],
]

test.each(WRONG)('an attester that answers %s is at fault', async (_, body, reason) => {
  answer = (__, response) => {
    response.end(body)
  }
  await expect(find()).rejects.toThrow(AttesterError)
  await expect(find()).rejects.toThrow(reason)
})

test.each([400, 403, 500, 503])('status %d is a fault', async (status) => {
  answerJson({ messages: [signed()] }, status)
  await expect(find()).rejects.toThrow(`Circle's attester: it answered ${status}`)
  await expect(reattest({ attester, exchange: exchangeHttp, nonce: NONCE })).rejects.toThrow(`it answered ${status}`)
})

test('a busy attester says how long to wait', async () => {
  answer = (_, response) => {
    response.writeHead(429, { 'retry-after': '300' }).end()
  }
  await expect(find()).rejects.toMatchObject({ message: expect.stringContaining('wait'), retryAfterMs: 300_000 })
})

test('an attester that redirects is not followed', async () => {
  answer = (_, response) => {
    response.writeHead(302, { location: `${attester}/v2/elsewhere` }).end()
  }
  await expect(find()).rejects.toThrow('redirects')
  expect(asked).toHaveLength(1)
})

test('an answer without end is not read to its end', async () => {
  let written = 0
  answer = (_, response) => {
    const write = (): void => {
      written += 65_536
      if (!response.destroyed && written < 10 ** 9) response.write(' '.repeat(65_536), write)
    }
    write()
  }
  await expect(find()).rejects.toThrow('too long')
  expect(written).toBeLessThan(64 * 1_024 * 1_024)
})

test('an attester that closes the connection, speaks no HTTP or is not there is at fault', async () => {
  answer = (request) => {
    request.socket.destroy()
  }
  await expect(find()).rejects.toThrow('closed')
  const garbage = createTcpServer((socket) => {
    socket.on('error', () => {}).resume()
    socket.end('garbage\r\n\r\n')
  })
  await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve))
  const other = `http://127.0.0.1:${(garbage.address() as AddressInfo).port}`
  const sent = { attester: other, exchange: exchangeHttp, domain: 7, transactionHash: HASH, message: SENT, taken: [] }
  await expect(findAttestation(sent)).rejects.toThrow('not HTTP')
  await new Promise((resolve) => garbage.close(resolve))
  await expect(findAttestation(sent)).rejects.toThrow('refused')
})

test.skipIf(isQuickRun())(
  'an attester that is silent, or slow without end, is given up',
  { timeout: 30_000 },
  async () => {
    answer = (_, response) => {
      const timer = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(timer))
    }
    const slow = expect(find()).rejects.toMatchObject({ isSilent: true, message: expect.stringContaining('in time') })
    await new Promise((resolve) => setTimeout(resolve, 50))
    answer = () => {}
    await Promise.all([
      slow,
      expect(reattest({ attester, exchange: exchangeHttp, nonce: NONCE })).rejects.toThrow('in time'),
    ])
  },
)

test('fees are told in millionths, rounded up', async () => {
  answerJson([
    { finalityThreshold: 1_000, minimumFee: 1.3 },
    { finalityThreshold: 2_000, minimumFee: 0 },
  ])
  expect(await readFees({ attester, exchange: exchangeHttp, from: 0, to: 7 })).toEqual({ standard: 0, fast: 130 })
  expect(asked).toEqual(['GET /v2/burn/USDC/fees/0/7'])
  answerJson([{ finalityThreshold: 2_000, minimumFee: 0.001 }])
  expect(await readFees({ attester, exchange: exchangeHttp, from: 7, to: 0 })).toEqual({ standard: 1, fast: null })
  answerJson([{ finalityThreshold: 2_000, minimumFee: 14 }])
  expect(await readFees({ attester, exchange: exchangeHttp, from: 7, to: 0 })).toEqual({ standard: 1_400, fast: null })
})

test.each([
  ['no standard burn', [{ finalityThreshold: 1_000, minimumFee: 1 }], 'no fee'],
  ['a negative fee', [{ finalityThreshold: 2_000, minimumFee: -1 }], 'documented'],
  ['more than everything', [{ finalityThreshold: 2_000, minimumFee: 10_001 }], 'documented'],
  ['a text', [{ finalityThreshold: 2_000, minimumFee: '1' }], 'documented'],
  ['no list', { minimumFee: 1 }, 'documented'],
])('an attester that tells the fees of %s is at fault', async (_, body, reason) => {
  answerJson(body)
  await expect(readFees({ attester, exchange: exchangeHttp, from: 0, to: 7 })).rejects.toThrow(reason)
})

test('a message that has expired is asked for again', async () => {
  answerJson({ message: 'Re-attestation successfully requested for nonce.', nonce: NONCE })
  await reattest({ attester, exchange: exchangeHttp, nonce: NONCE })
  expect(asked).toEqual([`POST /v2/reattest/${NONCE}`])
})

test('whatever an attester answers is an answer or its fault', async () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(SENT, signed().message, signed().attestation, '0x'))
  const entry = fc.record({ message: value, attestation: value, status: value, delayReason: value })
  const bodies = fc.oneof(fc.jsonValue(), fc.record({ messages: fc.oneof(value, fc.array(entry)) }))
  await fc.assert(
    fc.asyncProperty(bodies, fc.constantFrom(200, 200, 404, 500), async (body, status) => {
      answerJson(body, status)
      for (const question of [find, () => readFees({ attester, exchange: exchangeHttp, from: 0, to: 7 })])
        await question().catch((error: unknown) => expect(error).toBeInstanceOf(AttesterError))
    }),
    { numRuns: 500 },
  )
})
