/** Reads single transactions from Horizon or Stellar RPC, whichever answers at an address: for verifiers of receipts. */
import { toRecord } from '@crypto-checkout/api-types'
import type { ObservedTransfer } from '../chain.ts'
import { createHttpRpc } from '../rpc.ts'
import { type Fields, parseList, parseText } from './fields.ts'
import { createHttpHorizon, type Horizon, parseRecords } from './horizon.ts'
import { createHorizonNode } from './horizon-node.ts'
import { deriveChainId, deriveContractId, isAssetCode, type KnownAsset, parseStellarAddress } from './identifiers.ts'
import type { StellarRpc } from './node.ts'
import { createRpcNode } from './rpc-node.ts'

/** A transfer of a coin. Amounts are integers of 10^-7. */
export type StellarTransfer = {
  readonly ledger: number
  /** Null if the node does not say that its issuer paid it. */
  readonly from: string | null
  readonly to: string
  readonly rawAmount: bigint
}

export type StellarTransactions = {
  /** CAIP-2. */
  readonly chain: string
  /**
   * The transfers of a coin, by its contract (C...), in a transaction. Empty if it failed or does not exist; null if the
   * node no longer keeps its ledger.
   */
  read(hash: string, ledger: number, token: string): Promise<readonly StellarTransfer[] | null>
}

/** Throws NodeError if neither Horizon nor Stellar RPC answers at the address. */
export async function openStellarTransactions(url: string): Promise<StellarTransactions> {
  const horizon = createHttpHorizon(url)
  const root = await horizon('/').catch(() => null)
  const passphrase = parseText(root?.network_passphrase)
  if (passphrase !== '') {
    return { chain: deriveChainId(passphrase), read: (...asked) => readFromHorizon(horizon, passphrase, asked) }
  }
  const rpc: StellarRpc = createHttpRpc(url)
  const network = toRecord(await rpc('getNetwork', {}))
  const chain = deriveChainId(parseText(network.passphrase))
  return { chain, read: (...asked) => readFromRpc(rpc, asked) }
}

type Asked = Parameters<StellarTransactions['read']>

/** Horizon names assets by code and issuer, so the contracts of those in the transaction are derived. */
async function readFromHorizon(horizon: Horizon, passphrase: string, [hash, ledger, token]: Asked) {
  const page = await horizon(`/transactions/${hash}/payments?limit=200`)
  const records = page ? parseRecords(page) : []
  const named = records.flatMap((record) => [
    record,
    ...(Array.isArray(record.asset_balance_changes) ? parseList(record.asset_balance_changes, 'changes') : []),
  ])
  const assets = named.flatMap((one) => toAsset(toRecord(one), passphrase))
  const found = assets.find(({ contract }) => contract === token)
  return toTransfers(
    await createHorizonNode(horizon, found ? [found] : []).transaction(hash, ledger),
    found?.issuer ?? '',
  )
}

function toAsset({ asset_code, asset_issuer }: Fields, passphrase: string): KnownAsset[] {
  const [code, issuer] = [parseText(asset_code), parseText(asset_issuer)]
  if (!isAssetCode(code) || parseStellarAddress(issuer) === null) return []
  return [{ coin: code, code, issuer, contract: deriveContractId({ code, issuer }, passphrase) }]
}

async function readFromRpc(rpc: StellarRpc, [hash, ledger, token]: Asked) {
  // Events name the contract. Their issuer is needed for what the issuer itself pays, and is not known here.
  const asset: KnownAsset = { coin: '', code: '', issuer: '', contract: token }
  return toTransfers(await createRpcNode(rpc, [asset]).transaction(hash, ledger), '')
}

function toTransfers(moved: readonly ObservedTransfer[] | null, issuer: string): StellarTransfer[] | null {
  if (moved === null) return null
  return moved.map(({ blockNumber, from, to, rawAmount }) => ({
    ledger: blockNumber,
    from: from.toUpperCase() || issuer || null,
    to: to.toUpperCase(),
    rawAmount,
  }))
}
