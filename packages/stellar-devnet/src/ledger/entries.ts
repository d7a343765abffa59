/** The ledger's entries. An entry is immutable: a change replaces it. */

type Stored = {
  /** Unique within its kind */
  readonly id: string
  /** The ledger that changed it last; the state sets it */
  readonly modified: number
}

export type Signer = { readonly key: string; readonly weight: number }
type Thresholds = {
  readonly master: number
  readonly low: number
  readonly medium: number
  readonly high: number
}

/** `id` is its address (G...) */
export type Account = Stored & {
  readonly kind: 'account'
  readonly balance: bigint
  readonly sequence: bigint
  /** The last use of the sequence: the ledger and its time in seconds; 0 and 0n before */
  readonly sequenceLedger: number
  readonly sequenceTime: bigint
  /** Trustlines, offers, data entries and additional signers */
  readonly subentries: number
  /** Number of claimants of the claimable balances that it created */
  readonly sponsoring: number
  readonly homeDomain: string
  readonly flags: number
  readonly thresholds: Thresholds
  readonly signers: readonly Signer[]
}

/** `id` is `ACCOUNT/ASSET` */
export type Trustline = Stored & {
  readonly kind: 'trustline'
  readonly account: string
  readonly asset: string
  readonly balance: bigint
  readonly limit: bigint
  readonly flags: number
}

/** `id` is its number. `n / d` is the price of one unit of `selling` in `buying`. */
export type Offer = Stored & {
  readonly kind: 'offer'
  readonly seller: string
  readonly selling: string
  readonly buying: string
  readonly amount: bigint
  readonly n: number
  readonly d: number
}

/** `id` is the hexadecimal XDR of its ClaimableBalanceID. */
export type ClaimableBalance = Stored & {
  readonly kind: 'claimable'
  readonly asset: string
  readonly amount: bigint
  /** The account that created it, and whose reserve it uses */
  readonly sponsor: string
  /** `predicate` is XDR, its times absolute */
  readonly claimants: readonly { readonly destination: string; readonly predicate: string }[]
}

/** `id` is `ACCOUNT/NAME`; `value` is base 64. */
type DataEntry = Stored & {
  readonly kind: 'data'
  readonly account: string
  readonly name: string
  readonly value: string
}

/** A nonce of an account that a contract call has used up. `id` is `ACCOUNT/NUMBER`. */
type Nonce = Stored & {
  readonly kind: 'nonce'
  readonly account: string
  readonly number: bigint
  /** The last ledger in which its authorization was valid */
  readonly until: number
}

/** The ledger's own data: the collected fees, and the last number assigned to an offer */
type Pool = Stored & { readonly kind: 'pool'; readonly fees: bigint; readonly lastOffer: bigint }

export type Entry = Account | Trustline | Offer | ClaimableBalance | DataEntry | Nonce | Pool
export type Kind = Entry['kind']
export type EntryByKind<K extends Kind> = Extract<Entry, { kind: K }>

/** An entry created by an operation, before its ledger is known */
export type Draft<E extends Entry = Entry> = E extends Entry ? Omit<E, 'modified'> : never

export const FLAG = { authRequired: 1, authRevocable: 2, authImmutable: 4, clawback: 8 } as const
export const TRUST = { authorized: 1, maintainLiabilities: 2, clawback: 4 } as const

export function createAccountEntry(id: string, balance: bigint, sequence: bigint): Draft<Account> {
  return {
    kind: 'account',
    id,
    balance,
    sequence,
    sequenceLedger: 0,
    sequenceTime: 0n,
    subentries: 0,
    sponsoring: 0,
    homeDomain: '',
    flags: 0,
    thresholds: { master: 1, low: 0, medium: 0, high: 0 },
    signers: [],
  }
}
