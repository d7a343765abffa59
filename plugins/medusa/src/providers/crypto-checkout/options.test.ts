import { expect, test } from 'vitest'
import { CryptoCheckoutProvider } from './provider.ts'

const options = {
  baseUrl: 'https://pay.example.com/v1',
  publicKey: 'pk_live_1',
  secretKey: 'sk_live_1',
  webhookSecret: `whsec_${Buffer.alloc(24).toString('base64')}`,
}
const validate = (changes: object) => () => CryptoCheckoutProvider.validateOptions({ ...options, ...changes })

test('the four required options are enough', () => {
  expect(validate({})).not.toThrow()
  expect(validate({ methods: [{ cryptocurrency: 'USDC', network: 'polygon' }], orderWhen: 'seen' })).not.toThrow()
})

test('a shop does not start with a missing, misspelt or wrong option', () => {
  for (const name of Object.keys(options)) expect(validate({ [name]: undefined })).toThrow(name)
  expect(validate({ orderwhen: 'seen' })).toThrow('orderwhen is not an option')
  expect(validate({ orderWhen: 'paid' })).toThrow('placed or seen')
  expect(validate({ methods: [] })).toThrow('methods')
  expect(validate({ methods: [{ coin: 'USDC', network: 'polygon' }] })).toThrow('methods')
  expect(validate({ baseUrl: 'https://pay.example.com' })).toThrow('/v1')
  expect(validate({ webhookSecret: 'secret' })).toThrow('whsec_')
  expect(validate({ redirectUrl: 'javascript:alert(1)' })).toThrow('redirectUrl')
})

test('no message contains a secret', () => {
  const secret = 'hush-hush'
  for (const name of ['publicKey', 'secretKey', 'webhookSecret'] as const) {
    expect(validate({ [name]: secret })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret) }),
    )
  }
})
