import { expect, test } from 'vitest'
import { inspectSending } from '../chains/inspect-sending.ts'
import { openStellarPrograms } from '../testing/stellar-programs.ts'
import { parseConfig } from './config.ts'
import { openNetworks } from './networks.ts'
import { keysThatAreWallets } from './stats.ts'

const KEY_ENV = 'TEST_SPONSOR_KEY'
const SECRET = 'SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4'
const x402 = { feeKey: { env: KEY_ENV }, maxFeePerPayment: 0.05, maxFeePerDay: 5 }

function open(stellar: object, secret = SECRET) {
  process.env[KEY_ENV] = secret
  const config = { rpcUrls: ['https://stellar-rpc.example.com'], ...stellar }
  return openNetworks(parseConfig({ production: { networks: { stellar: config } } }), () => 0)
}

test('fees on Stellar are paid only if the operator says so, by an account of its own', () => {
  expect(open({})[0]?.chain.sponsor).toBeNull()
  const sponsor = open({ x402 })[0]?.chain.sponsor
  expect(sponsor?.account).toBe('GC2BKLYOOYPDEFJKLKY6FNNRQMGFLVHJKQRGNSSRRGSMPGF32LHCQVGF')
  expect(sponsor?.budget).toEqual({ maxFeePerPayment: 500_000n, maxFeePerDay: 50_000_000n })
})

test.each([
  ['a misspelt name', { x402: { ...x402, maxFeePerPaymnt: 1 } }, /maxFeePerPaymnt/],
  ['a limit that is missing', { x402: { feeKey: x402.feeKey, maxFeePerPayment: 1 } }, /x402\.maxFeePerDay/],
  ['a day that is below a payment', { x402: { ...x402, maxFeePerDay: 0.01 } }, /maxFeePerDay: must be at least/],
  ['less than a stroop', { x402: { ...x402, maxFeePerPayment: 1e-9 } }, /at least 0\.0000001 XLM/],
  ['the key itself', { x402: { ...x402, feeKey: { env: SECRET } } }, /is itself a key/],
  [
    'no node that can try it out',
    { rpcUrls: undefined, horizonUrls: ['https://horizon.example.com'], x402 },
    /needs rpcUrls/,
  ],
])('%s is a mistake in the configuration', (_, stellar, message) => {
  expect(() => open(stellar)).toThrow(message)
})

test.each([
  ['that is not set', '', /the variable TEST_SPONSOR_KEY is not set/],
  ['of another kind', `0x${'4f'.repeat(32)}`, /holds no secret key of Stellar/],
])('a key %s is a mistake, and is not shown', (_, secret, message) => {
  expect(() => open({ x402 }, secret)).toThrow(message)
  expect(() => open({ x402 }, secret)).not.toThrow(/4f4f/)
})

test('doctor says for how many payments the account can pay', async () => {
  const { shop, calls } = await openStellarPrograms()
  const [network] = shop.checkout.context.networks
  if (!network) throw new Error('a network')
  const look = async () => {
    const [key] = await inspectSending(network)
    expect(key?.address).toBe(calls.key.publicKey())
    return key?.findings
  }
  expect(await look()).toEqual([
    { ok: true, text: 'has 99 XLM for fees, enough for 9900 payments at maxFeePerPayment' },
  ])
  calls.balance = 10_300_000n
  expect(await look()).toMatchObject([{ ok: true, warning: true, text: expect.stringContaining('soon') }])
  calls.balance = 10_000_000n
  expect(await look()).toMatchObject([{ ok: false, text: expect.stringContaining('no program can pay') }])
  await shop.stop()
})

test('the account is no merchant’s wallet', async () => {
  const { shop, calls, create } = await openStellarPrograms()
  await expect(create({ merchantWallet: calls.key.publicKey() })).rejects.toThrow(/feeKey/)
  expect(await keysThatAreWallets(shop.checkout.context)).toEqual([])
  await shop.stop()
})
