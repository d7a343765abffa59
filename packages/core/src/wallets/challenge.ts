/** The text whose signature by a wallet's key allows a merchant to name the wallet. */
import { createHmac } from 'node:crypto'
import type { WalletChallenge } from '@crypto-checkout/api-types'
import type { Network } from '../chains/network.ts'
import type { Caller, Context } from '../context/context.ts'
import { areEqual } from '../domain/are-equal.ts'
import { toEnvironment } from '../domain/catalog/environments.ts'
import { CheckoutError } from '../domain/error.ts'
import { parseTime, toIsoTime } from '../domain/time.ts'
import { deriveKey } from '../merchants/derive-key.ts'
import { requireMerchant } from '../merchants/find.ts'
import { requireNetwork } from '../networks/require-network.ts'
import type { ValidChallengeInput } from './schema.ts'
import { toWalletKey, type WalletKey } from './view.ts'

/** Time enough to fetch a wallet that is stored elsewhere. */
const VALID_MS = 24 * 3_600_000

export type ChallengedWallet = { readonly network: Network; readonly address: string; readonly key: WalletKey }

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
export function findWallet(ctx: Context, caller: Caller, input: ValidChallengeInput): ChallengedWallet {
  const environment = toEnvironment(caller.livemode)
  const network = requireNetwork(ctx, environment, input.network)
  const address = network.chain.addresses.parse(input.address)
  if (address) return { network, address, key: toWalletKey(network.chain.id, address) }
  const message = `address is not an address on ${input.network}: check every character.`
  throw new CheckoutError('invalid_wallet_address', message, 'address')
}

/**
 * When a text was issued, in milliseconds. Throws `invalid_parameter` if it is too old, or was not issued for this
 * merchant, wallet and environment.
 */
export async function readMessage(
  ctx: Context,
  caller: Caller,
  wallet: ChallengedWallet,
  message: string,
): Promise<number> {
  const issuedAt = parseTime(/^Issued: (\S+)$/m.exec(message)?.[1] ?? '')
  if (issuedAt === null || !areEqual(message, await writeMessage(ctx, caller, wallet, issuedAt))) {
    throw refuseMessage('is not the text for this merchant, wallet and environment')
  }
  if (ctx.now() - issuedAt > VALID_MS) throw refuseMessage('is older than a day')
  return issuedAt
}

export function refuseMessage(reason: string): CheckoutError {
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
