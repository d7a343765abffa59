import {
  type Client,
  type Cryptocurrency,
  createClient,
  type NetworkName,
  verifyWebhook,
} from '@crypto-checkout/client'
import { MedusaError } from '@medusajs/framework/utils'
import type { OrderWhen } from './states.ts'

/** A coin on a network. */
export type Method = {
  readonly cryptocurrency: Cryptocurrency
  readonly network: NetworkName
  /** The wallet that gets the money. Default: that of the checkout's settings. */
  readonly merchantWallet?: string
}

/** The options of the provider, in Medusa's configuration. */
export type Options = {
  /** The API of the checkout: https://pay.example.com/v1, for the sandbox https://pay.example.com/sandbox/v1. */
  readonly baseUrl: string
  /** `pk_...` */
  readonly publicKey: string
  /** `sk_...` */
  readonly secretKey: string
  /** `whsec_...` of the webhook; several while it is replaced. */
  readonly webhookSecret: string | readonly string[]
  /** The ways to pay; the first one is the default. Default: all that the checkout offers with a wallet in its settings. */
  readonly methods?: readonly Method[]
  /** `placed` by default: the order exists while the money is on its way. `seen`: once the full amount is on the chain. */
  readonly orderWhen?: OrderWhen
  /** Seconds in which a payment can be paid. Default: the checkout's, 1800. */
  readonly expiresIn?: number
  /** The page of the storefront to which the payer goes once the payment is completed. */
  readonly redirectUrl?: string
  /** The page of the storefront to which a payer goes who does not pay. */
  readonly cancelUrl?: string
}

type Checks = { readonly [Name in keyof Required<Options>]: (value: unknown) => string | null }

const isText = (value: unknown) => (typeof value === 'string' && value !== '' ? null : 'must be a text')

/** Leaves addresses, keys and secrets to the client, which checks them. */
const checks: Checks = {
  baseUrl: isText,
  publicKey: isText,
  secretKey: isText,
  webhookSecret: (value) => (value === undefined ? 'is missing' : null),
  methods: (value) =>
    value === undefined || (Array.isArray(value) && value.length > 0 && value.every(isMethod))
      ? null
      : 'must be a list of { cryptocurrency, network, merchantWallet? }',
  orderWhen: (value) =>
    value === undefined || value === 'placed' || value === 'seen' ? null : 'must be placed or seen',
  expiresIn: (value) =>
    value === undefined || (Number.isInteger(value) && Number(value) > 0) ? null : 'must be a number of seconds',
  redirectUrl: isAddress,
  cancelUrl: isAddress,
}

function isMethod(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { cryptocurrency, network, merchantWallet = '-', ...others } = value as Record<string, unknown>
  return (
    [cryptocurrency, network, merchantWallet].every((one) => isText(one) === null) && Object.keys(others).length === 0
  )
}

function isAddress(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value)
    ? null
    : 'must be an http or https URL'
}

/** Throws for missing, misspelt and wrong options, so that the shop does not start with them. */
export function validateOptions(options: Readonly<Record<string, unknown>>): asserts options is Options {
  for (const name of Object.keys(options)) if (!(name in checks)) refuse(name, 'is not an option')
  for (const [name, check] of Object.entries(checks)) {
    const problem = check(options[name])
    if (problem !== null) refuse(name, problem)
  }
  const { webhookSecret } = options as Options
  try {
    createCheckoutClient(options as Options)
    // The secret is checked before the message, of which this is none.
    verifyWebhook('', {}, webhookSecret)
  } catch (error) {
    if (error instanceof TypeError) refuse(null, error.message)
  }
}

function refuse(name: string | null, problem: string): never {
  const subject = name === null ? '' : `the option ${name} `
  throw new MedusaError(MedusaError.Types.INVALID_ARGUMENT, `@crypto-checkout/medusa: ${subject}${problem}`)
}

/**
 * About six seconds, in which a checkout starts again. Medusa does not undo all of a change of a cart that fails. It
 * locks the cart for ten seconds.
 */
const RETRIES = 4

/** The checkout's API with the keys of the options. */
export function createCheckoutClient({ baseUrl, publicKey, secretKey }: Options): Client {
  return createClient({ baseUrl, publicKey, secretKey, retries: RETRIES })
}
