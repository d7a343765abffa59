import { type Client, openClient, releaseClient } from './client.ts'
import { classifyRefusal, WalletConnectError } from './error.ts'
import { Memory } from './memory.ts'
import {
  canSendTransactions,
  endSession,
  getWalletName,
  type SessionChain,
  toSessionWallet,
  WALLET_EVENTS,
  WALLET_METHODS,
  type WalletConnectSession,
} from './session.ts'

export type { WalletConnectSession } from './session.ts'

type RestoreOptions = {
  /** The merchant's project id, from WalletConnect's dashboard. */
  projectId: string
  chain: SessionChain
  /** The requesting page, as the wallet shows it; the address is the document's. */
  page: { name: string; url: string }
  signal: AbortSignal
}
type ConnectOptions = RestoreOptions & {
  /** Called once, with the URI for the wallet to scan or to be opened with. It is valid for five minutes. */
  onUri(uri: string): void
}

/** Five attempts of the library take 15 seconds; a working relay answers within one. */
const RELAY_PATIENCE_MS = 20_000

/**
 * Connects the wallet that scans the URI, for one chain and for transactions only.
 * @throws WalletConnectError with the reason why there is no session; it then leaves nothing behind
 */
export async function connectWalletConnect(options: ConnectOptions): Promise<WalletConnectSession> {
  const { chain, onUri, signal } = options
  const client = await waitUnlessAborted(openClient(options), signal)
  const proposal = await proposed(client, chain.id, signal)
  if (proposal.uri !== undefined) onUri(proposal.uri)
  const session = await approved(client, proposal, signal)
  const wallet = toSessionWallet(client, session, chain)
  if (wallet === null || !canSendTransactions(session)) {
    await endSession(client, session.topic)
    throw new WalletConnectError(wallet === null ? 'unsupported_chain' : 'failed', null, getWalletName(session))
  }
  forgetOthers(client, session.topic)
  return wallet
}

/**
 * Restores the session of an earlier visit without asking the payer; null if there is none for this chain. If none was
 * remembered, nothing is loaded.
 * @throws WalletConnectError `aborted`, or `unreachable` if WalletConnect's script cannot be loaded
 */
export async function restoreWalletConnect(options: RestoreOptions): Promise<WalletConnectSession | null> {
  const { projectId, chain, signal } = options
  if (!new Memory(projectId).hasSession) return null
  const client = await waitUnlessAborted(openClient(options), signal)
  const [session] = client.session.getAll().toSorted((one, other) => other.expiry - one.expiry)
  return session === undefined ? null : toSessionWallet(client, session, chain)
}

async function proposed(client: Client, chainId: number, signal: AbortSignal): Promise<Proposal> {
  const undo = (late: Proposal) => withdraw(client, late)
  try {
    return await waitUnlessAborted(propose(client, chainId), signal, { undo, patienceMs: RELAY_PATIENCE_MS })
  } catch (error) {
    throw error instanceof WalletConnectError ? error : new WalletConnectError('unreachable', error)
  }
}

async function approved(client: Client, proposal: Proposal, signal: AbortSignal) {
  try {
    return await waitUnlessAborted(proposal.approval(), signal, { undo: ({ topic }) => endSession(client, topic) })
  } catch (error) {
    // Not awaited: the relay may no longer answer.
    withdraw(client, proposal).catch(() => {})
    throw error instanceof WalletConnectError ? error : new WalletConnectError(classifyRefusal(error), error)
  }
}

/** One wallet at a time: the last connected one is restored later. */
function forgetOthers(client: Client, topic: string): void {
  for (const session of client.session.getAll()) if (session.topic !== topic) void endSession(client, session.topic)
}

/** Nearly every wallet has Ethereum. So a wallet without the payment's own chain can still connect, and be named. */
const ETHEREUM = 1
const WITHDRAWN = { code: 6000, message: 'The page has given up.' }

type Proposal = Awaited<ReturnType<Client['connect']>>

/** Publishes a proposal on the relay for the wallet that scans its URI. It is valid for five minutes. */
function propose(client: Client, chainId: number): Promise<Proposal> {
  const chains = [...new Set([chainId, ETHEREUM])].map((id) => `eip155:${id}`)
  return client.connect({ optionalNamespaces: { eip155: { chains, methods: WALLET_METHODS, events: WALLET_EVENTS } } })
}

/** Withdraws a proposal. Its URI no longer works, and the wallet that has scanned it is notified. */
async function withdraw(client: Client, { uri = '' }: Proposal): Promise<void> {
  const topic = readTopic(uri)
  for (const proposal of client.proposal.getAll()) {
    if (proposal.pairingTopic === topic) await client.proposal.delete(proposal.id, WITHDRAWN)
  }
  await client.core.pairing.disconnect({ topic })
  await releaseClient(client)
}

/** `wc:<topic>@2?...` (ERC-1328) */
function readTopic(uri: string): string {
  return uri.slice('wc:'.length, uri.indexOf('@'))
}

/**
 * The result of `work`, unless the signal aborts or the time ends first. The work itself cannot be stopped: a late
 * result is passed to `undo`.
 * @throws WalletConnectError `aborted` or, after `patienceMs`, `unreachable`
 */
function waitUnlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  { undo, patienceMs }: { undo?: (late: T) => Promise<void>; patienceMs?: number } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (error: WalletConnectError) => {
      settle()
      reject(error)
      // A late failure is ignored: the first reason was already reported.
      if (undo !== undefined) work.then(undo).catch(() => {})
    }
    const aborted = () => giveUp(new WalletConnectError('aborted', signal.reason))
    const late = () => giveUp(new WalletConnectError('unreachable'))
    const timer = patienceMs === undefined ? undefined : setTimeout(late, patienceMs)
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
    }
    work.finally(settle).then(resolve, reject)
    signal.addEventListener('abort', aborted)
    if (signal.aborted) aborted()
  })
}
