/** The network and wallet that a merchant wants to settle on, and the terms of conversions. */

import { z } from 'zod'
import type { Network } from '../chains/network.ts'
import { type Caller, type Context, requireRecentAuthentication } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { formatAmount, parseAmount } from '../domain/money.ts'
import { networkKey } from '../http/fields.ts'
import { parseMerchantWallet, refuseWallet, requireNetwork } from '../networks/require-network.ts'
import type { Tx } from '../storage/database.ts'
import type { Settings } from './settings.ts'
import { findProven } from './wallets/wallet.ts'

type Target = Pick<
  Settings,
  'settlementNetwork' | 'settlementWallet' | 'settlementLeast' | 'settlementSpeed' | 'settlementMaxFee'
>

const MAX_ADDRESS = 128

/** Says the type where the schema has alternatives. */
const textOrNull = { type: ['string', 'null'] as ['string', 'null'] }

export const targetChanges = {
  settlementNetwork: networkKey.nullish().meta({ ...textOrNull, description: 'The network to settle on. Null: none' }),
  settlementWallet: z
    .string()
    .max(MAX_ADDRESS)
    .nullish()
    .meta({
      ...textOrNull,
      description: "Your proven wallet there. Null: each payment's",
    }),
  settlementLeast: z
    .string()
    .refine(isLeast, 'must be a decimal as text from "0.9" to "1", such as "0.997"')
    .transform(dropZeros)
    .optional()
    .meta({ description: 'The least part that arrives, 0.9 to 1' }),
  settlementSpeed: z.enum(['standard', 'fast']).optional().meta({ description: 'Fast can cost more' }),
  settlementMaxFee: z
    .string()
    .refine(isAmount, 'must be an amount as text with at most six decimals, such as "0.50"')
    .transform((text) => formatAmount(parseAmount(text)))
    .nullish()
    .meta({ ...textOrNull, description: 'The most that a conversion may cost' }),
}
type ValidTargetChanges = z.output<z.ZodObject<typeof targetChanges>>

function isLeast(text: string): boolean {
  return /^(?:0\.9\d{0,5}|1(?:\.0{1,6})?)$/.test(text)
}

function isAmount(text: string): boolean {
  return /^\d{1,9}(?:\.\d{1,6})?$/.test(text)
}

function dropZeros(decimal: string): string {
  return decimal.replace(/\.?0+$/, '')
}

/** Merges changes into a target. A wallet goes with its network: clearing the network clears it. */
export function mergeTarget(before: Target, changes: ValidTargetChanges): Target {
  const pick = <Value>(changed: Value | undefined, kept: Value) => (changed === undefined ? kept : changed)
  const wallet = pick(changes.settlementWallet, before.settlementWallet)
  return {
    settlementNetwork: pick(changes.settlementNetwork, before.settlementNetwork),
    settlementWallet: changes.settlementNetwork === null ? (changes.settlementWallet ?? null) : wallet,
    settlementLeast: changes.settlementLeast ?? before.settlementLeast,
    settlementSpeed: changes.settlementSpeed ?? before.settlementSpeed,
    settlementMaxFee: pick(changes.settlementMaxFee, before.settlementMaxFee),
  }
}

/**
 * Checks a changed target, and returns it with the wallet in display form. Throws `reauthentication_required` and
 * `insufficient_scope` if money would go elsewhere, `unsupported_asset` or `invalid_parameter` for the network, and
 * `invalid_wallet_address` for a wallet that is not proven.
 */
export async function requireTarget<Checked extends Target>(
  ctx: Context,
  tx: Tx,
  caller: Caller,
  before: Target,
  after: Checked,
): Promise<Checked> {
  const { settlementNetwork: name, settlementWallet: wallet } = after
  if (name === before.settlementNetwork && wallet === before.settlementWallet) return after
  requireRecentAuthentication(caller)
  if (caller.wallets === 'settings') {
    const param = wallet === before.settlementWallet ? 'settlementNetwork' : 'settlementWallet'
    throw new CheckoutError('insufficient_scope', LIMITED, param)
  }
  const network = name === null ? null : requireNetwork(ctx, toEnvironment(caller.livemode), name, 'settlementNetwork')
  if (wallet === null) return after
  if (network === null) throw new CheckoutError('invalid_parameter', WITHOUT_NETWORK, 'settlementWallet')
  return { ...after, settlementWallet: await requireProven(ctx, tx, caller, network, wallet) }
}

const LIMITED =
  'This key is limited to the wallets of the settings, so it cannot change where money goes: use one with wallets "any".'
const WITHOUT_NETWORK = 'settlementWallet: name the network it is on, as settlementNetwork.'

async function requireProven(ctx: Context, tx: Tx, caller: Caller, network: Network, wallet: string): Promise<string> {
  const address = parseMerchantWallet(ctx, network, wallet, 'settlementWallet')
  if ((await findProven(tx, caller.merchantId, network.chain.id, [address])).size > 0) return address
  throw refuseWallet(
    `is not proven on ${network.look.title}: let it sign the text of POST /wallets/challenge, and send that to ` +
      'POST /wallets/prove',
    'settlementWallet',
  )
}
