import type { Eip1193Provider } from '@crypto-checkout/payer-ui/wallets/discover'
import { type Chain, encodeHex, read, readChainId, switchChain } from './chain.ts'
import { chooseAccounts, classifyRefusal, type Refusal } from './provider.ts'
import { encodeBalanceCall, encodeTransfer, formatRawAmount, readNumber, type Transfer } from './transfer.ts'

/** The reason for which nothing was sent. */
export type Problem =
  | 'rejected'
  | 'pending'
  | 'locked'
  | 'account'
  | 'network'
  | 'insufficient'
  | 'gas'
  | 'disconnected'
  | 'failed'

/** Progress of a payment, as it happens. After `sending` only the wallet knows the outcome. */
export type Step =
  | { type: 'connected'; account: string }
  | { type: 'switching' }
  | { type: 'checking' }
  | { type: 'sending' }
  | { type: 'stopped'; problem: Problem; missing: string | null }
  | { type: 'contradiction' }
  /** The wallet was asked to send, and the outcome is unknown. More steps may follow. */
  | { type: 'unknown' }
  | { type: 'sent'; hash: string; from: string }

export type Paying = {
  provider: Eip1193Provider
  chain: Chain
  /** Lets the payer choose an account other than the connected one. */
  otherAccount: boolean
  /** The transfer that is due now; null if the transfer contradicts what is shown. */
  transfer(): Transfer | null
  /** Cancels the attempt before anything is sent; afterwards it cannot be cancelled. */
  signal: AbortSignal
  onStep(step: Step): void
  /** May choose another method once the account is known. Answers the network to pay on. */
  prefer?: ((account: string) => Promise<Chain>) | null
  /** Runs instead of asking the wallet to send, unless it answers null. Its errors count as refusals by the wallet. */
  instead?: ((ready: Ready) => Promise<void> | null) | null
}

/** After this long without an answer to a request to send, the outcome is unknown. */
const PATIENCE_MS = 90_000
/** Gives up on a wallet whose state changes faster than it can be read. */
const MOST_ROUNDS = 4
const HASH = /^0x[0-9a-f]{64}$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i

const PROBLEMS: Readonly<Record<Refusal, Problem>> = {
  rejected: 'rejected',
  pending: 'pending',
  unauthorized: 'account',
  unsupported: 'failed',
  unknown_chain: 'network',
  wrong_chain: 'network',
  disconnected: 'disconnected',
  no_gas: 'gas',
  invalid: 'failed',
  other: 'failed',
}
/**
 * Refusals after which it is certain that nothing was sent, even once it was requested. `pending` is not one of them.
 * Nodes use its code for a timeout too, and the open request may be the payment.
 */
const NOT_SENT: ReadonlySet<Refusal> = new Set([
  ...(['rejected', 'unauthorized', 'unsupported', 'wrong_chain', 'no_gas', 'invalid'] as const),
])

class Stop extends Error {
  readonly problem: Problem
  readonly missing: string | null
  constructor(problem: Problem, missing: string | null = null) {
    super(problem)
    this.problem = problem
    this.missing = missing
  }
}

/**
 * Takes one wallet from its connection to the sent transfer, and asks it to send at most once. Errors are reported as
 * steps, never thrown.
 */
export async function payWith(paying: Paying): Promise<void> {
  try {
    const ready = await prepare(paying)
    if (ready !== null) await (paying.instead?.(ready) ?? send(paying, ready))
  } catch (error) {
    if (paying.signal.aborted) return
    const { problem, missing } = error instanceof Stop ? error : new Stop(PROBLEMS[classifyRefusal(error)])
    paying.onStep({ type: 'stopped', problem, missing })
  }
}

/** An account that has the amount due, in a wallet on the right network. */
export type Ready = { account: string; transfer: Transfer }

