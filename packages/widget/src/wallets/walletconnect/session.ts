import type { Eip1193Provider } from '@crypto-checkout/payer-ui/wallets/discover'
import { type Client, releaseClient } from './client.ts'
import { ProviderError, toProviderError } from './error.ts'

export type WalletConnectSession = {
  provider: Eip1193Provider
  account: string
  walletName: string | null
  /** Ends it on both sides, and forgets it even if the relay does not answer. */
  disconnect(): Promise<void>
}

/** Facts of a network that a session needs. */
export type SessionChain = { id: number; rpcUrls: readonly string[] }

type Session = ReturnType<Client['session']['get']>
type Call = Parameters<Eip1193Provider['request']>[0]
type Listener = (value: never) => void

const SEND = 'eth_sendTransaction'
/**
 * Everything that is requested from a wallet: to send, or to sign for the checkout to send. Other calls are answered
 * here or by the network's nodes.
 */
export const WALLET_METHODS = [SEND, 'eth_signTypedData_v4']
/** Not `chainChanged`: each request names its chain, whatever the wallet's current one is. */
export const WALLET_EVENTS = ['accountsChanged']

const PARTING_MS = 5_000
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }
const ACCOUNT = /^eip155:(\d{1,15}):(0x[0-9a-f]{40})$/i
const LONGEST_NAME = 40

/** The accounts that a wallet has approved on a chain, as plain addresses; sessions use CAIP-10. */
function accountsOn({ namespaces }: Pick<Session, 'namespaces'>, chainId: number): string[] {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  return accounts.flatMap((account) => {
    const [, chain, address] = ACCOUNT.exec(account) ?? []
    return address !== undefined && Number(chain) === chainId ? [address] : []
  })
}

export function getWalletName({ peer }: Session): string | null {
  return peer.metadata.name.trim().slice(0, LONGEST_NAME) || null
}

/** Tells whether the wallet accepts requests for transactions. */
export function canSendTransactions({ namespaces }: Session): boolean {
  const methods = Object.values(namespaces).flatMap((namespace) => namespace.methods)
  return methods.includes(SEND)
}

type Connection = Pick<WalletConnectSession, 'provider' | 'disconnect'>

/** By topic and chain: a session that is restored repeatedly gets only one listener. */
const connections = new WeakMap<Client, Map<string, Connection>>()

/** An approved session as a wallet on one chain; null if it has no account there. */
export function toSessionWallet(client: Client, session: Session, chain: SessionChain): WalletConnectSession | null {
  const [account] = accountsOn(session, chain.id)
  if (account === undefined) return null
  const known = connections.get(client) ?? new Map<string, Connection>()
  connections.set(client, known)
  const key = `${chain.id} ${session.topic}`
  const connection = known.get(key) ?? connect(client, session, chain, () => known.delete(key))
  known.set(key, connection)
  return { ...connection, account, walletName: getWalletName(session) }
}

function connect(client: Client, { topic }: Session, chain: SessionChain, forget: () => void): Connection {
  const { on, removeListener, emit } = emitter()
  const updated = (update: { topic: string; params: Pick<Session, 'namespaces'> }) => {
    if (update.topic === topic) emit('accountsChanged', accountsOn(update.params, chain.id))
  }
  client.on('session_update', updated)
  const ending = listenForEnd(client, topic, (error) => {
    client.off('session_update', updated)
    forget()
    emit('disconnect', error)
  })
  const request = (call: Call) => Promise.race([ending.reached, answer(client, topic, chain, call)])
  const disconnect = async () => {
    await endSession(client, topic)
    ending.reach()
  }
  return { provider: { request, on, removeListener }, disconnect }
}

/** Ends a session on both sides; only on this side if the relay does not accept it. */
export async function endSession(client: Client, topic: string): Promise<void> {
  const parting = client.disconnect({ topic, reason: USER_DISCONNECTED }).catch(() => {})
  await Promise.race([parting, new Promise((resolve) => setTimeout(resolve, PARTING_MS))])
  // Has no effect if it was already deleted.
  await client.session.delete(topic, USER_DISCONNECTED)
  client.core.history.delete(topic)
  await releaseClient(client)
}

/** Lets pending requests fail at once as soon as a session ends. */
function listenForEnd(client: Client, topic: string, onEnd: (error: ProviderError) => void) {
  let reach = () => {}
  const reached = new Promise<never>((_, reject) => {
    const ended = (event: { topic: string }) => {
      if (event.topic === topic) reach()
    }
    reach = () => {
      client.off('session_delete', ended)
      client.off('session_expire', ended)
      const error = new ProviderError(4900, 'The wallet has disconnected.')
      reject(error)
      onEnd(error)
    }
    client.on('session_delete', ended)
    client.on('session_expire', ended)
  })
  // Usually nothing is pending.
  reached.catch(() => {})
  return { reached, reach }
}

async function answer(client: Client, topic: string, chain: SessionChain, call: Call): Promise<unknown> {
  const here = `0x${chain.id.toString(16)}`
  switch (call.method) {
    case 'eth_chainId':
      return here
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return accountsOn(client.session.get(topic), chain.id)
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
      return stay(call.params, here)
    default:
      if (!WALLET_METHODS.includes(call.method)) return askChain(chain.rpcUrls, call)
  }
  try {
    return await client.request({
      topic,
      chainId: `eip155:${chain.id}`,
      request: { ...call, params: call.params ?? [] },
    })
  } catch (error) {
    throw toProviderError(error)
  }
}

/** Each request names the session's chain, so the wallet is already on it; other chains are refused. */
function stay(params: unknown, here: string): null {
  const [wanted]: unknown[] = Array.isArray(params) ? params : []
  if (Number((wanted as { chainId?: unknown } | undefined)?.chainId) === Number(here)) return null
  throw new ProviderError(4902, 'This wallet was connected for another network.')
}

function emitter() {
  const listeners = new Set<{ event: string; listener: Listener }>()
  return {
    on: (event: string, listener: Listener) => listeners.add({ event, listener }),
    removeListener(event: string, listener: Listener) {
      for (const entry of listeners) if (entry.event === event && entry.listener === listener) listeners.delete(entry)
    },
    emit(event: string, value: unknown) {
      for (const entry of [...listeners]) if (entry.event === event) entry.listener(value as never)
    },
  }
}

const PATIENCE_MS = 5_000

type NodeCall = { method: string; params?: unknown }

/**
 * Asks a network's public nodes, in turn, for anything that WalletConnect does not ask a wallet: reads.
 * @throws the last node's error if none has answered
 */
async function askChain(rpcUrls: readonly string[], { method, params = [] }: NodeCall): Promise<unknown> {
  let failure: unknown = new Error(`There is no node to ask for ${method}`)
  for (const url of rpcUrls) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const { result, error } = await response.json()
      if (result !== undefined) return result
      failure = error ?? new Error(`${method}: neither a result nor an error`)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
