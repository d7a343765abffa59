/** What an account can receive, and what it has signed. */
import { NodeError } from '../node-error.ts'
import type { SignedMessages } from '../roles.ts'
import type { StellarEndpoints } from './endpoints.ts'
import { getAssetByContract, type KnownAsset, parseStellarAddress, type StellarAsset } from './identifiers.ts'
import type { Account } from './node.ts'
import { formatStroops } from './payment-uri.ts'
import { loadSdk } from './sdk.ts'

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

/** 64 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/

/** Signed messages (SEP-53). Other signers of an account do not count. */
export function createStellarMessages(endpoints: StellarEndpoints): SignedMessages {
  return {
    standard: 'SEP-53',
    help: "sign it with the account's own key as a message (SEP-53), 64 bytes in base64",
    isSigned,
    async isSignedByHolder(account, text, signature) {
      return isSigned(account, text, signature) && (await mayOwnKeyPay(endpoints, account))
    },
  }
}

function isSigned(account: string, text: string, signature: string): boolean {
  if (!SIGNATURE.test(signature) || !parseStellarAddress(account)) return false
  return loadSdk().Keypair.fromPublicKey(account).verifyMessage(text, Buffer.from(signature, 'base64'))
}

/**
 * Whether an account exists and its own key alone can make payments: an account can be handed over, or shared, by
 * changing its signers. By most nodes, and at least as many as must show what is final.
 */
async function mayOwnKeyPay(endpoints: StellarEndpoints, account: string): Promise<boolean> {
  const answers = await endpoints.all(async (node) => (await node.account(account, null))?.ownKeyPays ?? false)
  const pays = endpoints.vote(answers)
  if (pays !== null) return pays
  throw endpoints.undecided(answers, `the nodes do not agree about the signers of ${account}`)
}
