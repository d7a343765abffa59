import { NATIVE, readIssuer } from './amount.ts'
import { type Account, TRUST, type Trustline } from './entries.ts'
import { BASE_RESERVE, MAX_INT64 } from './network.ts'
import type { State, View } from './state.ts'

/** The reason for which an account cannot send or receive; each operation has its own code for it */
export type Refusal = 'noTrust' | 'notAuthorized' | 'lineFull' | 'underfunded'

export function formatTrustlineId(account: string, asset: string): string {
  return `${account}/${asset}`
}

/** The minimum XLM balance of an account */
export function computeReserve(account: Account, additional = 0): bigint {
  return BigInt(2 + account.subentries + account.sponsoring + additional) * BASE_RESERVE
}

/** Tells whether the account can hold `additional` more entries. Its offered balance counts as spent. */
export function canHold(state: View, account: Account, additional: number): boolean {
  return account.balance - sumLiabilities(state, account.id, NATIVE).selling >= computeReserve(account, additional)
}

/** The amounts that the account's offers may take from it and bring to it */
export function sumLiabilities(state: View, account: string, asset: string): { selling: bigint; buying: bigint } {
  let selling = 0n
  let buying = 0n
  for (const offer of state.all('offer')) {
    if (offer.seller !== account) continue
    if (offer.selling === asset) selling += offer.amount
    if (offer.buying === asset) buying += computeCost(offer.amount, offer)
  }
  return { selling, buying }
}

/** The price of `amount` of an offer, rounded up: the seller never loses by rounding. */
export function computeCost(amount: bigint, { n, d }: { n: number; d: number }): bigint {
  return (amount * BigInt(n) + BigInt(d) - 1n) / BigInt(d)
}

/** Debits an account; an issuer creates what it sends. The account must exist. */
export function debit(state: State, account: string, asset: string, amount: bigint): Refusal | undefined {
  if (readIssuer(asset) === account) return undefined
  const refusal = computeSpendable(state, account, asset)
  if (typeof refusal === 'string') return refusal
  if (amount > refusal) return 'underfunded'
  move(state, account, asset, -amount)
  return undefined
}

/** Credits an account; an issuer destroys what it receives. The account must exist. */
export function credit(state: State, account: string, asset: string, amount: bigint): Refusal | undefined {
  if (readIssuer(asset) === account) return undefined
  const room = computeRoom(state, account, asset)
  if (typeof room === 'string') return room
  if (amount > room) return 'lineFull'
  move(state, account, asset, amount)
  return undefined
}

/** Computes the amount that the account could send, or the reason for which it cannot */
export function computeSpendable(state: View, id: string, asset: string): bigint | Refusal {
  if (readIssuer(asset) === id) return MAX_INT64
  const { selling } = sumLiabilities(state, id, asset)
  if (asset === NATIVE) {
    const account = state.get('account', id)
    return account ? account.balance - computeReserve(account) - selling : 'noTrust'
  }
  const trustline = findUsableTrustline(state, id, asset)
  return typeof trustline === 'string' ? trustline : trustline.balance - selling
}

/** Computes the amount that the account could receive, or the reason for which it cannot */
export function computeRoom(state: View, id: string, asset: string): bigint | Refusal {
  if (readIssuer(asset) === id) return MAX_INT64
  const { buying } = sumLiabilities(state, id, asset)
  if (asset === NATIVE) {
    const account = state.get('account', id)
    return account ? MAX_INT64 - account.balance - buying : 'noTrust'
  }
  const trustline = findUsableTrustline(state, id, asset)
  return typeof trustline === 'string' ? trustline : trustline.limit - trustline.balance - buying
}

function findUsableTrustline(state: View, id: string, asset: string): Trustline | Refusal {
  const trustline = state.get('trustline', formatTrustlineId(id, asset))
  if (!trustline) return 'noTrust'
  return trustline.flags & TRUST.authorized ? trustline : 'notAuthorized'
}

/** Changes a balance without checking the account's rights. The balance must exist. */
export function move(state: State, id: string, asset: string, amount: bigint): void {
  const entry = asset === NATIVE ? state.get('account', id) : state.get('trustline', formatTrustlineId(id, asset))
  if (!entry) throw new Error(`${id} cannot hold ${asset}`)
  state.put({ ...entry, balance: entry.balance + amount })
}
