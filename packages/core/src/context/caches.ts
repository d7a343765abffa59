/** Things that a process remembers beside the database. A restart loses them, and loses only time. */

import type { Network } from '../chains/network.ts'
import type { AgreedPrice, Claimable, Feed } from '../chains/roles.ts'
import { parseMemo } from '../domain/attribution.ts'
import { dropOldest } from '../domain/cache.ts'
import type { Owner } from '../domain/owner.ts'
import { MINUTE_MS } from '../domain/time.ts'

/** The state of a price feed, for health views and `doctor`. */
export type FeedState = {
  readonly environment: string
  readonly network: string
  /** As in `EUR/USD`. */
  readonly pair: string
  /** USD per unit, with eight decimals; null before the first reading. */
  readonly price: string | null
  readonly updatedAt: string | null
  /** Seconds since the feed was updated. */
  readonly ageSeconds: number | null
  /** It is too old or was never read, so it prices nothing. */
  readonly stale: boolean
  readonly trouble: string | null
}

/** Takes in the price feeds, and says how they are. Quotes and fee limits read the prices. */
export type FeedCache = {
  read(feed: Feed, answer: AgreedPrice): void
  failed(feed: Feed, error: unknown): void
  /** A text for the operator about a network's feeds. It stays the same while nothing changes. */
  trouble(network: Network): string | null
  states(): FeedState[]
}

/** The claimable balances that this process last read, if their memo may name a payment. */
export type ClaimableCache = {
  /** Replaces the balances that an account can claim. */
  read(network: Network, account: string, claimables: readonly Claimable[]): void
  of(network: Network, account: string, memo: string): readonly Claimable[]
  /** The accounts that had claimable balances at the last reading. */
  accounts(network: Network): string[]
}

const MAX_REMEMBERED = 10_000

/**
 * Recent refusals of payment creation, so that repeating one does not cost the writer's time again. Bounded: the oldest
 * entries are dropped first.
 */
export class FullWallets {
  readonly #until = new Map<string, number>()
  readonly #suspects = new Set<string>()

  /** Records that no amount is free before a time, in milliseconds. */
  noteFull(place: string, until: number): void {
    this.#until.set(place, until)
    dropOldest(this.#until, MAX_REMEMBERED)
  }

  /** The time until which no amount is free; null if it is unknown or past. */
  fullUntil(place: string, now: number): number | null {
    const until = this.#until.get(place)
    if (until === undefined) return null
    if (until > now) return until
    this.#until.delete(place)
    return null
  }

  /** Records that a merchant was refused, so that the next request is checked before it takes the writer's turn. */
  suspect(merchantAtPlace: string): void {
    this.#suspects.add(merchantAtPlace)
    dropOldest(this.#suspects, MAX_REMEMBERED)
  }

  isSuspect(merchantAtPlace: string): boolean {
    return this.#suspects.has(merchantAtPlace)
  }

  acquit(merchantAtPlace: string): void {
    this.#suspects.delete(merchantAtPlace)
  }
}

/** Merchants with new events not yet fanned out, in this process. A change that was rolled back adds its owner too. */
export class PendingMerchants {
  readonly #owners = new Map<string, Owner>()

  add({ merchantId, livemode }: Owner): void {
    this.#owners.set(`${merchantId} ${livemode}`, { merchantId, livemode })
  }

  /** Takes out some, oldest first. */
  take(most: number): Owner[] {
    const taken = [...this.#owners].slice(0, most)
    for (const [key] of taken) this.#owners.delete(key)
    return taken.map(([, owner]) => owner)
  }
}

/** The minutes in which API keys were used, in this process, until a pass writes them: a request waits for no write. */
export class KeyUses {
  /** The last minute of each key, written or not. */
  readonly #last = new Map<string, number>()
  readonly #unwritten = new Map<string, number>()

  note(id: string, now: number): void {
    const minute = now - (now % MINUTE_MS)
    if (this.#last.get(id) === minute) return
    this.#last.set(id, minute)
    dropOldest(this.#last, MAX_REMEMBERED)
    this.#unwritten.set(id, minute)
  }

  /** Keys with their minutes that are not written yet, in the order of their ids. */
  list(most: number): [id: string, minute: number][] {
    return [...this.#unwritten].slice(0, most).toSorted(([one], [other]) => (one < other ? -1 : 1))
  }

  markWritten(uses: readonly (readonly [id: string, minute: number])[]): void {
    for (const [id, minute] of uses) if (this.#unwritten.get(id) === minute) this.#unwritten.delete(id)
  }
}

export function createClaimableCache(): ClaimableCache {
  const byNetwork = new Map<Network, Map<string, readonly Claimable[]>>()
  const getEntries = (network: Network) => byNetwork.get(network) ?? new Map<string, readonly Claimable[]>()
  return {
    read(network, account, claimables) {
      const entries = getEntries(network)
      const named = claimables.filter(({ memo }) => parseMemo(memo) !== null)
      if (named.length > 0) entries.set(account, named)
      else entries.delete(account)
      byNetwork.set(network, entries)
    },
    of: (network, account, memo) =>
      (getEntries(network).get(account) ?? []).filter((one) => parseMemo(one.memo) === memo),
    accounts: (network) => [...getEntries(network).keys()],
  }
}
