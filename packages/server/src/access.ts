/** Commands for what a merchant may use: API keys and wallets. */
import {
  type ApiKeyPair,
  createApiKey,
  giveWallet,
  listKeysAsOperator,
  listWalletAccess,
  revokeApiKey,
  rotateKeyAsOperator,
  type Scope,
  scopes,
  shareWallet,
} from '@crypto-checkout/core'
import { type Command, formatTable, parseEnvironment, parseNumber, parseOptions, print, UsageError } from './command.ts'
import { runWithCheckout } from './open.ts'

export const keysCreate: Command = {
  usage:
    'keys create --environment sandbox|production [--name NAME] [--merchant ID] [--scopes a,b] [--require-signature] ' +
    '[--json]',
  summary: 'Create a key pair. The secret key is shown only once.',
  async run(words) {
    const { values } = parseOptions(words, {
      environment: 'string',
      name: 'string',
      merchant: 'string',
      scopes: 'string',
      'require-signature': 'boolean',
      json: 'boolean',
    })
    // The command never guesses the environment.
    const environment = parseEnvironment(values.environment ?? '')
    const scopes = values.scopes === undefined ? null : parseScopes(values.scopes)
    const key = await runWithCheckout(values, ({ context }) =>
      createApiKey(context, {
        environment,
        name: parseName(values.name),
        merchantId: values.merchant,
        scopes,
        requireSignature: values['require-signature'],
      }),
    )
    print(values.json ? JSON.stringify(key) : formatPair(key))
  },
}

function formatPair({ id, publicKey, secretKey }: ApiKeyPair): string {
  return `Key:     ${id}\nPublic:  ${publicKey}\nSecret:  ${secretKey}\n\nKeep the secret key: only its hash is stored.`
}

function parseName(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!text.trim() || text.length > 100) throw new UsageError('--name must have 1 to 100 characters.')
  return text.trim()
}

function parseScopes(text: string): Scope[] {
  return text.split(',').map((name) => {
    const scope = scopes.find((known) => known === name.trim())
    if (!scope) throw new UsageError(`There is no scope ${JSON.stringify(name)}. Scopes: ${scopes.join(', ')}.`)
    return scope
  })
}

const HEADINGS = [
  ...['ID', 'ENVIRONMENT', 'MERCHANT', 'NAME', 'PUBLIC KEY', 'SCOPES'],
  ...['LAST USED', 'EXPIRES', 'CREATED', 'REVOKED'],
]

export const keysList: Command = {
  usage: 'keys list [--json]',
  summary: 'List all key pairs, without their secrets.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const keys = await runWithCheckout(values, ({ context }) => listKeysAsOperator(context))
    if (values.json) return print(JSON.stringify({ data: keys }))
    const rows = keys.map((key) => [
      key.id,
      key.environment,
      key.merchant,
      key.name ?? '',
      `${key.publicKey.slice(0, 16)}...`,
      key.scopes?.join(',') ?? 'all',
      key.lastUsedAt ?? '',
      key.expiresAt ?? '',
      key.createdAt,
      key.revokedAt ?? '',
    ])
    print(formatTable(HEADINGS, rows))
  },
}

export const keysRotate: Command = {
  usage: 'keys rotate ID [--expire-old-in SECONDS] [--json]',
  summary: 'Make a new pair with the same rights. The old one works for 24 hours more, or as long as you say.',
  async run(words) {
    const { values, positionals } = parseOptions(words, { 'expire-old-in': 'string', json: 'boolean' }, ['ID'])
    const [id = ''] = positionals
    const text = values['expire-old-in']
    const expireOldIn = text === undefined ? undefined : parseNumber('--expire-old-in', text, 0, MOST_SECONDS)
    const key = await runWithCheckout(values, ({ context }) => rotateKeyAsOperator(context, id, { expireOldIn }))
    print(values.json ? JSON.stringify(key) : formatPair(key))
  },
}

/** Thirty days. */
const MOST_SECONDS = 2_592_000

export const keysRevoke: Command = {
  usage: 'keys revoke ID',
  summary: 'Revoke a key pair. A running server notices within a second.',
  async run(words) {
    const { values, positionals } = parseOptions(words, {}, ['ID'])
    const [id = ''] = positionals
    await runWithCheckout(values, ({ context }) => revokeApiKey(context, id))
    print(`${id} is revoked.`)
  },
}

const SHOWN = 1_000

export const walletsList: Command = {
  usage: 'wallets list [--json]',
  summary:
    'List which merchants may use which wallets, which were refused, and which proved a wallet with its signature.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const data = await runWithCheckout(values, ({ context }) => listWalletAccess(context, SHOWN))
    if (values.json) return print(JSON.stringify({ data }))
    const rows = data.map(({ wallet, merchant, access, since, provenAt }) => [
      wallet,
      merchant,
      access,
      since,
      provenAt ?? '',
    ])
    print(formatTable(['WALLET', 'MERCHANT', 'ACCESS', 'SINCE', 'PROVEN'], rows))
  },
}

export const walletsShare: Command = {
  usage: 'wallets share ADDRESS MERCHANT_ID [--json]',
  summary: 'Let another merchant use a wallet. Unattributed transfers stay with the owner. Both are notified.',
  run: (words) => change(words, shareWallet),
}

export const walletsGive: Command = {
  usage: 'wallets give ADDRESS MERCHANT_ID [--json]',
  summary: 'Make a merchant the owner of a wallet, in place of the one that used it first. Both are notified.',
  run: (words) => change(words, giveWallet),
}

async function change(words: readonly string[], verb: typeof shareWallet): Promise<void> {
  const { values, positionals } = parseOptions(words, { json: 'boolean' }, ['ADDRESS', 'MERCHANT_ID'])
  const [address = '', merchantId = ''] = positionals
  const changed = await runWithCheckout(values, ({ context }) => verb(context, { address, merchantId }))
  print(values.json ? JSON.stringify(changed) : `${changed.wallet}: ${changed.merchant} is ${changed.access}.`)
}
