import { type Client, releaseClient } from './client.ts'
import { WALLET_EVENTS, WALLET_METHODS } from './session.ts'

/** Nearly every wallet has Ethereum. So a wallet without the payment's own chain can still connect, and be named. */
const ETHEREUM = 1
const WITHDRAWN = { code: 6000, message: 'The page has given up.' }

export type Proposal = Awaited<ReturnType<Client['connect']>>

/** Publishes a proposal on the relay for the wallet that scans its URI. It is valid for five minutes. */
export function propose(client: Client, chainId: number): Promise<Proposal> {
  const chains = [...new Set([chainId, ETHEREUM])].map((id) => `eip155:${id}`)
  return client.connect({ optionalNamespaces: { eip155: { chains, methods: WALLET_METHODS, events: WALLET_EVENTS } } })
}

/** Withdraws a proposal. Its URI no longer works, and the wallet that has scanned it is notified. */
export async function withdraw(client: Client, { uri = '' }: Proposal): Promise<void> {
  const topic = topicOf(uri)
  for (const proposal of client.proposal.getAll()) {
    if (proposal.pairingTopic === topic) await client.proposal.delete(proposal.id, WITHDRAWN)
  }
  await client.core.pairing.disconnect({ topic })
  await releaseClient(client)
}

/** `wc:<topic>@2?...` (ERC-1328) */
function topicOf(uri: string): string {
  return uri.slice('wc:'.length, uri.indexOf('@'))
}
