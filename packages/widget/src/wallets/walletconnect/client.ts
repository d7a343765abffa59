import { WalletConnectError } from './error.ts'
import { loadProvider, type Provider } from './load-provider.ts'
import { Memory } from './memory.ts'

/** The client that talks to wallets over the relay. */
export type Client = Awaited<ReturnType<Provider['init']>>['signer']['client']

type Opening = { projectId: string; page: { name: string; url: string } }

/** One client for each page and project id: a second one would answer the first one's messages. */
const clients = new Map<string, Promise<Client>>()

/**
 * Loads WalletConnect's script and opens its client. The client contacts only the relay, and only once there is a
 * pairing or a session.
 * @throws WalletConnectError `unreachable` if the script cannot be loaded
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
  const provider = await loadProvider().catch((error: unknown) => {
    throw new WalletConnectError('unreachable', error)
  })
  const { signer } = await provider.init({
    projectId,
    metadata: { name: page.name, description: '', url: page.url, icons: [] },
    // Required but unused: each proposal names its own chains.
    optionalChains: [1],
    showQrModal: false,
    disableProviderPing: true,
    telemetryEnabled: false,
    storage: new Memory(projectId),
    customStoragePrefix: `crypto-checkout-${projectId}`,
    logger: 'silent',
  })
  // Before each message the library would wait five seconds for a frame of verify.walletconnect.org, which attests the
  // requesting site to the wallet. A strict policy blocks that frame. Without it, wallets show the site as unverified.
  signer.client.core.verify.register = async () => ''
  // Only the provider's client is used. The provider itself would label a payment with the first chain that the wallet
  // happens to name, and reduces a refusal to its text.
  return signer.client
}

/** Leaves the relay and forgets everything if nothing more can arrive: no session and no pending proposal. */
export async function releaseClient({ core, proposal, session }: Client): Promise<void> {
  if (session.length > 0 || proposal.length > 0) return
  await core.relayer.transportClose()
  for (const key of await core.storage.getKeys()) await core.storage.removeItem(key)
}
