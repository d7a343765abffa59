import { z } from 'zod'
import { ONE_COIN, parseAmount } from '../../domain/money.ts'
import { defineRoute } from '../../http/route.ts'
import { methodInput } from '../schema.ts'
import { expireForTest, payForTest } from './pay.ts'

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
  scenario: z
    .string()
    .max(32)
    .optional()
    .meta({
      description:
        'The scenario: exact (default), duplicate, underpaid, overpaid or wrong_token. On Stellar also no_memo, elsewhere also ' +
        'reorg. wrong_token sends another coin of the network, or a counterfeit if the wallet can receive no other',
    }),
  amount: testAmount
    .optional()
    .meta({ description: "Amount of coins to send instead of the scenario's, as a decimal string" }),
  method: methodInput.optional().meta({ description: 'An open method of the payment. Default: the chosen one' }),
})

/** Helpers for tests, for a sandbox on local networks. */
export const testHelperRoutes = {
  pay: defineRoute({
    name: 'payTestPayment',
    method: 'POST',
    path: '/test_helpers/payments/{id}/pay',
    summary: 'Pay a payment with real transfers on the local network',
    description:
      'It answers at once, and the payment changes when the transfers are seen. `scenario` chooses what goes wrong.',
    refusals: ['invalid_state', 'unsupported_asset', 'network_unreachable', 'not_ready'],
    scope: 'payments:write',
    body: payInput,
    answer: 'Payment',
    local: true,
    handle: (ctx, caller, { id, body }) => payForTest(ctx, caller, id, body),
    audit: 'local networks only',
  }),
  expire: defineRoute({
    name: 'expireTestPayment',
    method: 'POST',
    path: '/test_helpers/payments/{id}/expire',
    summary: "Move a payment's deadline to now",
    description: 'The next block expires it.',
    refusals: ['invalid_state'],
    warning: 'This cannot be undone.',
    scope: 'payments:write',
    answer: 'Payment',
    local: true,
    handle: (ctx, caller, { id }) => expireForTest(ctx, caller, id),
    audit: 'local networks only',
  }),
}
