import { type Discovery, discoverWallets, type FoundWallet } from '@crypto-checkout/payer-ui/wallets/discover'
import { showsAccount, signMessage } from '@crypto-checkout/payer-ui/wallets/sign-message'
import type { MessageSigner } from '../family.ts'
import { chooseAccounts, classifyRefusal } from './provider.ts'

/** Announces the wallets of this browser that can sign personal messages (EIP-191), until the signal aborts. */
export function findMessageSigners(signal: AbortSignal, onChange: (found: MessageSigner[]) => void): void {
  let discovery: Discovery | null = null
  const show = () => onChange((discovery?.wallets ?? []).map(createSigner))
  // Some announce themselves at once, before there is a discovery to read.
  discovery = discoverWallets(window, show)
  signal.addEventListener('abort', () => discovery?.stop())
  show()
}

function createSigner({ id, name, icon, provider }: FoundWallet): MessageSigner {
  return {
    id,
    name,
    icon,
    async connect(account, isAnotherTime) {
      // Without this, a connected wallet answers with the same accounts again.
      if (isAnotherTime) await chooseAccounts(provider)
      return showsAccount(provider, account)
    },
    sign: (account, text) => signMessage(provider, account, text),
    isRejection: (error) => classifyRefusal(error) === 'rejected',
  }
}
