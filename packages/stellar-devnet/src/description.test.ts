import { expect, test } from 'vitest'
import { describeStellarNetwork } from './description.ts'
import { COINS, KEYS } from './ledger/network.ts'

test('the description has the accounts and coins of the ledger', () => {
  const { coins, accounts } = describeStellarNetwork(8000)
  expect(coins).toEqual(COINS)
  expect(accounts).toEqual({ merchant: KEYS.merchant.publicKey(), payer: KEYS.payer.publicKey() })
})
