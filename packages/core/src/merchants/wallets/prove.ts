/** Proofs of a merchant for a wallet: a signature by the wallet's key under a text of this server. */

import { createHmac } from 'node:crypto'
import type { Wallet, WalletChallenge } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Network } from '../../chains/network.ts'
import type { Caller, Context } from '../../context/context.ts'
import { deriveKey } from '../../context/secrets/derive-key.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { CheckoutError } from '../../domain/error.ts'
import { areEqual } from '../../domain/text.ts'
import { parseTime, toIsoTime } from '../../domain/time.ts'
import { networkName } from '../../http/fields.ts'
import { requireNetwork } from '../../networks/require-network.ts'
import type { Tx } from '../../storage/database.ts'
import { requireMerchant } from '../merchant.ts'
import { findDecision, findOwner, findRole, putUser, type WalletKey, type WalletUser } from './store.ts'
import { recordWalletEvents, toWalletKey, toWalletView } from './wallet.ts'

/**
 * Longer than any valid address and text, and than the signatures of a contract's owners, which are refused with a reason.
 * Longer input is refused before it is parsed.
 */
const [MAX_ADDRESS, MAX_MESSAGE, MAX_SIGNATURE] = [100, 2_000, 2_000]

export const challengeInput = z.strictObject({
  network: networkName,
  address: z.string().max(MAX_ADDRESS).meta({ description: 'The wallet, as merchantWallet names it' }),
})

export const proofInput = challengeInput.extend({
  message: z.string().max(MAX_MESSAGE).meta({ description: 'The text of the challenge, unchanged' }),
  signature: z.string().max(MAX_SIGNATURE).meta({
    description: "The wallet's signature of the text: EIP-191 in hexadecimal with 0x, or SEP-53 in base64",
  }),
})

type ValidChallengeInput = z.output<typeof challengeInput>
type ValidProofInput = z.output<typeof proofInput>

/** Time enough to fetch a wallet that is stored elsewhere. */
const VALID_MS = 24 * 3_600_000

type ChallengedWallet = { readonly network: Network; readonly address: string; readonly key: WalletKey }

/**
 * Returns the text that the wallet has to sign. It is not stored: only this server can make its code. Throws
 * `unsupported_asset` and `invalid_wallet_address`.
 */
export async function challengeWallet(
  ctx: Context,
  caller: Caller,
  input: ValidChallengeInput,
): Promise<WalletChallenge> {
  const wallet = findWallet(ctx, caller, input)
  const issuedAt = ctx.now()
  return {
    object: 'wallet_challenge',
    network: input.network,
    address: wallet.address,
    standard: wallet.network.chain.messages.standard,
    message: await writeMessage(ctx, caller, wallet, issuedAt),
    expiresAt: toIsoTime(issuedAt + VALID_MS),
    livemode: caller.livemode,
  }
}

/** Throws `unsupported_asset` and `invalid_wallet_address`. */
function findWallet(ctx: Context, caller: Caller, input: ValidChallengeInput): ChallengedWallet {
  const environment = toEnvironment(caller.livemode)
  const network = requireNetwork(ctx, environment, input.network)
  const address = network.chain.addresses.parse(input.address)
  if (address) return { network, address, key: toWalletKey(network.chain.id, address) }
  const objection = network.chain.addresses.recipientProblem(input.address)
  const reason = objection ?? `is not an address on ${network.look.title}: check every character`
  throw new CheckoutError('invalid_wallet_address', `address ${reason}.`, 'address')
}

/**
 * Reads the time when a text was issued, in milliseconds. Throws `invalid_parameter` if it is too old, or was not
 * issued for this merchant, wallet and environment.
 */
async function readMessage(ctx: Context, caller: Caller, wallet: ChallengedWallet, message: string): Promise<number> {
  const issuedAt = parseTime(/^Issued: (\S+)$/m.exec(message)?.[1] ?? '')
  if (issuedAt === null || !areEqual(message, await writeMessage(ctx, caller, wallet, issuedAt))) {
    throw refuseMessage('is not the text for this merchant, wallet and environment')
  }
  if (ctx.now() - issuedAt > VALID_MS) throw refuseMessage('is older than a day')
  return issuedAt
}

function refuseMessage(reason: string): CheckoutError {
  const next = 'ask for a new text with POST /wallets/challenge, and send it back unchanged'
  return new CheckoutError('invalid_parameter', `message ${reason}: ${next}.`, 'message')
}

async function writeMessage(
  ctx: Context,
  caller: Caller,
  { address, key }: ChallengedWallet,
  issuedAt: number,
): Promise<string> {
  const { id, name } = await requireMerchant(ctx.db, caller.merchantId)
  const lines = [
    'Prove that this wallet is yours.',
    '',
    `Checkout: ${ctx.settings.publicUrl}`,
    // In quotes: a name may contain line feeds.
    `Merchant: ${id} ${JSON.stringify(name)}`,
    `Environment: ${toEnvironment(caller.livemode)}`,
    `Wallet: ${address}`,
    `Networks: ${key.namespace === 'eip155' ? 'every EVM network' : 'Stellar'}`,
    `Issued: ${toIsoTime(issuedAt)}`,
  ]
  const secret = await deriveKey(ctx, caller, 'wallet challenge')
  const code = createHmac('sha256', secret).update(lines.join('\n')).digest('base64url')
  return [
    ...lines,
    `Code: ${code}`,
    '',
    'If you sign this, the merchant above may receive payments to this wallet on this checkout, in both environments.',
    'It becomes the owner of the wallet there, unless the owner has proven it too or the operator has named the owner.',
    'The signature moves no money, and lets nobody move money.',
  ].join('\n')
}

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
