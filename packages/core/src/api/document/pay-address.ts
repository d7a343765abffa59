/** A payment's own address, below no base address: programs find it here, and what it costs in its answer. */
import { refer } from './schemas.ts'

type Json = { readonly [name: string]: unknown }

/** The tag of the operations for payers' programs. */
export const payTag = {
  name: 'Paying by program',
  description: 'Programs of payers pay at the address of a payment, by x402 version 2 or 1. They need no keys.',
}

export function describePayAddress(publicUrl: string): Json {
  return {
    servers: [{ url: publicUrl, description: 'Where payers pay' }],
    get: describe('readPaymentOrPay', 'Says what a payment accepts, or pays it'),
    post: describe('pay', 'Says what a payment accepts, or pays it, as GET does'),
  }
}

function describe(operationId: string, summary: string): Json {
  return {
    tags: [payTag.name],
    operationId,
    summary,
    security: [],
    description:
      'x402 version 2, scheme `exact`. Without `PAYMENT-SIGNATURE` nothing is paid. The same signature may be sent as often ' +
      'as necessary: it pays once. Clients of version 1 read `accepts` in the body of 402, and send `X-PAYMENT`. The address ' +
      'answers with the page to those who accept `text/html`.',
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The id of the payment, with or without `pay_`',
        schema: { type: 'string' },
        example: '01m7y9ep8cfx4tmmxsjxta759q',
      },
      {
        name: 'PAYMENT-SIGNATURE',
        in: 'header',
        required: false,
        schema: { type: 'string' },
        description: 'JSON in base64: what the payer signed. Without it, nothing is paid',
      },
      {
        name: 'X-PAYMENT',
        in: 'header',
        required: false,
        schema: { type: 'string' },
        description: 'The same in version 1',
      },
    ],
    'x-payment-info': { offers: [{ intent: 'charge', method: 'evm', amount: null, currency: 'USDC' }] },
    responses,
  }
}

const messages = {
  'PAYMENT-REQUIRED': 'JSON in base64: what the payment accepts',
  'PAYMENT-RESPONSE': 'JSON in base64: how the payment went',
  Location: 'Where to ask again',
  'Retry-After': 'Seconds to wait before asking again',
}

function show(description: string, ...names: (keyof typeof messages)[]): Json {
  const headers = names.map((name) => [name, { description: messages[name], schema: { type: 'string' } }])
  return {
    description,
    headers: Object.fromEntries(headers),
    content: { 'application/json': { schema: refer('PublicPayment') } },
  }
}

function refuse(description: string): Json {
  return { description, content: { 'application/json': { schema: refer('Problem') } } }
}

const responses = {
  200: show('Paid', 'PAYMENT-RESPONSE'),
  202: show('Signed, and on its way: do not sign again', 'Location', 'Retry-After'),
  400: refuse('`PAYMENT-SIGNATURE` cannot be read. `code` is `invalid_parameter`'),
  402: show('Payment required', 'PAYMENT-REQUIRED', 'PAYMENT-RESPONSE'),
  404: refuse('There is no such payment. `code` is `resource_missing`'),
  409: refuse(
    'The payment asks for something else by now, a signature is on its way, or this one was used elsewhere. `code` is `payment_conflict`',
  ),
  410: show('Expired or cancelled'),
  429: refuse('Too many requests. `code` is `rate_limited`'),
  503: refuse(
    'Nothing was kept: send the same signature later. `code` is `relay_unavailable` or `network_unreachable`',
  ),
}
