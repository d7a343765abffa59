/** Answers to the pages of payers, which are no part of the API. */
import type {
  Cryptocurrency,
  NetworkName,
  Payment,
  PaymentLink,
  PaymentStatus,
  PublicPayment,
} from './answers.generated.ts'

/** The parts of a payment link that anyone with its id may see: `GET {link_url}/status`. */
export type PublicPaymentLink = Pick<
  PaymentLink,
  | 'id'
  | 'status'
  | 'title'
  | 'description'
  | 'amount'
  | 'minimum'
  | 'maximum'
  | 'preset'
  | 'currency'
  | 'lineItems'
  | 'cryptocurrency'
  | 'network'
  | 'livemode'
> & {
  /** The network's name for people. */
  networkTitle: string
  /** Its colour, in CSS. */
  networkColour: string
  /** True if the payer can choose another coin or network for the payment. */
  offersChoice: boolean
  merchantName: string
  /** The address of an image, PNG, WebP or JPEG. */
  merchantLogo: string | null
  supportEmail: string | null
  supportUrl: string | null
}

/** A payment that a payer made by a link, with its page: `POST {link_url}/payments`. */
export type PaymentByLink = PublicPayment & Pick<Payment, 'url'>

/** The text by whose signature an account says for which payment it sent a transfer: `POST {pay_url}/<id>/claims/challenge`. */
export type ClaimChallenge = {
  object: 'claim_challenge'
  payment: string
  hash: string
  /** The account that sent the transfer. */
  from: string
  /** A personal message on EVM networks, a signed message on Stellar. */
  standard: 'EIP-191' | 'SEP-53'
  message: string
  /** The time after which the server refuses its signature, ISO 8601. */
  expiresAt: string
}

/** The data that a page needs to let a payer's wallet pay: `GET {pay_url}/<id>/wallet`. */
export type WalletTerms = {
  /** The payment's chain as wallets add it; null if it is not an EVM chain, or not configured any more. */
  chain: {
    /** EIP-155. */
    id: number
    name: string
    nativeCurrency: { name: string; symbol: string; decimals: number }
    /** Public nodes; empty if the checkout knows none. */
    rpcUrls: string[]
    explorerUrl: string | null
    /** True if coins have a value there: it is the public chain of a built-in network. */
    hasValue: boolean
  } | null
  /** Names the network in links of wallets: SLIP-44, or Trust Wallet's own number. */
  coinType: number
  /** The merchant's project at WalletConnect; null if there is none. */
  walletConnectProjectId: string | null
  /**
   * Signing instead of sending (`/pay/<id>/authorization`); null if it is not possible. `pending`: a payer has signed, and the
   * payment is being sent. Null if its payer has to send it.
   */
  gasless: 'offered' | 'pending' | null
}

/** With which methods of a payment an account could pay: `POST {pay_url}/<id>/funds`. */
export type AccountFunds = {
  methods: {
    cryptocurrency: Cryptocurrency
    network: NetworkName
    /** True if the account has enough of the coin, or about enough where the method is not open yet. */
    covers: boolean
    /** True if the checkout may pay the network's fee. */
    gasless: boolean
  }[]
}

/** Input of `eth_signTypedData_v4` (EIP-712). */
export type TypedData = {
  domain: { name?: string; version?: string; chainId?: string; verifyingContract?: string; salt?: string }
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, string>
}

/** A payment that its payer has signed and that the checkout sends: `POST {pay_url}/<id>/authorizations`. */
export type Authorization = {
  object: 'authorization'
  payment: string
  from: string
  amount: string
  cryptocurrency: string
  network: string
  nonce: string
  /** `used`: it is on the chain, finally. `failed`: the payment can still be paid in another way. */
  status: 'pending' | 'used' | 'failed'
  /** The reason of its failure. */
  reason: string | null
  hash: string | null
  validBefore: string
  createdAt: string
}

/** The transaction that a payer's wallet signs: `POST {pay_url}/<id>/stellar/transaction`. */
export type UnsignedTransaction = {
  xdr: string
  networkPassphrase: string
  /** Send it back with the signed transaction; null if none is needed. */
  seal: string | null
}

/** Another asset that an account can pay with now. */
export type OfferedAsset = {
  /** In SEP-11's form: `native` is XLM, others are `CODE:ISSUER`. The assets of the path have the same form. */
  asset: string
  /** The most that it can cost, with up to seven fractional digits. */
  max: string
  path: string[]
}

/** `POST {pay_url}/<id>/stellar/assets`: the other assets that an account can pay with, at most five. */
export type OfferedAssets = { assets: OfferedAsset[] }

/** The statuses in which a payment asks for money. In all others nothing is left to pay, whatever arrived. */
export const askingStatuses = ['created', 'partially_paid'] as const satisfies readonly PaymentStatus[]

export function isAsking(status: unknown): boolean {
  return askingStatuses.some((one) => one === status)
}
