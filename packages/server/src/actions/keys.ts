/** Actions of the commands of API keys. */

import {
  type ApiKeyPair,
  createApiKey,
  listKeysAsOperator,
  listReceiptKeys,
  revokeApiKey,
  rotateKeyAsOperator,
  rotateReceiptKey,
} from '@crypto-checkout/core'
import { UsageError } from '../command-line/errors.ts'
import { print, printTable } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { runWithCheckout } from '../setup/open.ts'

export async function createKeys(given: Input<'keys create'>): Promise<void> {
  const { environment, merchant: merchantId, requireSignature, wallets, scopes = null, json } = given
  const name = given.name === undefined ? undefined : checkName(given.name)
  const key = await runWithCheckout(given, ({ context }) =>
    createApiKey(context, { environment, name, merchantId, scopes, requireSignature, wallets }),
  )
  print(json ? JSON.stringify(key) : formatPair(key))
}

function formatPair({ id, publicKey, secretKey }: ApiKeyPair): string {
  return `Key:     ${id}\nPublic:  ${publicKey}\nSecret:  ${secretKey}\n\nKeep the secret key: only its hash is stored.`
}

export async function listKeys(given: Input<'keys list'>): Promise<void> {
  const keys = await runWithCheckout(given, ({ context }) => listKeysAsOperator(context))
  if (given.json) return print(JSON.stringify({ data: keys }))
  printTable(keys, {
    ID: 'id',
    ENVIRONMENT: 'environment',
    MERCHANT: 'merchant',
    NAME: 'name',
    'PUBLIC KEY': ({ publicKey }) => `${publicKey.slice(0, 16)}...`,
    SCOPES: ({ scopes }) => scopes?.join(',') ?? 'all',
    WALLETS: 'wallets',
    'LAST USED': 'lastUsedAt',
    EXPIRES: 'expiresAt',
    CREATED: 'createdAt',
    REVOKED: 'revokedAt',
  })
}

export async function rotateKeys(given: Input<'keys rotate'>): Promise<void> {
  const { id, expireOldIn, json } = given
  const key = await runWithCheckout(given, ({ context }) => rotateKeyAsOperator(context, id, { expireOldIn }))
  print(json ? JSON.stringify(key) : formatPair(key))
}

export async function revokeKeys(given: Input<'keys revoke'>): Promise<void> {
  await runWithCheckout(given, ({ context }) => revokeApiKey(context, given.id))
  print(`${given.id} is revoked.`)
}

/** The name of a merchant or a key, without blanks around it. */
export function checkName(text: string): string {
  if (!text.trim() || text.length > 100) throw new UsageError('--name must have 1 to 100 characters.')
  return text.trim()
}

export async function listKeysOfReceipts(given: Input<'receipt-keys list'>): Promise<void> {
  const isLive = given.environment === 'production'
  const { keys } = await runWithCheckout(given, ({ context }) => listReceiptKeys(context.db, isLive))
  if (given.json) return print(JSON.stringify({ keys }))
  printTable(keys, { KEY: 'kid', 'PUBLIC KEY': 'x', 'SIGNED UNTIL': ({ signedUntil }) => signedUntil ?? 'signs now' })
}

export async function rotateKeyOfReceipts(given: Input<'receipt-keys rotate'>): Promise<void> {
  const isLive = given.environment === 'production'
  const kid = await runWithCheckout(given, ({ context }) => rotateReceiptKey(context, isLive))
  print(given.json ? JSON.stringify({ kid }) : `Receipts are signed by ${kid} from now on.`)
}
