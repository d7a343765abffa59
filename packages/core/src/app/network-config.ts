import { createRecord } from '@crypto-checkout/api-types'
import { CCTP_DOMAINS } from '@crypto-checkout/contracts/conversion'
import { z } from 'zod'
import { parseEvmAddress } from '../chains/evm/address.ts'
import { isAssetCode, STROOPS } from '../chains/stellar/identifiers.ts'
import { coins } from '../domain/catalog/coins.ts'
import { DEFAULT_HEARTBEAT_SECONDS } from '../domain/catalog/feeds.ts'
import {
  type EvmFacts,
  evmNetworkNames,
  findEvmChain,
  isKnownNetwork,
  MAX_NETWORK_NAME,
  networkLooks,
  networkNames,
  networks,
} from '../domain/catalog/networks.ts'
import { isId } from '../domain/id.ts'
import { parseRate } from '../domain/money.ts'
import { KeyError, nameSecretSource, readSecret } from '../transactions/read-secret.ts'

const NO_URL = 'must be an http or https URL'
const webUrl = z.string().refine((text) => /^https?:\/\/[^\s/?#]+/.test(text) && URL.canParse(text), NO_URL)

/** USD for one unit. */
export const rate = z.number().refine((value) => isRate(value), 'must be positive, with at most eight decimals')

function isRate(value: number): boolean {
  try {
    parseRate(value)
    return true
  } catch {
    return false
  }
}

const address = z.string().refine((text) => parseEvmAddress(text) !== null, 'must be an address with a right checksum')

const token = z.strictObject({
  address: address.meta({ description: "The token's contract" }),
  decimals: z
    .int()
    .min(6)
    .max(30)
    .meta({ description: 'At least six: the last digits of an amount identify its payment' }),
})

const FEED_BASE = new RegExp(`^(${coins.join('|')}|(?!USD$)[A-Z]{3})$`)

const feed = z
  .strictObject({
    address: address.meta({ description: 'A contract with the interface AggregatorV3 of Chainlink' }),
    heartbeatSeconds: z
      .int()
      .min(1)
      .max(31_536_000)
      .default(DEFAULT_HEARTBEAT_SECONDS)
      .meta({ description: 'The feed is updated at least this often' }),
    minUsd: rate
      .optional()
      .meta({ description: 'What is below this, in USD, is no price; known for common currencies' }),
    maxUsd: rate.optional().meta({ description: 'What is above this, in USD, is no price; needs minUsd beside it' }),
  })
  .refine(({ minUsd, maxUsd }) => (minUsd === undefined ? maxUsd === undefined : minUsd < (maxUsd ?? 0)), {
    path: ['minUsd'],
    error: 'must be less than maxUsd, and both must be given or neither',
  })

const CIRCLES: readonly number[] = Object.values(CCTP_DOMAINS)

const cctp = z.strictObject({
  domain: z
    .int()
    .refine((domain) => CIRCLES.includes(domain), `must be one that a conversion can name: ${CIRCLES.join(', ')}`)
    .meta({ description: "The network's number in CCTP" }),
  messenger: address.meta({ description: 'The contract TokenMessengerV2' }),
  transmitter: address.meta({ description: 'The contract MessageTransmitterV2' }),
  attester: webUrl.meta({ description: 'The service that signs burns, without the path /v2' }),
})

/** A key given where the name of its place belongs must not get into a log. */
const KEY = /^(0x)?[0-9a-f]{64}$|^S[A-Z2-7]{55}$/i

const placeName = z
  .string()
  .min(1)
  .refine((text) => !KEY.test(text.trim()), 'must name where the key is, and is itself a key: change that key')

const variableName = placeName.meta({ description: 'The environment variable that has it' })
const fileName = placeName.meta({ description: 'The file that has it, which only its owner may read' })

/** The place where a key is stored. A configuration is copied, shown and sent around, so it must not contain keys. */
export const keyPlace = z.union([z.strictObject({ env: variableName }), z.strictObject({ file: fileName })], {
  error: 'must be {"env": "NAME"} or {"file": "PATH"}: a key does not belong into a configuration',
})

const NO_NODE_URL = `${NO_URL}, or {"env": "NAME"} or {"file": "PATH"} where it is`

/** A node's URL, or where it is stored: providers' URLs contain keys. */
const nodeUrl = z
  .union([webUrl, keyPlace], { error: ({ input }) => (typeof input === 'string' ? NO_URL : NO_NODE_URL) })
  .transform((network, issues) => {
    if (typeof network === 'string') return network
    try {
      const { secret } = readSecret(network, 'URL')
      if (webUrl.safeParse(secret).success) return secret
      issues.addIssue(`${nameSecretSource(network)} holds no http or https URL`)
    } catch (error) {
      if (!(error instanceof KeyError)) throw error
      issues.addIssue(error.message)
    }
    return z.NEVER
  })

const NO_LIST = 'must be a list of one URL or more: ["https://..."]'
const nodeUrls = z.array(nodeUrl, { error: NO_LIST }).min(1, NO_LIST)

/** Binds the key to a merchant and wallets: otherwise anyone who can create payments could drain it. */
const boundTo = {
  merchant: z
    .string()
    .refine((text) => isId('mer', text), "must be a merchant's id (mer_...)")
    .meta({ description: 'The merchant whose refunds it pays' }),
  wallets: z
    .array(address)
    .min(1)
    .max(100)
    .meta({ description: 'It pays refunds only of what was paid to these wallets of the merchant' }),
  maxPerDay: z
    .number()
    .positive()
    .max(1_000_000_000)
    .meta({ description: "Coins in any 24 hours; beyond, the merchant's wallet is asked to sign" }),
}

const refundKey = z.union(
  [z.strictObject({ env: variableName, ...boundTo }), z.strictObject({ file: fileName, ...boundTo })],
  { error: 'must be {"env": "NAME", "merchant": "mer_...", "wallets": ["0x..."], "maxPerDay": 500}, or file for env' },
)

const nativeAmount = z.number().positive().max(1_000_000)

type FeeLimits = { readonly maxFeePerPayment: number; readonly maxFeePerDay: number }
const allowsPayment = ({ maxFeePerPayment, maxFeePerDay }: FeeLimits) => maxFeePerDay >= maxFeePerPayment
const dayTooLow = { path: ['maxFeePerDay'], error: 'must be at least maxFeePerPayment' }

const xlm = nativeAmount.min(1 / STROOPS, 'must be at least 0.0000001 XLM')

const witnesses = z.int('must be a whole number').min(1, 'must be at least 1').optional().meta({
  description:
    'How many nodes must show what is final: with fewer, payments stay in processing. Two where two or more nodes are configured, else one',
})

/** More than there are nodes could never be reached. */
function areEnough(urls: readonly unknown[], needed: number | undefined): string | null {
  if (needed === undefined || needed <= urls.length) return null
  const nodes = urls.length === 1 ? '1 node is' : `${urls.length} nodes are`
  return `must be at most the number of nodes: ${nodes} configured. Add a node, or lower it`
}

/** `listDefaults(({ minSweep }) => minSweep) // '10 on Ethereum, 0.01 on Polygon'` */
function listDefaults(pick: (gas: EvmFacts['gas']) => number): string {
  return evmNetworkNames
    .map((name) => `${pick(networks.production[name].gas)} on ${networkLooks[name].title}`)
    .join(', ')
}

const confirmed = z.strictObject({
  confirmations: z.int().min(1).max(100_000).meta({ description: 'Blocks, the one with the transfer included' }),
})

const pollMs = z.int().min(50).max(3_600_000).optional().meta({
  description: 'Milliseconds between two looks for new blocks. Default: 2000, and 6000 on Ethereum',
})

const feeLimits = {
  maxFeePerPayment: { description: 'The most that one payment may cost' },
  maxFeePerDay: { description: 'The most that all payments of any 24 hours may cost' },
}

const evmNetworkFields = z.strictObject({
  rpcUrls: nodeUrls.meta({ description: 'JSON-RPC nodes, the preferred one first' }),
  witnesses,
  chainId: z.int().positive().optional().meta({ description: "Default: the catalogue's" }),
  finality: z
    .union([z.enum(['finalized', 'safe']), confirmed], {
      error: 'must be "finalized", on roll-ups "safe", or {"confirmations": 64}',
    })
    .optional()
    .meta({
      description:
        "The node's finalized tag, or a number of confirmations. On roll-ups also safe: the block's data is on Ethereum, and may still be reorganised with it",
    }),
  pollMs,
  collection: z.enum(['direct', 'deposit']).optional().meta({
    description: "Straight to the merchant's wallet, or to an address of the payment's own; direct when left out",
  }),
  gasKey: keyPlace.optional().meta({
    description: 'Where the private key (64 hexadecimal digits) is that pays gas. It is used by one checkout only',
  }),
  refundKey: refundKey.optional().meta({
    description: "Where the private key is that pays one merchant's refunds from an account of its own",
  }),
  maxFeePerGasGwei: z
    .number()
    .positive()
    .max(1_000_000)
    .optional()
    .meta({
      description: `Transactions wait while gas costs more. Default: ${listDefaults((gas) => gas.maxFeePerGasGwei)}`,
    }),
  maxPriorityFeePerGasGwei: z
    .number()
    .positive()
    .max(1_000_000)
    .optional()
    .meta({
      description: `No first offer has a higher priority fee, and no replacement more than twice that. Default: ${listDefaults((gas) => gas.maxPriorityFeeGwei)}`,
    }),
  nativeUsd: rate.optional().meta({
    description:
      "USD for one of the network's own coin (ETH, POL), in place of the built-in price feed. No transaction that moves coins costs more than they are worth. A chain without a feed and without this number has no such limit",
  }),
  feesAboveValue: z.boolean().optional().meta({
    description:
      'Lets refunds, sweeps and gasless payments cost more in network fees than the coins that they move. Default: false',
  }),
  gasless: z
    .strictObject({
      maxFeePerPayment: nativeAmount.meta(feeLimits.maxFeePerPayment),
      maxFeePerDay: nativeAmount.meta(feeLimits.maxFeePerDay),
    })
    .refine(allowsPayment, dayTooLow)
    .optional()
    .meta({
      description:
        "Payers may sign instead of sending, where the coin knows EIP-3009; what that may cost, in the network's own coin",
    }),
  minSweep: z
    .number()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({
      description: `Deposits of fewer coins wait to be swept. Default: ${listDefaults((gas) => gas.minSweep)}`,
    }),
  coins: z.partialRecord(z.enum(coins), token).optional().meta({ description: "Replaces the catalogue's list" }),
  feeds: z
    .record(
      z.string().regex(FEED_BASE, 'must be a coin, or a three-letter currency code other than USD'),
      z.union([feed, z.literal(false)]),
    )
    .optional()
    .meta({ description: "Price feeds against USD by coin or currency, beside the catalogue's; false turns one off" }),
  cctp: cctp.optional().meta({
    description:
      "Circle's CCTP v2 on this network, which moves its USDC to other networks. Known for the catalogue's chains with their own USDC",
  }),
  psm: address.optional().meta({
    description:
      "Sky's peg-stability module (DssLitePsm) on this network, which changes its DAI and USDC one for one. Known for Ethereum with the catalogue's DAI and USDC. Nothing uses it yet",
  }),
  conversion: z
    .literal('unaudited', { error: 'must be "unaudited", which says that you know: no auditor has read the converter' })
    .optional()
    .meta({
      description:
        "Converts USDC that arrives here for merchants who settle on another network. unaudited confirms that you know: no auditor has read the converter's contract. Needs deposit as collection. Without it no new payment is converted",
    }),
})

const evmNetwork = evmNetworkFields.superRefine(({ rpcUrls, witnesses: needed }, issues) => {
  const mistake = areEnough([...new Set(rpcUrls)], needed)
  if (mistake) issues.addIssue({ code: 'custom', path: ['witnesses'], message: mistake })
})
export type EvmNetworkConfig = z.output<typeof evmNetwork>

const CUSTOM_NAME = `must be another name than ${networkNames.join(', ')}: at most ${MAX_NETWORK_NAME} lower-case letters, digits and hyphens, a letter first`

function isCustomName(name: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(name) && name.length <= MAX_NETWORK_NAME && !isKnownNetwork(name)
}

/** The chains that were always built in. A chain that was added later may keep the name that an operator gave it. */
function isOfFirstNetwork(chainId: number): boolean {
  const name = findEvmChain(chainId)?.name
  return name === 'ethereum' || name === 'polygon'
}

/** An EVM network that the catalogue does not have: the configuration has its facts. */
const customNetwork = evmNetworkFields
  .extend({
    title: z
      .string()
      .regex(/^[^\s\p{C}](?:[^\p{C}]{0,28}[^\s\p{C}])?$/u, 'must be 1 to 30 characters, without spaces at the ends')
      .meta({ description: 'The name that payers see' }),
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0052ff')
      .optional()
      .meta({ description: 'Of the dot before the name. Default: a grey' }),
    chainId: z
      .int()
      .positive()
      .refine((id) => !isOfFirstNetwork(id), 'is the chain of a built-in network: configure it under networks')
      .meta({ description: 'EIP-155' }),
    coins: z.partialRecord(z.enum(coins), token).meta({ description: 'Its coins and their contracts' }),
    nativeSymbol: z
      .string()
      .regex(/^[A-Za-z0-9]{2,6}$/, 'must be two to six letters and digits')
      .meta({ description: "The symbol of the network's own coin, which pays for gas; it has 18 decimals" }),
    finalityStallMs: z.int().min(1_000).max(86_400_000).optional().meta({
      description: 'Finality that has not moved for this long is reported. Default: 2700000, which is 45 minutes',
    }),
    explorerTxUrl: webUrl
      .optional()
      .meta({ description: "The start of a transaction's URL in a block explorer; its hash is appended" }),
    publicRpcUrls: z.array(webUrl).max(10).optional().meta({
      description: "Nodes without keys, for payers' wallets that do not know the network. rpcUrls are never shown",
    }),
    nativeFeed: feed
      .optional()
      .meta({ description: "The price feed of the network's own coin; nativeUsd replaces it" }),
    minPriorityFeePerGasGwei: z.number().min(0).max(1_000_000).optional().meta({
      description: 'The lowest priority fee that its nodes accept. Default: 0',
    }),
    maxFeePerGasGwei: evmNetworkFields.shape.maxFeePerGasGwei.meta({
      description: 'Transactions wait while gas costs more. Needed with gasKey or refundKey',
    }),
    maxPriorityFeePerGasGwei: evmNetworkFields.shape.maxPriorityFeePerGasGwei.meta({
      description: 'No first offer has a higher priority fee. Needed with gasKey or refundKey',
    }),
    minSweep: evmNetworkFields.shape.minSweep.meta({
      description: 'Deposits of fewer coins wait to be swept. Needed with deposit as collection',
    }),
  })
  .superRefine((network, issues) => {
    const mistake = areEnough([...new Set(network.rpcUrls)], network.witnesses)
    if (mistake) issues.addIssue({ code: 'custom', path: ['witnesses'], message: mistake })
    const sends = network.gasKey !== undefined || network.refundKey !== undefined
    const needed = [
      ...(sends ? (['maxFeePerGasGwei', 'maxPriorityFeePerGasGwei'] as const) : []),
      ...(network.collection === 'deposit' ? (['minSweep'] as const) : []),
    ]
    for (const key of needed.filter((one) => network[one] === undefined)) {
      const reason = key === 'minSweep' ? 'deposits are swept' : 'a key sends on the network'
      issues.addIssue({ code: 'custom', path: [key], message: `needed, because ${reason}` })
    }
  })
export type CustomNetworkConfig = z.output<typeof customNetwork>

export const ISSUER_MISTAKE = 'must be the account (G...) that issues the coin'

const asset = z.strictObject({
  code: z
    .string()
    .refine(isAssetCode, 'must be one to twelve letters and digits')
    .meta({ description: "The asset's code" }),
  // The opened network checks the checksum, with the SDK.
  issuer: z
    .string()
    .regex(/^G[A-Z2-7]{55}$/, ISSUER_MISTAKE)
    .meta({ description: 'The account (G...) that issues it' }),
})

const stellarNetwork = z
  .strictObject({
    rpcUrls: nodeUrls.optional().meta({ description: 'Stellar RPC nodes, the preferred one first' }),
    horizonUrls: nodeUrls
      .optional()
      .meta({ description: 'Horizon nodes: the second reading, and what Stellar RPC no longer keeps' }),
    witnesses,
    networkPassphrase: z.string().min(1).max(256).optional().meta({ description: "Default: the catalogue's" }),
    pollMs,
    collection: z
      .literal('direct')
      .optional()
      .meta({ description: "Straight to the merchant's wallet, by memo: there is no other way" }),
    coins: z.partialRecord(z.enum(coins), asset).optional().meta({ description: "Replaces the catalogue's list" }),
    x402: z
      .strictObject({
        feeKey: keyPlace.meta({ description: 'The secret key (S...) of an account of its own, which pays the fees' }),
        maxFeePerPayment: xlm.meta(feeLimits.maxFeePerPayment),
        maxFeePerDay: xlm.meta(feeLimits.maxFeePerDay),
      })
      .refine(allowsPayment, dayTooLow)
      .optional()
      .meta({
        description:
          'Programs may pay by x402. feeKey: where the secret key (S...) of an account of its own is, which pays their network fees, with limits in XLM. It is used by one checkout only',
      }),
  })
  .refine(({ rpcUrls, horizonUrls }) => rpcUrls || horizonUrls, 'needs rpcUrls, horizonUrls or both')
  .refine(({ rpcUrls, x402 }) => rpcUrls || !x402, {
    path: ['x402'],
    error: 'needs rpcUrls: only Stellar RPC can try out what a program has signed',
  })
  .superRefine(({ rpcUrls = [], horizonUrls = [], witnesses: needed }, issues) => {
    const mistake = areEnough([...new Set([...rpcUrls, ...horizonUrls])], needed)
    if (mistake) issues.addIssue({ code: 'custom', path: ['witnesses'], message: mistake })
  })
export type StellarNetworkConfig = z.output<typeof stellarNetwork>

const evmNetworks = createRecord(evmNetworkNames, (name) =>
  evmNetwork.optional().meta({ description: networkLooks[name].title }),
)

/** The networks of an environment. */
export const environment = z
  .strictObject({
    networks: z
      .strictObject({
        stellar: stellarNetwork.optional().meta({ description: 'Needs rpcUrls, horizonUrls or both' }),
        ...evmNetworks,
      })
      .optional()
      .meta({ description: 'The built-in networks that are on' }),
    customNetworks: z
      .record(z.string().refine(isCustomName, CUSTOM_NAME), customNetwork)
      .optional()
      .meta({ description: 'Other EVM networks, by names of your own' }),
  })
  .refine(({ networks, customNetworks }) => networks || customNetworks, 'needs networks, customNetworks or both')
