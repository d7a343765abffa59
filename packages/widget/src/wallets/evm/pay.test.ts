import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ACCOUNT, createRefusal, HASH, type TestWallet, testWallet } from '../../testing/test-wallet.ts'
import type { Chain } from './chain.ts'
import { type Paying, payWith, type Step } from './pay.ts'
import type { Transfer } from './transfer.ts'

const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'
const chain: Chain = {
  id: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: ['https://rpc.example.com'],
  explorerUrl: 'https://polygonscan.com',
  hasValue: true,
}
const transfer: Transfer = {
  chainId: 137,
  token: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  to: OTHER,
  rawAmount: 100_004_321n,
  decimals: 6,
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start(wallet: TestWallet, change: Partial<Paying> = {}) {
  const steps: Step[] = []
  const ending = new AbortController()
  const paying: Paying = {
    provider: wallet,
    chain,
    otherAccount: false,
    transfer: () => transfer,
    signal: ending.signal,
    onStep: (step) => steps.push(step),
    ...change,
  }
  const done = payWith(paying)
  return { steps, done, ending, types: () => steps.map(({ type }) => type) }
}

/** Pays to the end, and advances the clock as needed. */
async function pay(wallet: TestWallet, change?: Partial<Paying>) {
  const started = start(wallet, change)
  await vi.runAllTimersAsync()
  await started.done
  return started
}

const call = (data: string) => ({ to: transfer.token, data })
const stopped = (problem: string, missing: string | null = null) => ({ type: 'stopped', problem, missing })

test('a wallet that is where it should be sends the transfer, once', async () => {
  const wallet = testWallet()
  const { steps } = await pay(wallet)
  expect(steps).toEqual([
    { type: 'connected', account: ACCOUNT },
    { type: 'sending' },
    { type: 'sent', hash: HASH, from: ACCOUNT },
  ])
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toEqual([
    {
      method: 'eth_sendTransaction',
      params: [
        {
          from: ACCOUNT,
          to: transfer.token,
          value: '0x0',
          data: `0xa9059cbb${OTHER.slice(2).toLowerCase().padStart(64, '0')}${(100_004_321).toString(16).padStart(64, '0')}`,
          chainId: '0x89',
        },
      ],
    },
  ])
})

test('the network is read once more between the balance and the sending', async () => {
  const wallet = testWallet()
  await pay(wallet)
  const methods = wallet.requests.map(({ method }) => method)
  expect(methods.lastIndexOf('eth_chainId')).toBeGreaterThan(methods.indexOf('eth_call'))
  expect(methods.at(-1)).toBe('eth_sendTransaction')
})

test('a wallet on another network is switched first', async () => {
  const wallet = testWallet(1)
  const { types } = await pay(wallet)
  expect(types()).toEqual(['connected', 'switching', 'checking', 'sending', 'sent'])
  expect(wallet.count('wallet_addEthereumChain')).toBe(0)
})

test.each([
  ['4902', createRefusal(4902)],
  ['4902 inside', createRefusal(-32603, 'x')],
  ['words of its own', createRefusal(-1, 'Rete sconosciuta')],
])('a network that the wallet does not know (%s) is added, with its public nodes', async (_, error) => {
  const wallet = testWallet(1)
  wallet.knownChains.delete(137)
  const known = wallet.answers.wallet_switchEthereumChain
  wallet.answers.wallet_switchEthereumChain = (params) => {
    if (!wallet.knownChains.has(137)) throw error
    return known?.(params)
  }
  const { types } = await pay(wallet)
  expect(types()).toEqual(['connected', 'switching', 'checking', 'sending', 'sent'])
  expect(wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
    {
      chainId: '0x89',
      chainName: 'Polygon',
      nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
      rpcUrls: ['https://rpc.example.com'],
      blockExplorerUrls: ['https://polygonscan.com'],
    },
  ])
})

test('a network without public nodes is not added', async () => {
  const wallet = testWallet(1)
  wallet.knownChains.delete(137)
  const { steps } = await pay(wallet, { chain: { ...chain, rpcUrls: [] } })
  expect(steps.at(-1)).toEqual(stopped('network'))
  expect(wallet.count('wallet_addEthereumChain')).toBe(0)
})

