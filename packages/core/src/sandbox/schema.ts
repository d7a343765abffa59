import { z } from 'zod'
import { ONE_COIN, parseAmount } from '../domain/money.ts'

const MAX_TEST_COINS = 1_000_000n

const testAmount = z.string().refine((text) => {
  try {
    const amount = parseAmount(text)
    return amount > 0n && amount <= MAX_TEST_COINS * ONE_COIN
  } catch {
    return false
  }
}, 'must be a decimal string above 0, with at most six decimals, at most 1000000')

export const payInput = z.strictObject({
  scenario: z.string().max(32).optional().meta({
    description:
      'exact (default), duplicate, underpaid, overpaid, wrong_token (another coin of the network; a counterfeit where it has no other that the wallet can receive); on Stellar no_memo, elsewhere reorg',
  }),
  amount: testAmount.optional().meta({ description: 'Coins to send instead of what the scenario says' }),
})
