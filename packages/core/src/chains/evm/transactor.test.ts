import { expect, test } from 'vitest'
import { type Distortion, ScriptedNode } from '../../testing/scripted-node.ts'
import { NodeError } from '../node-error.ts'
import { computeCost } from '../transactor.ts'
import { openEvmEndpoints } from './endpoints.ts'
import { createEvmTransactor } from './transactor.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const HASH = `0x${'12'.repeat(32)}`
const CALL = { from: ADDRESS, to: ADDRESS, data: '0x' }

/** A transactor over as many nodes of one chain, each with its own distortion. */
function over(...distortions: (Distortion | null)[]) {
  const first = new ScriptedNode({ chainId: 1, startTime: 0 })
  const nodes = distortions.map((distortion, index) => {
    const node = index === 0 ? first : first.mirror()
    node.distortion = distortion
    return node
  })
  const urls = nodes.map((_, index) => `http://127.0.0.1:${index + 1}`)
  const connect = (url: string) => nodes[urls.indexOf(url)]!.rpc
  const endpoints = openEvmEndpoints({
    urls,
    chainId: 1,
    connect,
    elapsed: () => 0,
    pause: async () => {},
    tokens: [],
    finality: 'finalized',
  })
  return { node: first, transactor: createEvmTransactor(1, endpoints) }
}

function answering(of: string, answer: () => unknown): Distortion {
  return (method, _, right) => (method === of ? answer() : right())
}

function refusing(of: string, message: string): Distortion {
  return answering(of, () => {
    throw new NodeError('refused', `${of}: ${message}`, { rpcCode: -32_000 })
  })
}

test.each([
  ['known', ['already known', 'AlreadyKnown', 'Known transaction', 'transaction already imported']],
  [
    'nonce_used',
    ['nonce too low: next nonce 5, tx nonce 4', 'Nonce too low', 'OldNonce', 'transaction nonce is too low'],
  ],
  [
    'underpriced',
    [
      'replacement transaction underpriced',
      'transaction underpriced: gas tip cap 1, minimum needed 25000000000',
      'transaction gas price below minimum: gas tip cap 1, minimum needed 25000000000',
      'max fee per gas less than block base fee: address 0xab, maxFeePerGas: 1, baseFee: 2',
      'FeeTooLow',
      'FeeTooLowToCompete',
      'ReplacementNotAllowed',
      'Gas price below configured minimum gas price',
    ],
  ],
  [
    'unfunded',
    [
      'insufficient funds for gas * price + value: balance 0, tx cost 5, overshot 5',
      'Insufficient funds for gas * price + value',
      'InsufficientFunds, Balance is 0',
      'Upfront cost exceeds account balance',
    ],
  ],
])('what nodes of every make say is understood as %s', async (means, refusal) => {
  for (const message of refusal) {
    const { transactor } = over(refusing('eth_sendRawTransaction', message))
    expect([message, await transactor.broadcast('0x')]).toEqual([message, means])
  }
})

test.each(['txpool is full', 'gapped-nonce tx from delegated accounts', 'exceeds block gas limit'])(
  'a node that says %j leaves it in doubt',
  async (message) => {
    const { transactor } = over(refusing('eth_sendRawTransaction', message))
    await expect(transactor.broadcast('0x')).rejects.toThrow(message)
  },
)

test('one node that takes it is enough, whatever the others say', async () => {
  const takes = answering('eth_sendRawTransaction', () => HASH)
  const refuses = refusing('eth_sendRawTransaction', 'nonce too low')
  expect(await over(refuses, takes).transactor.broadcast('0x')).toBe('accepted')
  expect(await over(takes, refusing('eth_sendRawTransaction', 'txpool is full')).transactor.broadcast('0x')).toBe(
    'accepted',
  )
})

