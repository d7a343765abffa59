import { expect, test } from 'vitest'
import { computeTotp, encodeBase32, findTotpStep, formatTotpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of second %i is that of RFC 6238, appendix B', (second, code) => {
  expect(computeTotp(secret, Math.floor(second / 30))).toBe(code)
})

test('the codes of one step before and after count, others do not', () => {
  const now = 1_111_111_111_000
  const step = Math.floor(now / 30_000)
  const found = [-2, -1, 0, 1, 2].map((offset) => findTotpStep(secret, computeTotp(secret, step + offset), now))
  expect(found).toEqual([null, step - 1, step, step + 1, null])
  for (const code of ['', '05047', '0504711', 'abcdef', '000000']) expect(findTotpStep(secret, code, now)).toBe(null)
})

test('the secret is written in base32 (RFC 4648), and the URI names issuer and account', () => {
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => encodeBase32(Buffer.from(text)))
  expect(texts).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
  expect(formatTotpUri(secret, 'Beans & Co', 'ann@example.com')).toBe(
    'otpauth://totp/Beans%20%26%20Co%3Aann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Beans%20%26%20Co',
  )
})
