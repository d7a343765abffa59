import type { BlockRef, Position, Reading } from '../chains/chain.ts'
import type { Network, Token } from '../chains/network.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import type { Coin } from '../domain/catalog/coins.ts'
import type { SendTrouble } from '../domain/send.ts'
import { isDatabaseError } from '../storage/refusals.ts'
import { createWitnessCounts, type WitnessCount } from './witnesses.ts'

/** A reading, and the position that it started from. */
export type NetworkReading = Reading & { readonly before: Position }

/** The independent kinds of trouble of a network. */
export const networkTroubles = [
  'halted',
  'reading',
  'witnesses',
  'clock',
  'finality',
  'rereading',
  'coins',
  'wallets',
  'sending',
  'held',
  'lost_coins',
] as const
export type NetworkTrouble = (typeof networkTroubles)[number]

/** Tells whether a network's troubles mean that finality is stalled. */
function isStalled(troubles: ReadonlyMap<NetworkTrouble, string> | undefined): boolean {
  return troubles !== undefined && (troubles.has('halted') || troubles.has('finality'))
}

/** The state of the networks, as this process has observed it since it started. */
export type NetworkHealth = {
  /** Records a successful reading. */
  read(network: Network, reading: NetworkReading): void
  /** Records a successful rereading of final blocks. */
  rechecked(network: Network): void
  /** Records a failure. Returns the text that will be reported. */
  failed(network: Network, doing: 'reading' | 'rereading' | 'sending', error: unknown): string
  /** Records a comparison of the network's nodes. */
  compared(network: Network): void
  witnesses(network: Network): WitnessCount
  /** Records the troubles with sending, by the key's address. Returns the text that will be reported. */
  sent(network: Network, troubles: ReadonlyMap<string, readonly SendTrouble[]>): string | null
  /** Records why refunds wait that wallets may have paid; null if none do. */
  walletsHeld(network: Network, trouble: string | null): void
  /** The last recorded troubles of a key. */
  sendTroubles(network: Network, address: string): readonly SendTrouble[]
  coinsChecked(network: Network, checks: readonly CoinCheck[]): void
  /** Records why wallets of open payments cannot receive; null if all can. */
  walletsChecked(network: Network, trouble: string | null): void
  /** Null if the coin was not yet compared with its contract. */
  coin(network: Network, coin: Coin): CoinCheck | null
  head(network: Network): BlockRef | null
  /** Milliseconds since the newest block that was seen, or since the start. */
  unreadFor(network: Network): number
  /** Milliseconds since this process last saw the final block move; null before the first reading. */
  finalStandsFor(network: Network): number | null
  /** Tells whether the database refused what this process last read. */
  failsToRecord(network: Network): boolean
  trouble(network: Network): string | null
  troubles(network: Network): readonly NetworkTrouble[]
  /** Tells whether nothing becomes final at present. Too few witnesses count only after a while. */
  delaysFinality(network: Network): boolean
  /** This process's state of a network, for processes that do not read it themselves. */
  snapshot(network: Network): string
  /** Takes over another process's note, written this many milliseconds ago. */
  restore(network: Network, note: string, ageMs: number): void
}

type Known = { head: BlockRef; readAt: number; lateness: number; final: number; finalSince: number }

/** Times are milliseconds before the note was written, because processes share no clock. */
type Note = {
  readonly known: (Omit<Known, 'readAt' | 'finalSince'> & { readAgo: number; finalFor: number }) | null
  readonly troubles: readonly (readonly [NetworkTrouble, string])[]
  readonly sending: readonly (readonly [string, readonly SendTrouble[]])[]
  readonly witnesses?: WitnessCount
}

/** The troubles that each process determines for itself. */
const OWN: readonly NetworkTrouble[] = ['coins', 'wallets']

type Clock = { readonly elapsed: () => number; readonly now: () => number }

