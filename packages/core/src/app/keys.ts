/** The secrets of a configuration: keys that send transactions or sign payment URIs (SEP-7), and of the mail server. */
import type { FeeBudget } from '../chains/sponsor.ts'
import { STROOPS } from '../chains/stellar/identifiers.ts'
import { createUriSigner, type SignUri, type UriSigner } from '../chains/stellar/payment-uri.ts'
import { loadSdk } from '../chains/stellar/sdk.ts'
import type { FeeKey } from '../chains/stellar/sponsor.ts'
import type { Refunder, Sending, Signer } from '../chains/transactor.ts'
import { type EvmFacts, environments } from '../domain/catalog/networks.ts'
import { ONE_COIN } from '../domain/money.ts'
import type { Asset } from '../http/exchange.ts'
import { createMailer, type SendMail } from '../outbound/mail.ts'
import { openSigner } from '../transactions/open-signer.ts'
import { KeyError, nameSecretSource, readSecret, type SecretSource } from '../transactions/read-secret.ts'
import { ConfigError, type ValidConfig } from './config.ts'
import type { EvmNetworkConfig } from './network-config.ts'

const WEI_PER_GWEI = 1e9
const GWEI_PER_COIN = 1e9

/**
 * The keys and limits for sending a network's transactions; null without a key. Throws ConfigError, which never shows a
 * key.
 */
export function resolveSending(where: string, config: EvmNetworkConfig, { gas: limits }: EvmFacts): Sending | null {
  const { gasKey, refundKey } = config
  const gas = gasKey && convertKeyErrors(() => openSigner(gasKey, `${where}.gasKey`))
  const refund = refundKey && convertKeyErrors(() => openSigner(findPlace(refundKey), `${where}.refundKey`))
  const opened = [gas, refund].filter((one) => one !== undefined)
  if (opened.length === 0) return null
  if (gas && gas.signer.address === refund?.signer.address) {
    throw new ConfigError(`${where}.refundKey: must be another key than gasKey, which should have no coins`)
  }
  requireOtherWallets(
    where,
    refundKey?.wallets ?? [],
    opened.map(({ signer }) => signer),
  )
  return {
    gas: gas?.signer ?? null,
    refunds: refundKey && refund ? toRefunder(refundKey, refund.signer) : null,
    signers: opened.map(({ signer }) => signer),
    maxFeePerGas: toWei(config.maxFeePerGasGwei ?? limits.maxFeePerGasGwei),
    maxPriorityFee: toWei(config.maxPriorityFeePerGasGwei ?? limits.maxPriorityFeeGwei),
    minPriorityFee: toWei(limits.minPriorityFeeGwei),
    feesAboveValue: config.feesAboveValue ?? false,
    minSweep: BigInt(Math.round((config.minSweep ?? limits.minSweep) * Number(ONE_COIN))),
    warnings: opened.flatMap(({ warning }) => warning ?? []),
  }
}

/** The merchant's own transactions would use the key's nonces. */
function requireOtherWallets(where: string, wallets: readonly string[], signers: readonly Signer[]): void {
  const accounts = new Set(signers.map(({ address }) => address.toLowerCase()))
  const wrong = wallets.find((wallet) => accounts.has(wallet.toLowerCase()))
  if (wrong === undefined) return
  throw new ConfigError(
    `${where}.refundKey.wallets: ${wrong} is the account of gasKey or refundKey: make a key of its own, whose account is no merchant's wallet`,
  )
}

type RefundKey = NonNullable<EvmNetworkConfig['refundKey']>

function findPlace(key: RefundKey) {
  return 'env' in key ? { env: key.env } : { file: key.file }
}

function toRefunder({ merchant, wallets, maxPerDay }: RefundKey, signer: Signer): Refunder {
  const addresses = wallets.map((wallet) => wallet.toLowerCase())
  return { signer, merchantId: merchant, wallets: addresses, maxPerDay: BigInt(Math.round(maxPerDay * 1e6)) }
}

