import type { EthereumProvider } from '@walletconnect/ethereum-provider'
import { WalletConnectError } from './error.ts'
import { Memory } from './memory.ts'

/** The client that speaks with wallets over the relay. */
export type Client = Awaited<ReturnType<typeof EthereumProvider.init>>['signer']['client']

type Opening = { projectId: string; page: { name: string; url: string } }

/** One client for a page and project id: a second one would answer the first one's messages. */
const clients = new Map<string, Promise<Client>>()

/**
 * Loads WalletConnect's script and opens its client. It contacts nobody but the relay, and the relay only once there is
 * a pairing or a session.
 * @throws WalletConnectError `unreachable` when the script cannot be loaded
 */
export function openClient(opening: Opening): Promise<Client> {
  const open = clients.get(opening.projectId)
  if (open !== undefined) return open
  const client = startClient(opening)
  clients.set(opening.projectId, client)
  client.catch(() => clients.delete(opening.projectId))
  return client
}

async function startClient({ projectId, page }: Opening): Promise<Client> {
  const provider = await loadProvider()
  const { signer } = await provider.init({
    projectId,
    metadata: { name: page.name, description: '', url: page.url, icons: [] },
    // Has to be there, and is not used: each proposal names its own.
    optionalChains: [1],
    showQrModal: false,
    disableProviderPing: true,
    telemetryEnabled: false,
    storage: new Memory(projectId),
    customStoragePrefix: `crypto-checkout-${projectId}`,
    logger: 'silent',
  })
  // Before each message the library would wait five seconds for a frame of verify.walletconnect.org, which attests to the
  // wallet which site asks. No strict policy lets it in. Without it wallets call the site unverified.
  signer.client.core.verify.register = async () => ''
  // Only the client is used of the provider. The provider itself would tag a payment with the first chain that the wallet
  // happens to name, and reduces a refusal to its text.
  return signer.client
}

async function loadProvider(): Promise<typeof EthereumProvider> {
  try {
    // In a `try`, and by the package's own name: whoever bundles the element without WalletConnect can leave it out.
    return (await import('@walletconnect/ethereum-provider')).EthereumProvider
  } catch (error) {
    throw new WalletConnectError('unreachable', error)
  }
}

/** Leaves the relay and forgets all, when there is nothing more to be heard: no session, no proposal that waits. */
export async function restClient({ core, proposal, session }: Client): Promise<void> {
  if (session.length > 0 || proposal.length > 0) return
  await core.relayer.transportClose()
  for (const key of await core.storage.getKeys()) await core.storage.removeItem(key)
}
