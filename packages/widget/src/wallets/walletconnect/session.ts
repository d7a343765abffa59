import type { Eip1193Provider } from '../evm/provider.ts'
import { askChain } from './ask-chain.ts'
import { type Client, restClient } from './client.ts'
import { ProviderError, providerErrorOf } from './error.ts'

export type WalletConnectSession = {
  provider: Eip1193Provider
  account: string
  walletName: string | null
  /** Ends it on both sides, and forgets it even when the relay does not answer. */
  disconnect(): Promise<void>
}

/** What a session has to know of a network. */
export type SessionChain = { id: number; rpcUrls: readonly string[] }

type Session = ReturnType<Client['session']['get']>
type Call = Parameters<Eip1193Provider['request']>[0]
type Listener = (value: never) => void

const SEND = 'eth_sendTransaction'
/** All that a wallet is asked for: to send, or to sign what is sent for it. What else is called is answered here, or by the network's nodes. */
export const WALLET_METHODS = [SEND, 'eth_signTypedData_v4']
/** Not `chainChanged`: each request names its chain, wherever the wallet stands. */
export const WALLET_EVENTS = ['accountsChanged']

const PARTING_MS = 5_000
const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }
const ACCOUNT = /^eip155:(\d{1,15}):(0x[0-9a-f]{40})$/i
const LONGEST_NAME = 40

/** The accounts that a wallet has approved on a chain, as plain addresses; sessions have them as CAIP-10. */
function accountsOn({ namespaces }: Pick<Session, 'namespaces'>, chainId: number): string[] {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  return accounts.flatMap((account) => {
    const [, chain, address] = ACCOUNT.exec(account) ?? []
    return address !== undefined && Number(chain) === chainId ? [address] : []
  })
}

export function walletNameOf({ peer }: Session): string | null {
  return peer.metadata.name.trim().slice(0, LONGEST_NAME) || null
}

/** Whether the wallet has agreed to be asked for transactions. */
export function takesTransactions({ namespaces }: Session): boolean {
  const methods = Object.values(namespaces).flatMap((namespace) => namespace.methods)
  return methods.includes(SEND)
}

type Connection = Pick<WalletConnectSession, 'provider' | 'disconnect'>

/** By topic and chain: a session that is restored again and again is listened to once. */
const connections = new WeakMap<Client, Map<string, Connection>>()

/** An approved session as a wallet on one chain; null when it has no account there. */
export function walletOf(client: Client, session: Session, chain: SessionChain): WalletConnectSession | null {
  const [account] = accountsOn(session, chain.id)
  if (account === undefined) return null
  const known = connections.get(client) ?? new Map<string, Connection>()
  connections.set(client, known)
  const key = `${chain.id} ${session.topic}`
  const connection = known.get(key) ?? connect(client, session, chain, () => known.delete(key))
  known.set(key, connection)
  return { ...connection, account, walletName: walletNameOf(session) }
}

function connect(client: Client, { topic }: Session, chain: SessionChain, forget: () => void): Connection {
  const { on, removeListener, emit } = emitter()
  const updated = (update: { topic: string; params: Pick<Session, 'namespaces'> }) => {
    if (update.topic === topic) emit('accountsChanged', accountsOn(update.params, chain.id))
  }
  client.on('session_update', updated)
  const ending = endOf(client, topic, (error) => {
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

/** Ends a session on both sides; when the relay does not take it, on this one. */
export async function endSession(client: Client, topic: string): Promise<void> {
  const parting = client.disconnect({ topic, reason: USER_DISCONNECTED }).catch(() => {})
  await Promise.race([parting, new Promise((resolve) => setTimeout(resolve, PARTING_MS))])
  // What is not there any more it leaves alone.
  await client.session.delete(topic, USER_DISCONNECTED)
  client.core.history.delete(topic)
  await restClient(client)
}

/** Whoever waits for an answer when a session ends hears at once that none will come. */
function endOf(client: Client, topic: string, tell: (error: ProviderError) => void) {
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
      tell(error)
    }
    client.on('session_delete', ended)
    client.on('session_expire', ended)
  })
  // Mostly nobody waits.
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
    throw providerErrorOf(error)
  }
}

/** Each request names the session's chain, so that the wallet is there already; it is on no other. */
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
