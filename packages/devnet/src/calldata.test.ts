import { Interface } from 'ethers/abi'
import { expect, test } from 'vitest'
import { ISSUER, PAYER } from './accounts.ts'
import { encodeCall, SELECTORS } from './calldata.ts'

test('the selector of every function is what its signature hashes to', () => {
  for (const [signature, selector] of Object.entries(SELECTORS)) {
    const name = signature.slice(0, signature.indexOf('('))
    expect(new Interface([`function ${signature}`]).getFunction(name)?.selector).toBe(`0x${selector}`)
  }
})

test('texts, addresses and numbers stand in a call as the ABI says', () => {
  const signature = 'initialize(string,string,string,uint8,address,address,address,address)'
  const long = 'a name that does not fit into thirty-two bytes, ä'
  expect(encodeCall(signature, { text: long }, { text: '' }, { text: 'USD' }, 6n, ISSUER, PAYER, ISSUER, PAYER)).toBe(
    new Interface([`function ${signature}`]).encodeFunctionData('initialize', [
      ...[long, '', 'USD', 6n, ISSUER, PAYER, ISSUER, PAYER],
    ]),
  )
})

test('what is no address or no amount is refused', () => {
  expect(() => encodeCall('balanceOf(address)', '0x12')).toThrow('Not an Ethereum address')
  expect(() => encodeCall('issue(uint256)', -1n)).toThrow('Not an amount')
  expect(() => encodeCall('issue(uint256)', 2n ** 256n)).toThrow('Not an amount')
})
