/** The three messages of x402 version 2 over HTTP: what they contain, and how headers carry them. */
import { isRecord, toRecord } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { CheckoutError } from '../../domain/error.ts'
import { describeIssue, withoutTexts } from '../../http/mistakes.ts'

/** A way to pay, as `accepts` lists it. */
export type Requirements = {
  readonly scheme: 'exact'
  /** CAIP-2. */
  readonly network: string
  /** The token's own integer. */
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
  readonly extra: EvmExtra | StellarExtra
}

/** The token's EIP-712 domain, which clients sign under, and the payment. */
export type EvmExtra = { readonly name: string; readonly version: string; readonly paymentId: string }
/** The network fee is paid for clients, as they require. */
type StellarExtra = { readonly areFeesSponsored: true; readonly paymentId: string }

export type PaymentRequired = {
  readonly x402Version: 2
  /** The reason for which the payment cannot be made so, or the last try was refused. */
  readonly error?: string
  readonly resource: {
    readonly url: string
    readonly description: string
    readonly mimeType: string
    readonly serviceName?: string
  }
  readonly accepts: readonly Requirements[]
  readonly extensions: Readonly<Record<string, unknown>>
}

export type SettlementResponse = {
  readonly success: boolean
  readonly transaction: string
  readonly network: string
  readonly payer: string
  readonly amount?: string
  readonly errorReason?: string
  readonly errorMessage?: string
}

/** JSON in standard base64 with padding: clients refuse every other form. */
export function encodeMessage(message: PaymentRequired | SettlementResponse): string {
  return Buffer.from(JSON.stringify(message)).toString('base64')
}

const PAYMENT_IDENTIFIER = 'payment-identifier'

/** Clients may name their payment. None must: a plain client cannot. */
export const offeredExtensions = {
  [PAYMENT_IDENTIFIER]: {
    info: { required: false },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        required: { type: 'boolean' },
        id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
      },
      required: ['required'],
    },
  },
} as const

/** A node's own limit for all headers of a request. */
const MAX_HEADER = 16_384
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const text = z.string().max(256)
const integer = z.string().regex(/^\d{1,78}$/)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const bytes = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/)

const message = z.object({
  x402Version: z.literal(2),
  accepted: z.object({
    scheme: text,
    network: text,
    amount: integer,
    asset: text,
    payTo: text,
    extra: z.object({ name: text.optional(), version: text.optional(), paymentId: text.optional() }).nullish(),
  }),
  extensions: z
    .object({
      [PAYMENT_IDENTIFIER]: z
        .object({
          info: z
            .object({
              id: z
                .string()
                .regex(/^[A-Za-z0-9_-]{16,128}$/)
                .nullish(),
            })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
})

const authorized = z.object({
  signature: bytes,
  authorization: z.object({
    from: address,
    to: address,
    value: integer,
    validAfter: integer,
    validBefore: integer,
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  }),
})

const evmPayload = message.extend({ payload: authorized })

const version1Payload = z.object({ x402Version: z.literal(1), scheme: text, network: text, payload: authorized })

const stellarPayload = message.extend({
  payload: z.object({ transaction: z.string().regex(BASE64).min(1) }),
})

export type EvmPayload = z.output<typeof evmPayload>
export type StellarPayload = z.output<typeof stellarPayload>
export type PaymentPayload = EvmPayload | StellarPayload

export function isOfStellar(payload: PaymentPayload): payload is StellarPayload {
  return 'transaction' in payload.payload
}

/** Reads the header `PAYMENT-SIGNATURE`. Throws `invalid_parameter` for everything that is not a payload of `exact`. */
export function decodePayload(header: string): PaymentPayload {
  const sent = parseHeader(header, malformed)
  return parsePayload<PaymentPayload>(hasTransaction(sent) ? stellarPayload : evmPayload, sent, malformed)
}

/** Reads the header `X-PAYMENT` of version 1. Throws `invalid_parameter`. */
export function parseVersion1(header: string): z.output<typeof version1Payload> {
  return parsePayload(version1Payload, parseHeader(header, malformedVersion1), malformedVersion1)
}

function parsePayload<Payload>(schema: z.ZodType<Payload>, sent: unknown, fail: Fail): Payload {
  const result = schema.safeParse(sent, withoutTexts)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw fail(`${issue?.path.join('.') || 'the message'} ${issue ? describeIssue(issue) : 'is not valid'}`)
}

function hasTransaction(sent: unknown): boolean {
  const { payload } = toRecord(sent)
  return isRecord(payload) && 'transaction' in payload
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseHeader(header: string, fail: Fail): unknown {
  if (header.length > MAX_HEADER || header === '' || !BASE64.test(header)) {
    throw fail('it must be standard base64 with padding, at most 16 KiB')
  }
  try {
    return JSON.parse(utf8.decode(Buffer.from(header, 'base64')))
  } catch {
    throw fail('it must be JSON in UTF-8')
  }
}

type Fail = (reason: string) => CheckoutError

const malformed = createFail('PAYMENT-SIGNATURE', 'version 2, with an EIP-3009 authorization or a Stellar transaction')
const malformedVersion1 = createFail('X-PAYMENT', 'version 1, with an EIP-3009 authorization')

function createFail(header: string, expected: string): Fail {
  const sent = `send the payload of scheme exact, x402 ${expected}`
  return (reason) => new CheckoutError('invalid_parameter', `${header}: ${reason}: ${sent}.`, header)
}

/** The client's own name for its payment; null without one. */
export function readIdentifier({ extensions }: Pick<PaymentPayload, 'extensions'>): string | null {
  return extensions?.[PAYMENT_IDENTIFIER]?.info?.id ?? null
}

/** The payment that a payload was signed for, by its own words; null if it does not say so. */
export function readPaymentId(header: string): string | null {
  try {
    return decodePayload(header).accepted.extra?.paymentId ?? null
  } catch {
    return null
  }
}
