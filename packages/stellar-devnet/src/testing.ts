/** Functions for tests of a local Stellar network, in addition to the SDK. */
import { CONTROL_HEADER, type Faults } from './faults.ts'

export type { Faults as StellarFaults } from './faults.ts'
export { ASSETS as stellarAssets, KEYS as stellarKeys } from './ledger/network.ts'

type Network = { readonly rpcUrl: string }

/** Closes a ledger with the waiting transactions. The ledger is published when this resolves. */
export async function closeLedger(network: Network): Promise<{ sequence: number; hash: string }> {
  return (await control(network, 'local_closeLedger', {})) as { sequence: number; hash: string }
}

/** Sets these faults of Horizon and RPC and clears all others: `{}` clears everything. */
export async function setStellarFaults(
  network: Network,
  faults: { readonly horizon?: Partial<Faults['horizon']>; readonly rpc?: Partial<Faults['rpc']> },
): Promise<void> {
  await control(network, 'local_setFaults', faults)
}

/** Control requests work despite all faults. */
async function control({ rpcUrl }: Network, method: string, params: object): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [CONTROL_HEADER]: 'yes' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}
