import type { Chain } from './evm/chain.ts'
import type { Problem } from './state.ts'
import type { WalletConnectSession } from './walletconnect/connect.ts'
import type { WalletConnectReason } from './walletconnect/error.ts'

export type Pairing = {
  projectId: string
  chain: Chain
  page: { name: string; url: string }
  signal: AbortSignal
  /** The wallet that the payer does not want any more. */
  left: WalletConnectSession | null
  onUri(uri: string): void
}

/** What came of it: a session, or why there is none and, where it is known, with which wallet. */
export type Paired = { session: WalletConnectSession } | { problem: Problem; wallet: string | null }

const PROBLEMS: Readonly<Record<WalletConnectReason, Problem>> = {
  rejected: 'rejected',
  expired: 'expired',
  aborted: 'relay',
  unreachable: 'relay',
  unsupported_chain: 'network',
  failed: 'failed',
}

/** Connects by WalletConnect: with the wallet of an earlier visit, or with one that takes the URI. Never throws. */
export async function pairWallet({ left, onUri, ...options }: Pairing): Promise<Paired> {
  try {
    const { connectWalletConnect, restoreWalletConnect } = await import('./walletconnect/connect.ts')
    await left?.disconnect()
    const session = await restoreWalletConnect(options)
    return { session: session ?? (await connectWalletConnect({ ...options, onUri })) }
  } catch (error) {
    // Its class is in the script that may not have been loaded.
    const { reason, walletName }: { reason?: WalletConnectReason; walletName?: string | null } = Object(error)
    return { problem: PROBLEMS[reason ?? 'unreachable'], wallet: walletName ?? null }
  }
}
