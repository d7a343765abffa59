import type { MessageSigner } from '../family.ts'
import { type Discovery, discoverWallets, type FoundWallet } from './discover.ts'
import { chooseAccounts, classifyRefusal, type Eip1193Provider } from './provider.ts'

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
    ...{ id, name, icon },
    async connect(account, isAnotherTime) {
      // Without this, a connected wallet answers with the same accounts again.
      if (isAnotherTime) await chooseAccounts(provider)
      const accounts: unknown = await provider.request({ method: 'eth_requestAccounts' })
      return Array.isArray(accounts) && accounts.some((one) => isSame(one, account))
    },
    sign: (account, text) => sign(provider, account, text),
    isRejection: (error) => classifyRefusal(error) === 'rejected',
  }
}

function isSame(one: unknown, account: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === account.toLowerCase()
}

async function sign(provider: Eip1193Provider, account: string, text: string): Promise<string> {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
  return String(await provider.request({ method: 'personal_sign', params: [`0x${bytes.join('')}`, account] }))
}