test('fees are those of the next block and what half of the gas was paid for in recent ones', async () => {
  const baseFeePerGas = ['0x5', '0x6', '0x7']
  const fees = (reward: unknown) =>
    over(answering('eth_feeHistory', () => ({ oldestBlock: '0x1', baseFeePerGas, reward }))).transactor.fees()
  expect(await fees([['0x1'], ['0x9'], ['0x3']])).toEqual({ baseFee: 7n, priorityFee: 3n })
  expect(await fees(undefined)).toEqual({ baseFee: 7n, priorityFee: 0n })
  await expect(fees([['?']])).rejects.toThrow('the node sent no number')
  await expect(over(answering('eth_feeHistory', () => null)).transactor.fees()).rejects.toThrow('sent no fees')
})

test('a contract that refuses is told from a node that does', async () => {
  const estimate = (message: string) => over(refusing('eth_estimateGas', message)).transactor.estimate(CALL)
  expect(await over(null).transactor.estimate(CALL)).toBe(50_000n)
  expect(await estimate('execution reverted: paused')).toBeNull()
  expect(await estimate('gas required exceeds allowance (16777216)')).toBeNull()
  await expect(estimate('method not supported')).rejects.toThrow('method not supported')
})

test.each([
  ['without gas', { gasUsed: undefined }],
  ['without a price', { effectiveGasPrice: null }],
  ['with a fee for data that is none', { l1Fee: 'x' }],
  ['of no block', { blockNumber: null }],
  ['of another block', { blockHash: HASH }],
  ['of another transaction', { transactionHash: `0x${'34'.repeat(32)}` }],
  ['with a log that is none', { logs: [{ address: ADDRESS, topics: ['0x1'], data: '0x', logIndex: '0x0' }] }],
])('a receipt %s is not believed', async (_, change) => {
  const { node, transactor } = over(null)
  const log = { address: ADDRESS.toUpperCase().replace('0X', '0x'), topics: [HASH], data: '0xAB', logIndex: '0x4' }
  const receipt = {
    ...{ transactionHash: HASH, blockHash: node.head.hash, blockNumber: '0x0', status: '0x1', logs: [log] },
    ...{ gasUsed: '0x5208', effectiveGasPrice: '0x7' },
  }
  node.distortion = answering('eth_getTransactionReceipt', () => receipt)
  expect(await transactor.finalReceipt(HASH, 0)).toEqual({
    ...{ hash: HASH, blockNumber: 0, blockHash: node.head.hash, blockTime: 0, succeeded: true },
    ...{ gasUsed: 21_000n, gasPrice: 7n, dataFee: 0n },
    ...{ logs: [{ address: ADDRESS, topics: [HASH], data: '0xab', logIndex: 4 }] },
  })
  node.distortion = answering('eth_getTransactionReceipt', () => ({ ...receipt, ...change }))
  await expect(transactor.finalReceipt(HASH, 0)).rejects.toThrow(NodeError)
})

test('the fee that an OP stack takes for data belongs to the cost, and nodes need not all tell it', async () => {
  const receipt = {
    ...{ transactionHash: HASH, blockNumber: '0x0', status: '0x1', logs: [] },
    ...{ gasUsed: '0x5208', effectiveGasPrice: '0x7' },
  }
  const { head } = over(null).node
  const told = (more: object) =>
    answering('eth_getTransactionReceipt', () => ({ ...receipt, blockHash: head.hash, ...more }))
  const { transactor } = over(told({ l1Fee: '0x64' }), told({}), told({}))
  const found = await transactor.finalReceipt(HASH, 0)
  expect(found).toMatchObject({ dataFee: 100n })
  expect(found && computeCost(found)).toBe(147_100n)
})

test('a node that has not come to the final block has no say about receipts', async () => {
  const { node, transactor } = over(null)
  expect(await transactor.finalReceipt(HASH, 0)).toBeNull()
  await expect(transactor.finalReceipt(HASH, 5)).rejects.toThrow('block 5')
  for (let block = 0; block < 5; block++) node.mine(1_000 * block)
  expect(await transactor.finalReceipt(HASH, 5)).toBeNull()
})
