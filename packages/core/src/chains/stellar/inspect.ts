import { toRecord } from '@crypto-checkout/api-types'
import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import { describeReason, type Finding, formatAge } from '../inspect-sending.ts'
import { NO_EVENTS } from './endpoints.ts'
import { emitsClassicEvents } from './event-requests.ts'
import type { Horizon } from './horizon.ts'
import { createHorizonNode } from './horizon-node.ts'
import { deriveContractId, type KnownAsset } from './identifiers.ts'
import type { StellarNode, StellarRpc } from './node.ts'
import { createRpcNode } from './rpc-node.ts'

type Subject = { readonly networkPassphrase: string; readonly assets: readonly KnownAsset[]; readonly now: number }

/** Checks what a network needs of Stellar RPC: passphrase, newest ledger, retention, payment events, issuers. */
export async function inspectRpc(rpc: StellarRpc, subject: Subject): Promise<Finding[]> {
  const { networkPassphrase, assets } = subject
  const reached = await inspectNetwork(networkPassphrase, 'rpcUrls', async () => {
    return toRecord(await rpc('getNetwork', {})).passphrase
  })
  if (!reached.ok) return [reached]
  const events = attempt('events', async () => {
    const emits = await emitsClassicEvents(rpc, deriveContractId(null, networkPassphrase))
    return emits
      ? { ok: true, text: 'emits events for classic payments' }
      : { ok: false, text: `is not used: ${NO_EVENTS}` }
  })
  return [reached, ...(await Promise.all([...inspectNode(createRpcNode(rpc, assets), subject), events]))]
}

/** Checks what a network needs of Horizon: passphrase, newest ledger, oldest ledger, issuers. */
export async function inspectHorizon(horizon: Horizon, subject: Subject): Promise<Finding[]> {
  const reached = await inspectNetwork(subject.networkPassphrase, 'horizonUrls', async () => {
    return (await horizon('/'))?.network_passphrase
  })
  if (!reached.ok) return [reached]
  return [reached, ...(await Promise.all(inspectNode(createHorizonNode(horizon, subject.assets), subject)))]
}

async function inspectNetwork(expected: string, key: string, ask: () => Promise<unknown>): Promise<Finding> {
  try {
    const found = await ask()
    if (found === expected) return { ok: true, text: `serves "${expected}"` }
    const named = typeof found === 'string' ? `"${found.slice(0, 100)}"` : 'no network'
    return { ok: false, text: `serves ${named} instead of "${expected}": correct ${key} or networkPassphrase` }
  } catch (error) {
    return { ok: false, text: `cannot be reached (${describeReason(error)}): check the URL and that the node runs` }
  }
}

function inspectNode(node: StellarNode, { assets, now }: Subject): Promise<Finding>[] {
  return [
    attempt('its ledgers', () => inspectLedgers(node, now)),
    ...assets.map((asset) => attempt(asset.coin, () => inspectIssuer(node, asset))),
  ]
}

async function inspectLedgers(node: StellarNode, now: number): Promise<Finding> {
  const newest = await node.newest()
  const oldest = await node.oldest()
  const said = `newest ledger ${newest.number}, ${formatAge(now - newest.time)} old, has those from ${oldest} on`
  if (Math.abs(now - newest.time) <= CLOCK_TOLERANCE_MS) return { ok: true, text: said }
  return { ok: false, text: `${said}: the node or the network stands still, or this machine's clock is wrong` }
}

async function inspectIssuer(node: StellarNode, { coin, code, issuer, contract }: KnownAsset): Promise<Finding> {
  if (await node.account(issuer, contract)) return { ok: true, text: `${coin} is ${code} of ${issuer}` }
  return {
    ok: false,
    text: `${coin} is ${code} of ${issuer}, which does not exist on this network: correct its issuer`,
  }
}

async function attempt(what: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    return { ok: false, text: `${what} could not be read: ${describeReason(error)}` }
  }
}
