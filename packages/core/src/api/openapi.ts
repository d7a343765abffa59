import { createPaths, parameters } from './document/operations.ts'
import { describePayAddress, payTag } from './document/pay-address.ts'
import { createResponses, headers } from './document/responses.ts'
import { createSchemas } from './document/schemas.ts'
import { createWebhooks, webhookParameters } from './document/webhooks.ts'
import { routeGroups } from './routes.ts'

/** OpenAPI 3.1 of both base addresses, from the table that serves the requests. */
export function generateOpenApi(publicUrl: string): string {
  const responses = createResponses()
  const paths = { ...createPaths(routeGroups, responses), '/pay/{id}': describePayAddress(publicUrl) }
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Crypto Checkout',
      version: '1',
      summary: 'Stablecoin payments straight to your wallet.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: `${publicUrl}/v1`, description: 'Production' },
      { url: `${publicUrl}/sandbox/v1`, description: 'Sandbox' },
    ],
    tags: [...routeGroups.map(({ name, about }) => ({ name, description: about })), payTag],
    security: [{ publicKey: [], secretKey: [] }, { session: [] }],
    paths,
    webhooks: createWebhooks(),
    components: {
      securitySchemes,
      schemas: createSchemas(),
      parameters: { ...parameters, ...webhookParameters },
      headers,
      responses: responses.list(),
    },
  })
}

const description = [
  'Amounts in fiat money are numbers with the decimals of their currency in ISO 4217, two at least. ' +
    'Amounts of coins are decimal strings with six fractional digits. Times are ISO 8601, in UTC.',
  '**Keys.** A request carries both halves of a pair: `Authorization: Bearer pk_...` and `X-Api-Secret: sk_...`. Pairs of the ' +
    'sandbox work below `/sandbox/v1` only.',
  '**Repeat safely.** Every POST takes an `Idempotency-Key`. For 24 hours the same request gets its first answer again.',
  '**Lists** begin with the newest item. `starting_after` takes the id of the last item of the page before.',
  '**Errors** have a `code` for programs and a `message` for people. `param` names the field that is to blame.',
  '**Limits.** `RateLimit` says how many requests are left, `Retry-After` when to repeat one that was refused.',
  '**Changes.** Answers may get more fields, and codes and types of events may be added. Requests with unknown fields are refused.',
].join('\n\n')

const securitySchemes = {
  publicKey: { type: 'http', scheme: 'bearer', description: 'Your public key, pk_...' },
  secretKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Secret',
    description:
      'Your secret key, sk_... A request may be signed, and must be where the pair says so: `X-Service-Timestamp` is the ' +
      'time in milliseconds, and `X-Service-Signature` the HMAC-SHA256 of `<timestamp>.<METHOD>.<path>.<body>` with this ' +
      'key, in hexadecimal digits. The path begins with `/v1`, in the sandbox too, and ends before the query.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-checkout_session',
    description:
      'The session of a user, for pages of the checkout itself. The header `X-Merchant` names the merchant, if the user ' +
      'belongs to several. The scopes are those of the role.',
  },
}
