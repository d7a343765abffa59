/** The coins that an account can receive, and the messages that it has signed. */
import { createReceiveChecks, inTime, type ReceiveChecks } from '../receive-checks.ts'
import type { ReceiveRequest, SignedMessages } from '../roles.ts'
import type { StellarEndpoints } from './endpoints.ts'
import { getAssetByContract, type KnownAsset, parseStellarAddress, type StellarAsset } from './identifiers.ts'
import type { Account } from './node.ts'
import { formatStroops } from './payment-uri.ts'
import { loadSdk } from './sdk.ts'

/** Half of the greatest limit, which a trustline has if none was chosen. Offers to buy take a part of it. */
const UNLIMITED = 2n ** 62n

/** Checks that accounts exist, and that their trustlines have room. */
export function createStellarReceiveChecks(
  endpoints: StellarEndpoints,
  assets: readonly KnownAsset[],
  elapsed: () => number,
): ReceiveChecks {
  return createReceiveChecks<Account | null>({
    read: ({ token, address }) => endpoints.use((node) => node.account(address, token)),
    judge(account, { token, rawAmount }, promised) {
      const asset = getAssetByContract(assets, token)
      return asset && whyNotReceive(account, asset, { rawAmount, promised })
    },
    isLimited: (account) => (account?.holding?.limit ?? UNLIMITED) < UNLIMITED,
    elapsed,
  })
}

/** Tells whether an account requires a memo (SEP-29). False when no node answers in time. */
export async function requiresMemo(
  endpoints: StellarEndpoints,
  { token, address }: Pick<ReceiveRequest, 'token' | 'address'>,
): Promise<boolean> {
  const account = await inTime(endpoints.use((node) => node.account(address, token)))
  return account?.wantsMemo === true
}

/** Says why an account cannot receive an amount of an asset, as a predicate of the account; null when it can. */
function whyNotReceive(
  account: Account | null,
  asset: StellarAsset,
  { rawAmount, promised }: { readonly rawAmount: bigint; readonly promised: bigint },
): string | null {
  if (!account) return 'does not exist on this network: send it XLM first, then let it trust the coin'
  const { holding } = account
  if (!holding) return `has no trustline for ${asset.code} of ${asset.issuer}: add one (changeTrust), then try again`
  if (!holding.authorized) return `is not authorised by ${asset.issuer} to receive ${asset.code}`
  const room = holding.limit - holding.balance
  if (room >= rawAmount) return null
  const taken = promised > 0n ? `, and open payments ask for ${formatStroops(promised)}` : ''
  return `has room for ${formatStroops(room > 0n ? room : 0n)} ${asset.code} only${taken}: raise the limit of its trustline`
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
 * Tells whether an account exists and its own key alone can make payments: an account can be handed over, or shared, by
 * changing its signers. By most nodes, and at least as many as must show what is final.
 */
async function mayOwnKeyPay(endpoints: StellarEndpoints, account: string): Promise<boolean> {
  const answers = await endpoints.all(async (node) => (await node.account(account, null))?.ownKeyPays ?? false)
  const pays = endpoints.vote(answers)
  if (pays !== null) return pays
  throw endpoints.undecided(answers, `the nodes do not agree about the signers of ${account}`)
}
