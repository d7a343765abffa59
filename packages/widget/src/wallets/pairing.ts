import type { Chain } from './evm/chain.ts'
import type { Problem } from './state.ts'
import { connectWalletConnect, restoreWalletConnect, type WalletConnectSession } from './walletconnect/connect.ts'
import { WalletConnectError, type WalletConnectReason } from './walletconnect/error.ts'

export { renderPairingView } from './pairing-view.ts'

export type Pairing = {
  projectId: string
  chain: Chain
  page: { name: string; url: string }
  signal: AbortSignal
  /** The wallet that the payer no longer wants. */
  left: WalletConnectSession | null
  onUri(uri: string): void
}

/** The outcome: a session, or why there is none and, if known, with which wallet. */
export type Paired = { session: WalletConnectSession } | { problem: Problem; wallet: string | null }

const PROBLEMS: Readonly<Record<WalletConnectReason, Problem>> = {
  rejected: 'rejected',
  expired: 'expired',
  aborted: 'relay',
  unreachable: 'relay',
  unsupported_chain: 'network',
  failed: 'failed',
}

/**
 * Connects through WalletConnect: with the wallet of an earlier visit, or with one that scans the URI. Never throws.
 */
export async function pairWallet({ left, onUri, ...options }: Pairing): Promise<Paired> {
  try {
    await left?.disconnect()
    const session = await restoreWalletConnect(options)
    return { session: session ?? (await connectWalletConnect({ ...options, onUri })) }
  } catch (error) {
    const { reason, walletName } =
      error instanceof WalletConnectError ? error : new WalletConnectError('unreachable', error)
    return { problem: PROBLEMS[reason], wallet: walletName }
  }
}
