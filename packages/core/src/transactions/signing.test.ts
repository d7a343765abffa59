import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { Transaction } from 'ethers/transaction'
import { afterAll, afterEach, expect, test } from 'vitest'
import { ConfigError, parseConfig } from '../app/config.ts'
import { TEST_CHAIN_ID, TEST_TOKEN, testCheckout } from '../testing/index.ts'
import { openSigner } from './open-signer.ts'

/** The second account that common development chains fund. */
const KEY = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const folder = mkdtempSync(join(tmpdir(), 'signing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  delete process.env.TEST_GAS_KEY
})

function fileWith(text: string, mode = 0o600): string {
  const file = join(folder, `key-${mode}`)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

async function open(ethereum: object, log: (line: string) => void = () => {}) {
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
  const network = { rpcUrls: ['http://127.0.0.1:1'], chainId: TEST_CHAIN_ID, coins, ...ethereum }
  const shop = await testCheckout({ sandbox: { networks: { ethereum: network } }, production: { networks: {} }, log })
  return { shop, sending: shop.checkout.context.network('sandbox', 'ethereum')?.sending }
}

test('a key is read from a variable or a file, with or without 0x, and signs', async () => {
  process.env.TEST_GAS_KEY = ` 0x${KEY}\n`
  const fees = { maxFeePerGas: 3n, maxPriorityFeePerGas: 1n }
  const unsigned = { chainId: 137, nonce: 7, to: ADDRESS, data: '0x01', gasLimit: 21_000n, ...fees }
  const bytes = [{ env: 'TEST_GAS_KEY' }, { file: fileWith(KEY) }].map((place) => {
    const { signer, warning } = openSigner(place, 'gasKey')
    expect([signer.address, warning]).toEqual([ADDRESS, null])
    return signer.sign(unsigned)
  })
  expect(bytes[0]).toEqual(bytes[1])
  const sent = Transaction.from(bytes[0]!.raw)
  expect(sent).toMatchObject({ from: ADDRESS, to: ADDRESS, nonce: 7, chainId: 137n, type: 2, value: 0n, ...fees })
  expect(sent.hash).toBe(bytes[0]!.hash)
})

test('a signer shows its address and nothing of its key', () => {
  process.env.TEST_GAS_KEY = KEY
  const { signer } = openSigner({ env: 'TEST_GAS_KEY' }, 'gasKey')
  const shown = `${inspect(signer, { depth: 9, showHidden: true })} ${JSON.stringify(signer)} ${signer}`
  expect(shown).toContain(ADDRESS)
  expect(shown).not.toContain(KEY)
})

test.each([
  ['is not set', undefined, 'the variable TEST_GAS_KEY is not set'],
  ['is too short', KEY.slice(1), 'holds no key'],
  ['is no number', `${KEY.slice(1)}z`, 'holds no key'],
  ['is zero', '0'.repeat(64), 'holds a number that is no key'],
  ['is beyond the curve', 'f'.repeat(64), 'holds a number that is no key'],
])('a key that %s is a mistake in the configuration, and is not repeated', async (_, key, message) => {
  if (key !== undefined) process.env.TEST_GAS_KEY = key
  const error = await open({ gasKey: { env: 'TEST_GAS_KEY' } }).catch((thrown: unknown) => thrown as Error)
  expect(error).toBeInstanceOf(ConfigError)
  expect(String(error)).toContain('sandbox.networks.ethereum.gasKey: ')
  expect(String(error)).toContain(message)
  expect(inspect(error)).not.toContain(key ?? 'no key')
})

test.each([
  ['itself', `0x${KEY}`, 'a key does not belong into a configuration'],
  ['as the variable’s name', { env: KEY }, 'is itself a key'],
  ['as the file’s name', { file: `0x${KEY}` }, 'is itself a key'],
  ['in a field of its own', { key: `0x${KEY}` }, 'gasKey'],
])('a key that stands in the configuration %s is refused, and is not repeated', (_, gasKey, message) => {
  const config = { sandbox: { networks: { ethereum: { rpcUrls: ['http://127.0.0.1:1'], gasKey } } } }
  expect(() => parseConfig(config)).toThrow(message)
  expect(() => parseConfig(config)).not.toThrow(KEY)
})

test('a file that is not there is named, and one that others may read is warned about', async () => {
  await expect(open({ gasKey: { file: join(folder, 'nowhere') } })).rejects.toThrow('nowhere cannot be read: ENOENT')
  const messages: string[] = []
  const { shop, sending } = await open({ gasKey: { file: fileWith(KEY, 0o640) } }, (line) => messages.push(line))
  expect(sending?.warnings).toEqual([
    expect.stringMatching(/^sandbox.networks.ethereum.gasKey: .* 640, .*chmod 600 it$/),
  ])
  await shop.checkout.start()
  await shop.checkout.stop()
  expect(messages.join()).toContain('chmod 600 it')
  expect(messages.join()).not.toContain(KEY)
})

test('what gas may cost has a limit, which the operator can set', async () => {
  process.env.TEST_GAS_KEY = KEY
  const gasKey = { env: 'TEST_GAS_KEY' }
  const usual = await open({ gasKey })
  expect(usual.sending).toMatchObject({ maxFeePerGas: 300_000_000_000n, minPriorityFee: 100_000_000n })
  const own = await open({ gasKey, maxFeePerGasGwei: 0.5 })
  expect(own.sending).toMatchObject({ maxFeePerGas: 500_000_000n })
  const none = await open({})
  expect(none.sending).toBeNull()
  for (const { shop } of [usual, own, none]) await shop.stop()
})
