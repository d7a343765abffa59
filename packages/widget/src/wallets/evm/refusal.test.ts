import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classifyRefusal } from './provider.ts'

test.each([
  ['EIP-1193', { code: 4001, message: 'User rejected the request.' }, 'rejected'],
  ['WalletConnect', { code: 5000, message: 'User rejected.' }, 'rejected'],
  ['ethers', Object.assign(new Error('user rejected action'), { code: 'ACTION_REJECTED' }), 'rejected'],
  ['words only', { code: -32000, message: 'User denied transaction signature' }, 'rejected'],
  ['a wrapped one', { code: -32603, data: { originalError: { code: 4001 } } }, 'rejected'],
  ['a text', 'Error: Request cancelled by the user', 'rejected'],
  [
    'a request that is open',
    { code: -32002, message: "Request of type 'eth_requestAccounts' already pending" },
    'pending',
  ],
  ['a foreign account', { code: 4100 }, 'unauthorized'],
  ['an unknown method', { code: -32601 }, 'unsupported'],
  ['an unknown network', { code: 4902 }, 'unknown_chain'],
  ['an unknown network, nested', { code: -32603, data: { originalError: { code: 4902 } } }, 'unknown_chain'],
  ['an unknown network, as a cause', new Error('failed', { cause: { code: '4902' } }), 'unknown_chain'],
  ['an unknown network, in words', { code: -32603, message: 'Unrecognized chain ID "0x89".' }, 'unknown_chain'],
  [
    'a wallet that has moved',
    { code: -32603, message: 'Provided chainId "137" must match the active chainId "1"' },
    'wrong_chain',
  ],
  ['a wallet that has moved', { message: 'Provided chainId does not match the currently active chain' }, 'wrong_chain'],
  ['no connection', { code: 4900 }, 'disconnected'],
  ['no fee', { code: -32000, message: 'insufficient funds for gas * price + value' }, 'no_gas'],
  ['no fee, as a node estimates it', { code: -32000, message: 'gas required exceeds allowance (0)' }, 'no_gas'],
  ['no fee, of a wrong request', { code: -32602, message: 'insufficient funds for transfer' }, 'no_gas'],
  ['a wrong request', { code: -32602, message: 'Invalid parameters' }, 'invalid'],
  ['a wrong request, nested', { code: -32603, data: { code: -32600 } }, 'invalid'],
  ['gas that cannot be estimated', { code: -32603, message: 'cannot estimate gas; transaction may fail' }, 'invalid'],
  ['gas that cannot be estimated, by ethers', { message: 'failed', code: 'UNPREDICTABLE_GAS_LIMIT' }, 'invalid'],
  ['too little gas', { code: -32000, message: 'intrinsic gas too low: gas 20000, minimum needed 21432' }, 'invalid'],
  ['too small a fee', { code: -32000, message: 'max fee per gas less than block base fee' }, 'invalid'],
  ['one that may replace what was sent', { code: -32000, message: 'replacement transaction underpriced' }, 'other'],
  ['one that was sent before', { code: -32000, message: 'already known' }, 'other'],
  ['a node that refuses', { code: -32000, message: 'transaction rejected: nonce too low' }, 'other'],
  ['an inner error', { code: -32603, message: 'Internal JSON-RPC error.' }, 'other'],
  ['nothing', undefined, 'other'],
] as const)('%s: %o is %s', (_, error, refusal) => {
  expect(classifyRefusal(error)).toBe(refusal)
})

test('an error that holds itself has an end', () => {
  const error: { code: number; cause?: unknown } = { code: -32603 }
  error.cause = error
  expect(classifyRefusal(error)).toBe('other')
})

test('whatever is thrown is understood or other, and never throws again', () => {
  const errors = fc.oneof(
    fc.anything(),
    fc.record({ code: fc.anything(), message: fc.anything(), data: fc.anything() }),
  )
  fc.assert(fc.property(errors, (thrown) => typeof classifyRefusal(thrown) === 'string'))
  expect(classifyRefusal({ code: 'constructor' })).toBe('other')
})
