import { createApiKey, listApiKeys, revokeApiKey, type Scope, scopes } from '@crypto-checkout/core'
import { runWithCheckout } from './open.ts'
import { formatTable, print } from './print.ts'
import { type Command, parseEnvironment, parseOptions, UsageError } from './usage.ts'

export const keysCreate: Command = {
  usage: 'keys create --environment sandbox|production [--merchant ID] [--scopes a,b] [--require-signature] [--json]',
  summary: 'Create a key pair. The secret key is shown only once.',
  async run(words) {
    const { values } = parseOptions(words, {
      environment: 'string',
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
        merchantId: values.merchant,
        scopes,
        requireSignature: values['require-signature'],
      }),
    )
    if (values.json) return print(JSON.stringify(key))
    print(
      `Key:     ${key.id}\nPublic:  ${key.publicKey}\nSecret:  ${key.secretKey}\n\nKeep the secret key: only its hash is stored.`,
    )
  },
}

function parseScopes(text: string): Scope[] {
  return text.split(',').map((name) => {
    const scope = scopes.find((known) => known === name.trim())
    if (!scope) throw new UsageError(`There is no scope ${JSON.stringify(name)}. Scopes: ${scopes.join(', ')}.`)
    return scope
  })
}

export const keysList: Command = {
  usage: 'keys list [--json]',
  summary: 'List all key pairs, without their secrets.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const keys = await runWithCheckout(values, ({ context }) => listApiKeys(context))
    if (values.json) return print(JSON.stringify({ data: keys }))
    const rows = keys.map((key) => [
      key.id,
      key.environment,
      key.merchant,
      `${key.publicKey.slice(0, 16)}...`,
      key.scopes?.join(',') ?? 'all',
      key.createdAt,
      key.revokedAt ?? '',
    ])
    print(formatTable(['ID', 'ENVIRONMENT', 'MERCHANT', 'PUBLIC KEY', 'SCOPES', 'CREATED', 'REVOKED'], rows))
  },
}

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
