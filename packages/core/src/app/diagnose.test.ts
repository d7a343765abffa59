import { expect, test } from 'vitest'
import { listAdvice } from './diagnose.ts'

test('an operator is advised to give payments addresses of their own, where an amount has to be exact', () => {
  process.env.TEST_ADVICE_GAS_KEY = `0x${'4d'.repeat(32)}`
  const rpcUrls = ['http://127.0.0.1:9']
  const networks = {
    polygon: { rpcUrls },
    ethereum: { rpcUrls, collection: 'deposit', gasKey: { env: 'TEST_ADVICE_GAS_KEY' } },
    stellar: { rpcUrls },
  } as const
  expect(listAdvice({ production: { networks } })).toEqual([
    { where: 'production polygon', text: expect.stringContaining('"collection": "deposit"') },
  ])
  delete process.env.TEST_ADVICE_GAS_KEY
})
