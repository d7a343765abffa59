import { NOBODY } from '../../packages/core/src/deposits/converted.ts'
import { ScriptedCctp } from '../../packages/core/src/testing/scripted-cctp.ts'
import { Attester } from './attester.ts'
import type { SimulatedChain } from './chain.ts'
import type { Random } from './dice.ts'

/** Settings of a merchant by which money is converted. */
export type ChosenTarget = {
  readonly settlementNetwork: string | null
  readonly settlementWallet: string | null
  readonly settlementLeast: string
  readonly settlementMaxFee: string | null
}

/** The conversion of USDC on Polygon to Ethereum: contracts, attester, and what merchants have chosen. */
export class Conversions {
  readonly cctp: ScriptedCctp
  readonly attester: Attester
  /** All that was ever asked for, by merchant. */
  readonly targets: { readonly merchantId: string; readonly target: ChosenTarget }[] = []
  /** The terms of accounts, as they were first stored. */
  readonly accounts = new Map<string, string>()
  /** The number of calls by wallets, by wallet. */
  readonly nonces = new Map<string, number>()

  constructor(
    { ethereum, polygon }: { readonly ethereum: SimulatedChain; readonly polygon: SimulatedChain },
    { token, dice, now }: { readonly token: string; readonly dice: Random; readonly now: () => number },
  ) {
    this.cctp = new ScriptedCctp({ source: polygon, destination: ethereum }, token, now)
    this.attester = new Attester(this.cctp, dice)
  }

  /** Tells whether money goes on from an address. */
  isAccount(address: string): boolean {
    return this.accounts.has(address.toLowerCase())
  }

  /** The wallet of an account on the source; null for other addresses. */
  findWallet(address: string): string | null {
    const terms = this.accounts.get(address.toLowerCase())
    return terms ? (JSON.parse(terms) as { wallet: string }).wallet.toLowerCase() : null
  }

  /** Tells whether a transfer is a merchant's own money: released on the source, or minted on the destination. */
  isOwn({ chain, from, txHash }: { readonly chain: string; readonly from: string; readonly txHash: string }): boolean {
    if (this.isAccount(from)) return true
    if (chain !== `eip155:${this.cctp.destination.node.chainId}` || from !== NOBODY) return false
    return this.cctp.mintsOf(txHash).some(({ account }) => this.isAccount(account))
  }
}
