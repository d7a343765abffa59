import { expect, test } from 'vitest'
import { createScriptedAccount } from '../../testing/scripted-event.ts'
import { ScriptedLedger } from '../../testing/scripted-ledger.ts'
import { NodeError } from '../node-error.ts'
import { openStellarEndpoints } from './endpoints.ts'

const passphrase = 'Scripted Stellar Network'
const assets = [{ coin: 'USDC', code: 'USDC', issuer: createScriptedAccount(3), contract: createScriptedAccount(4) }]

/** One node that refuses each request twice before it answers. */
function openThrottling(backEnd: 'Stellar RPC' | 'Horizon') {
  const ledger = new ScriptedLedger({ passphrase, startTime: 0, assets })
  const asked = new Map<string, number>()
  const throttle = async <T>(name: string, question: object, answer: () => Promise<T>): Promise<T> => {
    const times = (asked.get(name + JSON.stringify(question)) ?? 0) + 1
    asked.set(name + JSON.stringify(question), times)
    if (times < 3) throw new NodeError('busy', 'too many requests')
    return answer()
  }
  const url = 'http://127.0.0.1:1'
  const endpoints = openStellarEndpoints({
    ...(backEnd === 'Horizon' ? { rpcUrls: [], horizonUrls: [url] } : { rpcUrls: [url], horizonUrls: [] }),
    ...{ networkPassphrase: passphrase, assets, elapsed: () => 0, pause: async () => {} },
    connectRpc: () => (method, params) => throttle(method, params, () => ledger.rpc(method, params)),
    connectHorizon: () => (path, form) => throttle(path, form ?? {}, () => ledger.horizon(path)),
  })
  return { endpoints, asked }
}

test.each(['Stellar RPC', 'Horizon'] as const)(
  '%s: what a busy node refuses twice it still answers',
  async (backEnd) => {
    const { endpoints } = openThrottling(backEnd)
    expect(await endpoints.use((node) => node.newest())).toMatchObject({ number: 1 })
    expect(endpoints.states()).toMatchObject([{ healthy: true, error: null }])
  },
)

test.each(['Stellar RPC', 'Horizon'] as const)('%s: a transaction is sent once', async (backEnd) => {
  const { endpoints, asked } = openThrottling(backEnd)
  await endpoints.use((node) => node.newest())
  await expect(endpoints.use((node) => node.submit('AAAA'))).rejects.toMatchObject({ kind: 'busy' })
  expect([...asked].filter(([question]) => question.includes('"AAAA"'))).toMatchObject([[expect.any(String), 1]])
})
