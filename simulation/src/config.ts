import type { CheckoutConfig } from '../../packages/core/src/app/config.ts'
import { DOMAINS, MESSENGER, TRANSMITTER } from '../../packages/core/src/testing/scripted-cctp.ts'
import type { Random } from './dice.ts'

/** The contracts of coins: the second has as many decimals as DAI. The third is no configured coin. */
export const USDC = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const DAI = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
export const FOREIGN_TOKEN = '0x00000000000000000000000000000000000000Fa'
export const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export const decimalsByToken: Readonly<Record<string, number>> = { [USDC.toLowerCase()]: 6, [DAI.toLowerCase()]: 18 }

export const chainIds = { ethereum: 31_337, polygon: 31_338 } as const
export type NetworkName = keyof typeof chainIds

/** The wallets of two merchants, and one that both use. */
export const WALLETS = {
  first: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'],
  second: ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
  shared: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
} as const

/** The number of servers in a world: a third of the worlds have several, on one database. */
export function pickNodeCount(seed: number): number {
  if (seed % 3 !== 0) return 1
  return seed % 9 === 0 ? 3 : 2
}

/** Tells whether programs pay in a world, by x402: they do in a fifth of the worlds. */
export function hasPrograms(seed: number): boolean {
  return seed % 5 === 2
}

/** Tells whether money is converted in a world, as in an eighth of them: USDC that comes on Polygon goes to Ethereum. */
export function hasConversions(seed: number): boolean {
  return seed % 8 === 7 && !hasPrograms(seed)
}

/** Tells whether backups are put back in a world: where one server has the database for itself. */
export function hasRestores(seed: number): boolean {
  return pickNodeCount(seed) === 1
}

/** The settings that differ between simulations. */
export type Setting = {
  readonly latePayments: 'review' | 'accept'
  /** The share of the amount that may be missing. */
  readonly tolerance: 0 | 0.05
  /** Of Ethereum. */
  readonly nodes: 1 | 2 | 3
  /** The number of blocks below the newest one that are not final. */
  readonly finalAfter: number
}

/** The checkout's budget for programs: more than they cost. */
const GASLESS = { maxFeePerPayment: 1, maxFeePerDay: 100_000 }

export function pickSetting(dice: Random): Setting {
  return {
    latePayments: dice.one(['review', 'accept']),
    tolerance: dice.one([0, 0.05]),
    nodes: dice.one([1, 2, 3, 3]),
    finalAfter: dice.between(2, 5),
  }
}

function describeCctp(network: NetworkName) {
  return { domain: DOMAINS[network], messenger: MESSENGER, transmitter: TRANSMITTER, attester: ATTESTER }
}

const ATTESTER = 'https://attester.example.com'

const GAS_KEY = 'SIMULATION_GAS_KEY'
const REFUND_KEY = 'SIMULATION_REFUND_KEY'

/** The keys for refunds that an operator may configure; null for none. */
export const refundKeyIndexes: readonly [number, ...(number | null)[]] = [0, 1, null]
export type RefundKeyIndex = (typeof refundKeyIndexes)[number]
const refundKeys = ['5e', '6f']

/**
 * The options of a checkout. `refunder`: the merchant whose refunds a key pays, and which key; null if there is none.
 * `programs`: whether programs may pay on Ethereum.
 * `conversions`: whether money on Polygon may be converted.
 */
export function createConfig(
  setting: Setting,
  refunder: { readonly merchant: string; readonly key: number } | null,
  { programs, conversions }: { readonly programs: boolean; readonly conversions: boolean },
): CheckoutConfig & { publicUrl: string } {
  process.env[GAS_KEY] = `0x${'5d'.repeat(32)}`
  process.env[REFUND_KEY] = `0x${(refundKeys[refunder?.key ?? 0] ?? '').repeat(32)}`
  const usdc = { address: USDC, decimals: 6 }
  const dai = { address: DAI, decimals: 18 }
  const refundKey = refunder && {
    env: REFUND_KEY,
    merchant: refunder.merchant,
    wallets: [...WALLETS.first],
    maxPerDay: 10_000,
  }
  return {
    publicUrl: 'https://pay.example.com',
    latePayments: setting.latePayments,
    underpaymentTolerance: setting.tolerance,
    plans: { sandbox: 10_000, starter: 10_000 },
    sandbox: {
      networks: {
        ethereum: {
          rpcUrls: Array.from({ length: setting.nodes }, (_, index) => `http://ethereum-${index}.example.com`),
          chainId: chainIds.ethereum,
          coins: { USDC: usdc, DAI: dai },
          pollMs: 1_000,
          ...(refundKey ? { refundKey } : {}),
          ...(programs ? { gasKey: { env: GAS_KEY }, gasless: GASLESS } : {}),
          ...(conversions ? { gasKey: { env: GAS_KEY }, minSweep: 0.01, cctp: describeCctp('ethereum') } : {}),
        },
        polygon: {
          rpcUrls: ['http://polygon-0.example.com'],
          chainId: chainIds.polygon,
          coins: { USDC: usdc, DAI: dai },
          pollMs: 1_000,
          collection: 'deposit',
          gasKey: { env: GAS_KEY },
          minSweep: 0.01,
          ...(conversions ? { cctp: describeCctp('polygon'), conversion: 'unaudited' as const } : {}),
        },
      },
    },
    production: { networks: {} },
  }
}
