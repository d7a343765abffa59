import type { Wallet } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Tx } from '../storage/database.ts'
import { findWallet, readMessage, refuseMessage } from './challenge.ts'
import type { ValidProofInput } from './schema.ts'
import { findDecision, findOwner, findRole, putUser, type WalletKey, type WalletUser } from './store.ts'
import { recordWalletEvents } from './tell.ts'
import { toWalletView } from './view.ts'

/**
 * Lets a merchant name a wallet whose key has signed the text of a challenge. The merchant becomes the owner, unless
 * the owner has proven the wallet too or the operator has named the owner; then the wallet is shared. Both merchants
 * get an event. Throws `unsupported_asset`, `invalid_wallet_address` and `invalid_parameter`.
 */
export async function proveWallet(ctx: Context, caller: Caller, input: ValidProofInput): Promise<Wallet> {
  const wallet = findWallet(ctx, caller, input)
  const issuedAt = await readMessage(ctx, caller, wallet, input.message)
  const { messages } = wallet.network.chain
  if (!messages.isSigned(wallet.address, input.message, input.signature)) {
    throw new CheckoutError(
      'invalid_parameter',
      `signature is not of this wallet over the text: ${messages.help}.`,
      'signature',
    )
  }
  return caller.commit(async (tx) => {
    const decidedAt = await findDecision(tx, wallet.key)
    if (decidedAt !== null && issuedAt <= decidedAt) {
      throw refuseMessage('is older than what the operator has decided about this wallet')
    }
    return toWalletView(ctx, await recordProof(ctx, tx, wallet.key, caller.merchantId), caller.livemode)
  })
}

async function recordProof(ctx: Context, tx: Tx, key: WalletKey, merchantId: string): Promise<WalletUser> {
  const now = ctx.now()
  const owner = await findOwner(tx, key)
  const user = (role: 'owner' | 'shared') => ({ ...key, merchant_id: merchantId, role, created_at: now })
  if (owner === null || owner.merchant_id === merchantId) return putUser(tx, user('owner'), { proven_at: now })
  if (owner.proven_at === null && owner.decided_at === null) {
    const former = await putUser(tx, { ...owner, role: 'refused' })
    const prover = await putUser(tx, user('owner'), { proven_at: now })
    await recordWalletEvents(ctx, tx, 'wallet.given', [former, prover])
    return prover
  }
  const { role } = await findRole(tx, key, merchantId)
  const prover = await putUser(tx, user('shared'), { proven_at: now })
  if (role !== 'shared') await recordWalletEvents(ctx, tx, 'wallet.shared', [owner, prover])
  return prover
}