export function createNetworkHealth(clock: Clock): NetworkHealth {
  const startedAt = clock.elapsed()
  const known = new Map<Network, Known>()
  const coins = new Map<Network, readonly CoinCheck[]>()
  const sending = new Map<Network, ReadonlyMap<string, readonly SendTrouble[]>>()
  const troubles: Troubles = new Map()
  const witnesses = createWitnessCounts(clock.elapsed)
  const unrecorded = new Set<Network>()
  const held = new Map<Network, HeldTexts>()

  const countWitnesses = (network: Network) => set(network, 'witnesses', witnesses.count(network))
  const set: SetTrouble = (network, trouble, text) => setTrouble(troubles, network, trouble, text)

  return {
    read(network, { step, head, before: { finalNumber: final } }) {
      const elapsed = clock.elapsed()
      const last = known.get(network)
      const finalSince = last && final <= last.final ? last.finalSince : elapsed
      const lateness = clock.now() - head.time
      known.set(network, { head, readAt: elapsed, lateness, final, finalSince })
      set(network, 'reading', null)
      unrecorded.delete(network)
      set(network, 'halted', step.kind === 'halt' ? `halted: ${step.reason}` : null)
      set(network, 'clock', clockTrouble(lateness))
      set(network, 'finality', finalityTrouble(network, final, elapsed - finalSince))
      countWitnesses(network)
    },
    rechecked(network) {
      set(network, 'rereading', null)
      countWitnesses(network)
    },
    failed(network, doing, error) {
      const text = describeError(error)
      set(network, doing, text)
      if (doing === 'reading' && isDatabaseError(error)) unrecorded.add(network)
      countWitnesses(network)
      return text
    },
    compared: countWitnesses,
    witnesses: witnesses.of,
    sent(network, troubles) {
      sending.set(network, troubles)
      const [keys, others] = partitionHeld([...troubles.values()].flat())
      set(network, 'sending', joinTexts(others))
      set(network, 'held', addHeld(held, network, { keys: joinTexts(keys) }))
      return joinTexts([...keys, ...others])
    },
    walletsHeld: (network, wallets) => set(network, 'held', addHeld(held, network, { wallets })),
    sendTroubles: (network, address) => sending.get(network)?.get(address) ?? [],
    coinsChecked(network, checks) {
      coins.set(network, checks)
      set(network, 'coins', checks.flatMap(({ trouble }) => trouble ?? []).join('; ') || null)
    },
    walletsChecked: (network, trouble) => set(network, 'wallets', trouble),
    coin: (network, coin) => coins.get(network)?.find((check) => check.coin === coin) ?? null,
    head: (network) => known.get(network)?.head ?? null,
    unreadFor: (network) => measureUnread(clock.elapsed(), startedAt, known.get(network)),
    finalStandsFor: (network) => sinceOrNull(clock.elapsed(), known.get(network)?.finalSince),
    failsToRecord: (network) => unrecorded.has(network),
    trouble: (network) => [...(troubles.get(network)?.values() ?? [])].join('; ') || null,
    troubles: (network) => [...(troubles.get(network)?.keys() ?? [])],
    delaysFinality: (network) => isStalled(troubles.get(network)) || witnesses.areLongMissing(network),
    ...createNotes(clock.elapsed, { known, troubles, sending, witnesses }),
  }
}

type SetTrouble = (network: Network, trouble: NetworkTrouble, text: string | null) => void
type Troubles = Map<Network, Map<NetworkTrouble, string>>

function setTrouble(troubles: Troubles, network: Network, trouble: NetworkTrouble, text: string | null): void {
  const own = troubles.get(network) ?? new Map<NetworkTrouble, string>()
  troubles.set(network, own)
  if (text === null) own.delete(trouble)
  else own.set(trouble, text)
}

function measureUnread(elapsed: number, startedAt: number, one: Known | undefined): number {
  return one ? elapsed - one.readAt + Math.max(0, one.lateness) : elapsed - startedAt
}

function sinceOrNull(elapsed: number, time: number | undefined): number | null {
  return time === undefined ? null : elapsed - time
}

/** The reasons for which keys and refunds are on hold. A trouble of its own: it concerns merchants, whose refunds may wait. */
type HeldTexts = { readonly keys?: string | null; readonly wallets?: string | null }