test('a wallet that says it has switched and has not sends nothing', async () => {
  const wallet = testWallet(1)
  wallet.answers.wallet_switchEthereumChain = () => null
  const { steps } = await pay(wallet)
  expect(steps.at(-1)).toEqual(stopped('network'))
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

test('a wallet that takes a moment to switch is waited for', async () => {
  const wallet = testWallet(1)
  wallet.answers.wallet_switchEthereumChain = () => {
    setTimeout(() => {
      wallet.chainId = 137
    }, 900)
  }
  expect((await pay(wallet)).types().at(-1)).toBe('sent')
})

test('a wallet that leaves the network while its balance is read is led back before it sends', async () => {
  const wallet = testWallet()
  const balance = wallet.answers.eth_call
  let moved = false
  wallet.answers.eth_call = (params) => {
    if (!moved) wallet.chainId = 1
    moved = true
    return balance?.(params)
  }
  const { types } = await pay(wallet)
  expect(types()).toEqual(['connected', 'switching', 'checking', 'sending', 'sent'])
})

test('a wallet that leaves again and again sends nothing', async () => {
  const wallet = testWallet()
  const balance = wallet.answers.eth_call
  wallet.answers.eth_call = (params) => {
    wallet.chainId = 1
    return balance?.(params)
  }
  expect((await pay(wallet)).steps.at(-1)).toEqual(stopped('network'))
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

test('an account that is changed meanwhile is the one that pays, with its own balance', async () => {
  const wallet = testWallet()
  const balance = wallet.answers.eth_call
  wallet.answers.eth_call = (params) => {
    wallet.accounts = [OTHER]
    return balance?.(params)
  }
  const { steps } = await pay(wallet)
  expect(steps.at(-1)).toEqual({ type: 'sent', hash: HASH, from: OTHER })
  expect(wallet.count('eth_call')).toBe(2)
})

test('the same account in other letters is the same', async () => {
  const wallet = testWallet()
  wallet.answers.eth_accounts = () => [ACCOUNT.toLowerCase()]
  expect((await pay(wallet)).types()).toEqual(['connected', 'sending', 'sent'])
})

test('too little is said before anything is sent, to the last digit', async () => {
  const wallet = testWallet()
  wallet.answers.eth_call = () => `0x${(60_000_000).toString(16).padStart(64, '0')}`
  expect((await pay(wallet)).steps.at(-1)).toEqual(stopped('insufficient', '40.004321'))
  expect(wallet.count('eth_sendTransaction')).toBe(0)
  expect(wallet.requests.find(({ method }) => method === 'eth_call')?.params).toEqual([
    call(`0x70a08231${ACCOUNT.slice(2).toLowerCase().padStart(64, '0')}`),
    'latest',
  ])
})

test.each([
  ['fails', () => Promise.reject(new Error('no node'))],
  ['says nothing that is a number', () => '0x'],
  ['never answers', () => new Promise(() => {})],
])('a wallet whose reading of balances %s decides for itself', async (_, answer) => {
  const wallet = testWallet()
  wallet.answers.eth_call = answer
  expect((await pay(wallet)).types().at(-1)).toBe('sent')
})

test.each([
  [4001, 'rejected'],
  [-32002, 'pending'],
  [4100, 'account'],
  [4900, 'disconnected'],
  [-32603, 'failed'],
])('a connection that is refused with %i is %s', async (code, problem) => {
  const wallet = testWallet()
  wallet.answers.eth_requestAccounts = () => Promise.reject(createRefusal(code))
  expect((await pay(wallet)).steps).toEqual([stopped(problem)])
})

test.each([[[]], [null], [['no address']], ['0x']])('%j is no account: the wallet is locked', async (accounts) => {
  const wallet = testWallet()
  wallet.answers.eth_requestAccounts = () => accounts
  expect((await pay(wallet)).steps).toEqual([stopped('locked')])
})

test('a wallet that is locked before it sends, sends nothing', async () => {
  const wallet = testWallet()
  wallet.answers.eth_accounts = () => []
  expect((await pay(wallet)).steps.at(-1)).toEqual(stopped('locked'))
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

test('a wallet that answers nothing is not connected', async () => {
  const wallet = testWallet()
  wallet.answers.eth_chainId = () => new Promise(() => {})
  expect((await pay(wallet)).steps.at(-1)).toEqual(stopped('disconnected'))
})

test.each([
  [4001, 'network'],
  [-32002, 'pending'],
])('a switch that is refused with %i is %s, and nothing is sent', async (code, problem) => {
  const wallet = testWallet(1)
  wallet.answers.wallet_switchEthereumChain = () => Promise.reject(createRefusal(code))
  expect((await pay(wallet)).steps.at(-1)).toEqual(stopped(problem))
  expect(wallet.count('wallet_addEthereumChain')).toBe(0)
})

test.each([
  [createRefusal(4001), 'rejected'],
  [createRefusal(4100), 'account'],
  [createRefusal(-32601), 'failed'],
  [createRefusal(-32000, 'insufficient funds for gas * price + value'), 'gas'],
  [createRefusal(-32603, 'Provided chainId "137" must match the active chainId "1"'), 'network'],
])('%s on sending is certain: nothing was sent', async (error, problem) => {
  const wallet = testWallet()
  wallet.answers.eth_sendTransaction = () => Promise.reject(error)
  expect((await pay(wallet)).steps.at(-1)).toEqual(stopped(problem))
})

test.each([
  ['an inner error', () => Promise.reject(createRefusal(-32603, 'Internal JSON-RPC error.'))],
  ['a request that is open', () => Promise.reject(createRefusal(-32002, 'Request already pending'))],
  ['a lost connection', () => Promise.reject(createRefusal(4900))],
  ['something that is no hash', () => 'ok'],
  [
    'an exception',
    () => {
      throw new TypeError('x is undefined')
    },
  ],
])('%s on sending leaves open what happened', async (_, answer) => {
  const wallet = testWallet()
  wallet.answers.eth_sendTransaction = answer
  expect((await pay(wallet)).types().at(-1)).toBe('unknown')
})

test('a wallet that is silent after it was asked to send leaves it open, and is still heard', async () => {
  const wallet = testWallet()
  const late = Promise.withResolvers<string>()
  wallet.answers.eth_sendTransaction = () => late.promise
  const { types, done } = start(wallet)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(types().at(-1)).toBe('sending')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(types().at(-1)).toBe('unknown')
  late.resolve(HASH)
  await done
  expect(types().at(-1)).toBe('sent')
})

test('a wallet that says goodbye after it was asked to send leaves it open', async () => {
  const wallet = testWallet()
  wallet.answers.eth_sendTransaction = () => new Promise(() => {})
  const { types } = start(wallet)
  await vi.advanceTimersByTimeAsync(1)
  wallet.emit('disconnect', createRefusal(4900))
  expect(types().at(-1)).toBe('unknown')
})

test('what contradicts itself at the last moment is not sent', async () => {
  const wallet = testWallet()
  expect((await pay(wallet, { transfer: () => null })).types()).toEqual(['connected', 'contradiction'])
  expect(wallet.count('eth_sendTransaction')).toBe(0)
})

test('what was ended before it was sent is not sent, and is told no more', async () => {
  const wallet = testWallet()
  const accounts = Promise.withResolvers<string[]>()
  wallet.answers.eth_requestAccounts = () => accounts.promise
  const { steps, done, ending } = start(wallet)
  ending.abort()
  accounts.resolve([ACCOUNT])
  await done
  expect(steps).toEqual([])
  expect(wallet.requests.map(({ method }) => method)).toEqual(['eth_requestAccounts'])
})

test('what a wallet refuses after it was ended is told no more', async () => {
  const wallet = testWallet()
  const accounts = Promise.withResolvers<string[]>()
  wallet.answers.eth_requestAccounts = () => accounts.promise
  const { steps, done, ending } = start(wallet)
  ending.abort()
  accounts.reject(createRefusal(4001))
  await done
  expect(steps).toEqual([])
})

test('another account is chosen in the wallet, where it can', async () => {
  const wallet = testWallet()
  wallet.answers.wallet_requestPermissions = () => {
    wallet.accounts = [OTHER]
  }
  expect((await pay(wallet, { otherAccount: true })).steps[0]).toEqual({ type: 'connected', account: OTHER })
  const plain = testWallet()
  expect((await pay(plain, { otherAccount: true })).types().at(-1)).toBe('sent')
  plain.answers.wallet_requestPermissions = () => Promise.reject(createRefusal(4001))
  expect((await pay(plain, { otherAccount: true })).steps).toEqual([stopped('rejected')])
})
