/** A wallet as payers have it on their phones: WalletConnect's own client, and a key that signs on a real chain. */
import { randomUUID } from 'node:crypto'
import type { LocalNetwork } from '@crypto-checkout/devnet'
import { SignClient } from '@walletconnect/sign-client'
import { JsonRpcProvider, NonceManager, Wallet } from 'ethers'

type Answer = 'approve' | 'reject' | 'ignore'
type Transaction = { to: string; value: string; data: string }

const REJECTED = { code: 5000, message: 'User rejected.' }
const GONE = { code: 6000, message: 'User disconnected.' }

export type PayersWallet = {
  readonly address: string
  /** The owner's answers. */
  proposals: Answer
  transactions: Answer
  /** The requests it received, in order. */
  readonly requests: string[]
  readonly sessions: number
  readonly pairings: number
  scan(uri: string): Promise<void>
  disconnect(): Promise<void>
  stop(): Promise<void>
}

/** It has one account, on the given chains. */
export async function startWallet(
  relayUrl: string,
  network: LocalNetwork,
  chains: readonly number[] = [network.chainId],
): Promise<PayersWallet> {
  const rpc = new JsonRpcProvider(network.rpcUrl, network.chainId, { staticNetwork: true, pollingInterval: 50 })
  const { address, privateKey } = Wallet.createRandom()
  const signer = new NonceManager(new Wallet(privateKey, rpc))
  const client = await SignClient.init({
    projectId: 'a-wallet',
    relayUrl,
    metadata: { name: 'Pocket', description: '', url: 'https://pocket.example', icons: [] },
    // Each wallet in this process has its own client.
    customStoragePrefix: randomUUID(),
    telemetryEnabled: false,
    logger: 'silent',
  })
  const wallet: PayersWallet = {
    address,
    proposals: 'approve',
    transactions: 'approve',
    requests: [],
    get sessions() {
      return client.session.length
    },
    get pairings() {
      return client.pairing.length
    },
    async scan(uri) {
      await client.pair({ uri })
    },
    async disconnect() {
      for (const { topic } of client.session.getAll()) await client.disconnect({ topic, reason: GONE })
    },
    async stop() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
      rpc.destroy()
    },
  }
  const sign = ([, text]: [string, string]): Promise<string> => {
    const { domain, types, message } = JSON.parse(text)
    const { EIP712Domain: _, ...own } = types
    return signer.signTypedData(domain, own, message)
  }
  client.on('session_proposal', async ({ id, params }) => {
    const { optionalNamespaces, proposer } = params
    const { chains: wanted = [], methods = [], events = [] } = optionalNamespaces.eip155 ?? {}
    wallet.requests.push(`${proposer.metadata.name} wants ${methods} on ${wanted}`)
    if (wallet.proposals === 'reject') await client.reject({ id, reason: REJECTED })
    if (wallet.proposals !== 'approve') return
    const common = wanted.filter((chain) => chains.some((one) => chain === `eip155:${one}`))
    const accounts = common.map((chain) => `${chain}:${address}`)
    await client.approve({ id, namespaces: { eip155: { chains: common, methods, events, accounts } } })
  })
  client.on('session_request', async ({ topic, id, params: { chainId, request } }) => {
    wallet.requests.push(`${request.method} on ${chainId}`)
    const respond = (answer: { result: unknown } | { error: typeof REJECTED }) =>
      client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } })
    if (wallet.transactions === 'reject') await respond({ error: REJECTED })
    if (wallet.transactions !== 'approve') return
    if (request.method === 'eth_signTypedData_v4') return respond({ result: await sign(request.params) })
    const [{ to, value, data }] = request.params as [Transaction]
    const { hash } = await signer.sendTransaction({ to, value, data, chainId: network.chainId })
    await respond({ result: hash })
  })
  return wallet
}
