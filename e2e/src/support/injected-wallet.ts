/** A wallet as a browser extension injects it: EIP-1193 towards the page, with a key that signs for a real chain. */
import type { LocalNetwork } from '@crypto-checkout/devnet'
import { type BaseWallet, getBytes, HDNodeWallet, JsonRpcProvider, NonceManager, Wallet } from 'ethers'
import type { Page } from 'playwright-core'

const MNEMONIC = `${'test '.repeat(11)}junk`
/** The local network's payer, who has every coin. */
const PAYERS_PATH = "m/44'/60'/0'/0/1"

type Call = { method: string; params?: unknown }

/** Wallets refuse with a code (EIP-1193), and some add the underlying error. */
class Refusal extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type InjectedWallet = {
  readonly address: string
  /** The wallet's current network, and the networks that it knows. */
  chainId: number
  readonly knownChains: Map<number, string>
  /** The owner's answer to a request to send or to sign: a code refuses. */
  answer: 'approve' | number
  /** The methods called, in order. */
  readonly requests: string[]
  /** Adds it to a page before the page's own scripts run. */
  inject(page: Page): Promise<void>
  stop(): void
}

/** Has the payer's key, a key with only the network's currency, or a key with nothing. */
export async function startInjectedWallet(
  network: LocalNetwork,
  owner: 'payer' | 'poor' | 'gasless' = 'payer',
): Promise<InjectedWallet> {
  const rpc = new JsonRpcProvider(network.rpcUrl, network.chainId, { staticNetwork: true })
  const key = owner === 'payer' ? HDNodeWallet.fromPhrase(MNEMONIC, undefined, PAYERS_PATH) : Wallet.createRandom()
  if (owner === 'poor') await rpc.send('anvil_setBalance', [key.address, '0xde0b6b3a7640000'])
  const signer = new NonceManager(key.connect(rpc))
  const wallet: InjectedWallet = {
    address: key.address,
    chainId: network.chainId,
    knownChains: new Map([[network.chainId, network.rpcUrl]]),
    answer: 'approve',
    requests: [],
    inject: async (page) => {
      await page.exposeBinding('askWallet', (_source, call: Call) => answer(call))
      await page.addInitScript(announce)
    },
    stop: () => rpc.destroy(),
  }

  async function answer(call: Call): Promise<{ result: unknown } | { error: object }> {
    wallet.requests.push(call.method)
    try {
      return { result: await perform(call.method, call.params) }
    } catch (error) {
      const { code, message, data } = error instanceof Refusal ? error : new Refusal(-32603, String(error))
      return { error: { code, message, data } }
    }
  }

  async function perform(method: string, params: unknown): Promise<unknown> {
    const [param = {}] = (params ?? []) as Record<string, unknown>[]
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [wallet.address]
      case 'eth_chainId':
        return `0x${wallet.chainId.toString(16)}`
      case 'wallet_switchEthereumChain':
        // MetaMask's mobile app nests the relevant code like this.
        if (!wallet.knownChains.has(Number(param.chainId))) {
          throw new Refusal(-32603, 'Internal error', { originalError: { code: 4902 } })
        }
        wallet.chainId = Number(param.chainId)
        return null
      case 'wallet_addEthereumChain':
        return add(param)
      case 'eth_call':
        return rpc.send(method, params as unknown[])
      case 'eth_sendTransaction':
        return send(param)
      case 'eth_signTypedData_v4':
        return sign(params as [string, string])
      case 'personal_sign':
        return signMessage(wallet, key, params as [string, string])
      default:
        throw new Refusal(-32601, `${method} does not exist`)
    }
  }

  /** Wallets ask a network's node for its chain id before they add it. */
  async function add({ chainId, chainName, rpcUrls, nativeCurrency }: Record<string, unknown>): Promise<null> {
    const [url = ''] = rpcUrls as string[]
    const node = new JsonRpcProvider(url)
    const found = await node.send('eth_chainId', [])
    node.destroy()
    const { symbol, decimals } = nativeCurrency as { symbol: string; decimals: number }
    if (found !== chainId || !chainName || !symbol || decimals !== 18) throw new Refusal(-32602, 'not a network')
    wallet.knownChains.set(Number(chainId), url)
    return null
  }

  /** Like MetaMask: only for its current network, and with the domain's type in the data. */
  async function sign([from, data]: [string, string]): Promise<string> {
    if (wallet.answer !== 'approve') throw new Refusal(wallet.answer, 'User rejected the request.')
    if (from !== wallet.address) throw new Refusal(4100, 'Unauthorized')
    const { domain, types, message } = JSON.parse(data)
    if (Number(domain.chainId) !== wallet.chainId) {
      throw new Refusal(-32603, `Provided chainId "${domain.chainId}" must match the active chainId`)
    }
    const { EIP712Domain, ...own } = types
    if (!EIP712Domain) throw new Refusal(-32602, 'types.EIP712Domain is missing')
    return key.signTypedData(domain, own, message)
  }

  async function send({ from, to, data, value, chainId }: Record<string, unknown>): Promise<string> {
    if (wallet.answer !== 'approve') throw new Refusal(wallet.answer, 'User rejected the request.')
    if (Number(chainId) !== wallet.chainId) throw new Refusal(-32603, 'Provided chainId must match the active chainId')
    if (from !== wallet.address) throw new Refusal(4100, 'Unauthorized')
    const { hash } = await signer.sendTransaction({ to: String(to), data: String(data), value: String(value) })
    return hash
  }

  return wallet
}

/** As EIP-191 says. */
async function signMessage(wallet: InjectedWallet, key: BaseWallet, [bytes, from]: [string, string]): Promise<string> {
  if (wallet.answer !== 'approve') throw new Refusal(wallet.answer, 'User rejected the request.')
  if (from.toLowerCase() !== wallet.address.toLowerCase()) throw new Refusal(4100, 'Unauthorized')
  return key.signMessage(getBytes(bytes))
}

/** Runs in the page: EIP-1193, announced by EIP-6963. */
function announce(): void {
  type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }
  const target = globalThis as unknown as EventTarget & { askWallet(call: object): Promise<Answer> }
  const provider = {
    on: () => provider,
    removeListener: () => provider,
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      const answer = await target.askWallet({ method, params })
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
      return answer.result
    },
  }
  const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#f60"/></svg>')}`
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Fox Wallet', icon, rdns: 'com.example.fox' }
  const tell = () =>
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  target.addEventListener('eip6963:requestProvider', tell)
  tell()
}