/** The budget for relays; null if payers pay for gas themselves. Throws ConfigError. */
export function resolveGaslessBudget(where: string, { gasless, gasKey }: EvmNetworkConfig): FeeBudget | null {
  if (!gasless) return null
  if (!gasKey) throw new ConfigError(`${where}.gasKey: needed, because somebody has to pay for gasless payments`)
  return {
    maxFeePerPayment: toWei(gasless.maxFeePerPayment * GWEI_PER_COIN),
    maxFeePerDay: toWei(gasless.maxFeePerDay * GWEI_PER_COIN),
  }
}

/** In stroops. */
export function toFeeBudget({ maxFeePerPayment, maxFeePerDay }: Readonly<Record<keyof FeeBudget, number>>): FeeBudget {
  const toStroops = (xlm: number) => BigInt(Math.round(xlm * STROOPS))
  return { maxFeePerPayment: toStroops(maxFeePerPayment), maxFeePerDay: toStroops(maxFeePerDay) }
}

/**
 * The key of an account on Stellar that pays fees. The place is read at once, and the key when it is first needed,
 * because that loads the SDK. Throws ConfigError, which never shows a key.
 */
export function openFeeKey(place: SecretSource, of: string): FeeKey {
  const { secret, warning } = convertKeyErrors(() => readSecret(place, of))
  return {
    warnings: warning === null ? [] : [warning],
    open() {
      const { Keypair, StrKey } = loadSdk()
      if (StrKey.isValidEd25519SecretSeed(secret)) return Keypair.fromSecret(secret)
      throw new ConfigError(`${of}: ${nameSecretSource(place)} holds no secret key of Stellar (S...)`)
    },
  }
}

/** Turns a problem with a key into a mistake in the configuration. */
function convertKeyErrors<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof KeyError) throw new ConfigError(error.message)
    throw error
  }
}

function toWei(gwei: number): bigint {
  return BigInt(Math.round(gwei * WEI_PER_GWEI))
}

/**
 * The signer of Stellar payments' URIs, for the checkout's host; null without a key or a Stellar network. Throws
 * ConfigError.
 */
export function createSep7Signer(config: ValidConfig): UriSigner | null {
  const { sep7SigningKey: signingKey, publicUrl } = config
  const hasStellar = environments.some((environment) => config[environment]?.networks?.stellar)
  if (!signingKey || !publicUrl || !hasStellar) return null
  const { secret } = convertKeyErrors(() => readSecret(signingKey, 'sep7SigningKey'))
  const signer = createUriSigner(secret, new URL(publicUrl).host)
  if (signer) return signer
  throw new ConfigError(`sep7SigningKey: ${nameSecretSource(signingKey)} holds no secret key of Stellar (S...)`)
}

/** Signs as `createSep7Signer` does, but reads the key when there is something to sign. Null without a key. */
export function deferSigning(config: ValidConfig): SignUri | null {
  if (!config.sep7SigningKey || !config.publicUrl) return null
  let signer: UriSigner | null = null
  return (uri) => {
    signer ??= createSep7Signer(config)
    return signer ? signer.sign(uri) : uri
  }
}

/** The file that tells wallets the key that signs the URIs (SEP-1). It must be served at the root of the host. */
export function createStellarToml({ account }: UriSigner): Asset {
  const body = Buffer.from(`URI_REQUEST_SIGNING_KEY="${account}"\n`)
  return { name: '.well-known/stellar.toml', contentType: 'text/plain; charset=utf-8', body }
}

/** RFC 8314 for the first two. */
const mailPorts = { tls: 465, starttls: 587, none: 25 } as const

/** Sends e-mails by the configured server; null without one. Throws ConfigError if the password cannot be read. */
export function openMailer({ smtp }: ValidConfig): SendMail | null {
  if (!smtp) return null
  const { host, security = 'tls', port = mailPorts[security], user, password, from } = smtp
  const secret = password && convertKeyErrors(() => readSecret(password, 'smtp.password').secret)
  const login = user === undefined || secret === undefined ? null : { user, password: secret }
  return createMailer({ host, port, security, from, login })
}
