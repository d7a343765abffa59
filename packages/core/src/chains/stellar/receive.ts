import { NodeError } from '../node-error.ts'
import { getAssetByContract, type KnownAsset, type StellarAsset } from './asset.ts'
import type { StellarEndpoints } from './endpoints.ts'
import type { Account } from './node.ts'
import { formatStroops } from './payment-uri.ts'

type Request = { readonly token: string; readonly address: string; readonly rawAmount: bigint }

const PATIENCE_MS = 2_000
/**
 * An account that could receive stays able for a while. One that could not is checked again: its owner may have fixed
 * it.
 */
const REMEMBERED_MS = 600_000
const MAX_REMEMBERED = 10_000

/**
 * Checks whether accounts can receive, and remembers for ten minutes those that can. Also null when no node answers in
 * time: a silent node is no reason to refuse a payment.
 */
export function createReceiveCheck(endpoints: StellarEndpoints, assets: readonly KnownAsset[], elapsed: () => number) {
  const known = new Map<string, { readonly account: Account | null; readonly until: number }>()

  return async ({ token, address, rawAmount }: Request): Promise<string | null> => {
    const asset = getAssetByContract(assets, token)
    if (!asset) return null
    const key = `${token} ${address}`
    const remembered = known.get(key)
    if (remembered && remembered.until > elapsed() && !whyNotReceive(remembered.account, asset, rawAmount)) return null
    const account = await inTime(endpoints.use((node) => node.account(address, token)))
    if (account === 'unknown') return null
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(key, { account, until: elapsed() + REMEMBERED_MS })
    return whyNotReceive(account, asset, rawAmount)
  }
}

/** Whether an account requires a memo (SEP-29). False when no node answers in time. */
export async function requiresMemo(
  endpoints: StellarEndpoints,
  { token, address }: Pick<Request, 'token' | 'address'>,
): Promise<boolean> {
  const account = await inTime(endpoints.use((node) => node.account(address, token)))
  return account !== 'unknown' && account?.wantsMemo === true
}

async function inTime(looking: Promise<Account | null>): Promise<Account | null | 'unknown'> {
  const tooLate = Promise.withResolvers<'unknown'>()
  const signal = AbortSignal.timeout(PATIENCE_MS)
  signal.addEventListener('abort', () => tooLate.resolve('unknown'), { once: true })
  const answer = looking.catch((error: unknown) => {
    if (error instanceof NodeError) return 'unknown' as const
    throw error
  })
  return Promise.race([answer, tooLate.promise])
}

/** Why an account cannot receive an amount of an asset, as a predicate of the account; null when it can. */
function whyNotReceive(account: Account | null, asset: StellarAsset, rawAmount: bigint): string | null {
  if (!account) return 'does not exist on this network: send it XLM first, then let it trust the coin'
  const { holding } = account
  if (!holding) return `has no trustline for ${asset.code} of ${asset.issuer}: add one (changeTrust), then try again`
  if (!holding.authorized) return `is not authorised by ${asset.issuer} to receive ${asset.code}`
  const room = holding.limit - holding.balance
  if (room >= rawAmount) return null
  return `has room for ${formatStroops(room > 0n ? room : 0n)} ${asset.code} only: raise the limit of its trustline`
}