/** Connects the wallet, chooses the method if that may be, and checks everything; null if the attempt is over. */
async function prepare(paying: Paying): Promise<Ready | null> {
  const { signal, onStep } = paying
  const account = await connect(paying)
  if (signal.aborted) return null
  onStep({ type: 'connected', account })
  const chain = (await paying.prefer?.(account)) ?? paying.chain
  return signal.aborted ? null : check({ ...paying, chain }, account)
}

/** Checks account, network and balance until all of them hold at once; null if the attempt is over. */
async function check(paying: Paying, connected: string): Promise<Ready | null> {
  const { provider, chain, signal, onStep } = paying
  let account = connected
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await reach(paying)
    const transfer = paying.transfer()
    if (signal.aborted) return null
    if (transfer === null) {
      onStep({ type: 'contradiction' })
      return null
    }
    const missing = await findMissing(provider, account, transfer)
    // Wallets can change account and network without telling the page, so the values above may be out of date.
    const [present, chainId] = [await readAccount(provider), await readChainId(provider)]
    if (signal.aborted) return null
    if (present.toLowerCase() !== account.toLowerCase()) onStep({ type: 'connected', account: present })
    else if (chainId === chain.id && missing !== null) throw new Stop('insufficient', missing)
    else if (chainId === chain.id) return { account, transfer }
    account = present
  }
  throw new Stop('network')
}

async function connect({ provider, otherAccount }: Paying): Promise<string> {
  if (otherAccount) await chooseAccounts(provider)
  const account = pickFirst(await provider.request({ method: 'eth_requestAccounts' }))
  if (account === null) throw new Stop('locked')
  return account
}

async function readAccount(provider: Eip1193Provider): Promise<string> {
  const account = pickFirst(await read(provider, 'eth_accounts'))
  if (account === null) throw new Stop('locked')
  return account
}

function pickFirst(accounts: unknown): string | null {
  const [account]: unknown[] = Array.isArray(accounts) ? accounts : []
  return typeof account === 'string' && ADDRESS.test(account) ? account : null
}

async function reach({ provider, chain, onStep }: Paying): Promise<void> {
  if ((await readChainId(provider)) === chain.id) return
  onStep({ type: 'switching' })
  const refusal = await switchChain(provider, chain)
  if (refusal !== null) throw new Stop(refusal === 'pending' ? 'pending' : 'network')
  onStep({ type: 'checking' })
}

/** Finds the amount of the coin that the account lacks; null if it has enough, or if the wallet cannot tell. */
async function findMissing(provider: Eip1193Provider, account: string, transfer: Transfer): Promise<string | null> {
  const { token, rawAmount, decimals } = transfer
  const call = { to: token, data: encodeBalanceCall(account) }
  const balance = readNumber(await read(provider, 'eth_call', [call, 'latest']).catch(() => null))
  return balance === null || balance >= rawAmount ? null : formatRawAmount(rawAmount - balance, decimals)
}

/** From here on, an attempt that might have sent is never reported as failed. */
async function send({ provider, onStep }: Paying, { account, transfer }: Ready): Promise<void> {
  const unsure = () => onStep({ type: 'unknown' })
  const timer = setTimeout(unsure, PATIENCE_MS)
  provider.on?.('disconnect', unsure)
  onStep({ type: 'sending' })
  try {
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [transaction(account, transfer)] })
    if (typeof hash === 'string' && HASH.test(hash)) onStep({ type: 'sent', hash, from: account })
    else unsure()
  } catch (error) {
    const refusal = classifyRefusal(error)
    if (NOT_SENT.has(refusal)) onStep({ type: 'stopped', problem: PROBLEMS[refusal], missing: null })
    else unsure()
  } finally {
    clearTimeout(timer)
    provider.removeListener?.('disconnect', unsure)
  }
}

/** Includes the network's id, so that a wallet that has switched networks since then refuses it. */
function transaction(from: string, { chainId, token, to, rawAmount }: Transfer): object {
  return { from, to: token, value: '0x0', data: encodeTransfer(to, rawAmount), chainId: encodeHex(chainId) }
}
