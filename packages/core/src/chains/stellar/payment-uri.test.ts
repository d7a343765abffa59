import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getQrContent } from '@crypto-checkout/payer-ui'
import { Keypair, Networks } from '@stellar/stellar-sdk'
import { afterEach, expect, test } from 'vitest'
import type { CheckoutOptions } from '../../app/checkout.ts'
import { networks } from '../../domain/catalog/networks.ts'
import { FakeClock, testCheckout } from '../../testing/index.ts'
import { createScriptedAccount } from '../../testing/scripted-event.ts'
import { ScriptedLedger } from '../../testing/scripted-ledger.ts'

const WALLET = createScriptedAccount(1)
const KEY = Keypair.random()
const { USDC } = networks.production.stellar.coins

afterEach(() => {
  delete process.env.TEST_SEP7_KEY
})

async function open(passphrase: string, options: Partial<CheckoutOptions> = {}) {
  const clock = new FakeClock()
  const assets = USDC ? [USDC] : []
  const ledger = new ScriptedLedger({ passphrase, startTime: clock.now(), assets })
  const stellar = { rpcUrls: ['http://127.0.0.1:8'], networkPassphrase: passphrase, coins: { USDC } }
  const networks = { sandbox: { networks: { stellar } }, production: { networks: {} } } as Partial<CheckoutOptions>
  return testCheckout({ ...networks, ...options }, { clock, ledger })
}

const order = { network: 'stellar', merchantWallet: WALLET, amount: 12.5 } as const

test('a payment’s URI says all that a wallet needs, and its QR code leaves the words out', async () => {
  const shop = await open(Networks.PUBLIC)
  const payment = await shop.create(order)
  const [scheme, query = ''] = payment.paymentUri.split('?')
  expect(scheme).toBe('web+stellar:pay')
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    destination: WALLET,
    amount: '12.5',
    asset_code: 'USDC',
    asset_issuer: USDC?.issuer,
    memo: payment.memo,
    memo_type: 'MEMO_TEXT',
    msg: 'Payment of 12.50 USD',
  })
  expect(getQrContent(payment)).toBe(payment.paymentUri.replace('&msg=Payment%20of%2012.50%20USD', ''))
  const { paymentUri } = await (await open('Another Network')).create(order)
  expect(new URLSearchParams(paymentUri.split('?')[1]).get('network_passphrase')).toBe('Another Network')
})

test.each(['env', 'file'])(
  'with a key from %s it is signed in the name of the host, which tells the key',
  async (place) => {
    const file = join(tmpdir(), `checkout-sep7-${process.pid}`)
    if (place === 'env') process.env.TEST_SEP7_KEY = KEY.secret()
    else writeFileSync(file, `${KEY.secret()}\n`)
    const shop = await open(Networks.PUBLIC, { sep7SigningKey: place === 'env' ? { env: 'TEST_SEP7_KEY' } : { file } })
    const payment = await shop.create(order)
    const [signed = '', signature = ''] = payment.paymentUri.split('&signature=')
    expect(signed).toMatch(/&origin_domain=pay\.example\.com$/)
    expect(signed).not.toContain('msg=')
    const payload = Buffer.concat([Buffer.alloc(35), Buffer.of(4), Buffer.from(`stellar.sep.7 - URI Scheme${signed}`)])
    expect(KEY.verify(payload, Buffer.from(decodeURIComponent(signature), 'base64'))).toBe(true)
    expect(getQrContent(payment)).toBe(payment.paymentUri)
    const toml = await shop.request('GET', '/.well-known/stellar.toml', { key: null })
    expect(toml).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } })
    expect(Buffer.from(toml.body).toString()).toBe(`URI_REQUEST_SIGNING_KEY="${KEY.publicKey()}"\n`)
  },
)

test('a key that is none, or stands in the configuration, is refused and never repeated', async () => {
  process.env.TEST_SEP7_KEY = KEY.publicKey()
  await expect(open(Networks.PUBLIC, { sep7SigningKey: { env: 'TEST_SEP7_KEY' } })).rejects.toThrow(
    'the variable TEST_SEP7_KEY',
  )
  await expect(open(Networks.PUBLIC, { sep7SigningKey: { file: '/nowhere' } })).rejects.toThrow('cannot be read')
  const written = { sep7SigningKey: KEY.secret() } as unknown as Partial<CheckoutOptions>
  await expect(open(Networks.PUBLIC, written)).rejects.toThrow('does not belong into a configuration')
  await expect(open(Networks.PUBLIC, written)).rejects.not.toThrow(KEY.secret())
})