function addHeld(held: Map<Network, HeldTexts>, network: Network, some: HeldTexts): string | null {
  const now = { ...held.get(network), ...some }
  held.set(network, now)
  return [now.keys, now.wallets].filter(Boolean).join('; ') || null
}

function partitionHeld(troubles: readonly SendTrouble[]): [SendTrouble[], SendTrouble[]] {
  return [troubles.filter(({ kind }) => kind === 'held'), troubles.filter(({ kind }) => kind !== 'held')]
}

function joinTexts(troubles: readonly SendTrouble[]): string | null {
  const texts = new Set(troubles.map(({ text }) => text))
  return [...texts].join('; ') || null
}

/** The state that processes share by notes. */
type Shared = {
  readonly known: Map<Network, Known>
  readonly troubles: Troubles
  readonly sending: Map<Network, ReadonlyMap<string, readonly SendTrouble[]>>
  readonly witnesses: ReturnType<typeof createWitnessCounts>
}

function createNotes(
  elapsed: () => number,
  { known, troubles, sending, witnesses }: Shared,
): Pick<NetworkHealth, 'snapshot' | 'restore'> {
  return {
    snapshot: (network) =>
      JSON.stringify(
        toNote(elapsed(), {
          known: known.get(network) ?? null,
          troubles: [...(troubles.get(network) ?? [])],
          sending: [...(sending.get(network) ?? [])],
          witnesses: witnesses.of(network),
        }),
      ),
    restore(network, text, ageMs) {
      const note: Note = JSON.parse(text)
      if (note.known) known.set(network, addTimes(note.known, elapsed() - ageMs))
      const own = [...(troubles.get(network) ?? [])].filter(([trouble]) => OWN.includes(trouble))
      troubles.set(network, new Map([...own, ...note.troubles]))
      sending.set(network, new Map(note.sending))
      // Servers of earlier releases leave it out.
      if (note.witnesses) witnesses.hear(network, note.witnesses)
    },
  }
}

function toNote(elapsed: number, { known, troubles, ...rest }: Omit<Note, 'known'> & { known: Known | null }): Note {
  const times = known && { readAgo: elapsed - known.readAt, finalFor: elapsed - known.finalSince }
  return {
    ...rest,
    known: known && times && { ...omitTimes(known), ...times },
    troubles: troubles.filter(([trouble]) => !OWN.includes(trouble)),
  }
}

function addTimes({ readAgo, finalFor, ...rest }: NonNullable<Note['known']>, at: number): Known {
  return { ...rest, readAt: at - readAgo, finalSince: at - finalFor }
}

function omitTimes({ head, lateness, final }: Known): Omit<Known, 'readAt' | 'finalSince'> {
  return { head, lateness, final }
}

/** Beyond the tolerance, no transfer finds its payment, and late money cannot be told from money on time. */
function clockTrouble(lateness: number): string | null {
  if (Math.abs(lateness) <= CLOCK_TOLERANCE_MS) return null
  const minutes = Math.round(Math.abs(lateness) / 60_000)
  if (lateness < 0) return `this server's clock is ${minutes} minutes behind the newest block: set it right`
  return `the newest block is ${minutes} minutes old: the node or the chain stands still, or this server's clock is ahead`
}

function finalityTrouble(network: Network, final: number, standingFor: number): string | null {
  if (standingFor <= network.finalityStallMs) return null
  const minutes = Math.round(standingFor / 60_000)
  return `nothing after block ${final} has become final for ${minutes} minutes: payments stay in processing until it does`
}

/** The message with its cause: `fetch failed` alone does not help. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : null
  const detail = cause && (cause.message || ('code' in cause ? String(cause.code) : ''))
  return detail ? `${error.message}: ${detail}` : error.message
}

/**
 * The reason for which a configured coin cannot be used: it differs from its contract, or is paused. Null if it can.
 */
export type CoinCheck = { readonly coin: Coin; readonly trouble: string | null }

/** Compares the configured coins with the chain. Throws when no node answers. */
export function checkCoins(network: Network): Promise<CoinCheck[]> {
  const check = async (token: Token) => ({ coin: token.coin, trouble: await network.chain.reader.tokenTrouble(token) })
  return Promise.all(network.tokens.map(check))
}
