import { dropOldest } from '../domain/cache.ts'
import { NodeError } from './node-error.ts'
import type { CoinAccount, ReceiveRequest, RecipientChecks } from './roles.ts'

const PATIENCE_MS = 2_000
/** Requests within this time share the end of their patience: an end for each would cost more than to ask a node. */
const SHARED_MS = 100
/** An account that can receive is read again after this time. One that cannot is read each time: its owner may have changed it. */
const REMEMBERED_MS = 600_000
const MAX_REMEMBERED = 10_000

/** A family's checks of receiving, except for memos. */
export type ReceiveChecks = Omit<RecipientChecks, 'requiresMemo'>

/** A family's rule for receiving: it reads what decides whether an account can receive a token, and judges it. */
type ReceiveRule<State> = {
  /** Throws NodeError. */
  readonly read: (account: CoinAccount) => Promise<State>
  /**
   * Says why the account cannot receive the amount, as a predicate of the account; null if it can. `promised`: a part
   * of it.
   */
  readonly judge: (state: State, request: ReceiveRequest, promised: bigint) => string | null
  /** Tells whether other money on its way leaves less room for this. */
  readonly isLimited: (state: State) => boolean
  readonly elapsed: () => number
}

/**
 * Checks whether accounts can receive, and remembers for ten minutes those that can. A silent node is no reason to refuse
 * a payment.
 */
export function createReceiveChecks<State>(rule: ReceiveRule<State>): ReceiveChecks {
  const known = new Map<string, { readonly state: State; readonly until: number }>()
  const reading = new Map<string, Promise<State>>()

  /** Requests at the same time share a reading. What comes too late for one is there for the next. */
  function read(account: CoinAccount): Promise<State | undefined> {
    const key = toKey(account)
    const asked = reading.get(key) ?? readNow(account, key)
    reading.set(key, asked)
    return inTime(asked)
  }

  async function readNow(account: CoinAccount, key: string): Promise<State> {
    try {
      const state = await rule.read(account)
      known.delete(key)
      known.set(key, { state, until: rule.elapsed() + REMEMBERED_MS })
      dropOldest(known, MAX_REMEMBERED)
      return state
    } finally {
      reading.delete(key)
    }
  }

  async function readReason(request: ReceiveRequest): Promise<string | null> {
    const state = await read(request)
    if (state === undefined) return null
    const promised = rule.isLimited(state) ? ((await request.promised?.()) ?? 0n) : 0n
    return rule.judge(state, { ...request, rawAmount: request.rawAmount + promised }, promised)
  }

  return {
    readReason,
    knownReason(request) {
      const one = known.get(toKey(request))
      // The room of an account changes with each payment. Other obstacles stay until somebody removes them.
      if (one === undefined || (rule.isLimited(one.state) && one.until <= rule.elapsed())) return null
      return rule.judge(one.state, request, 0n)
    },
    async cannotReceiveReason(request) {
      const one = known.get(toKey(request))
      if (one === undefined || one.until <= rule.elapsed() || rule.isLimited(one.state)) return readReason(request)
      return rule.judge(one.state, request, 0n) === null ? null : readReason(request)
    },
  }
}

function toKey({ token, address }: CoinAccount): string {
  return `${token} ${address}`.toLowerCase()
}

/** The answer of a node; undefined if there is none in time. */
export function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
  const waiting = joinWaiting()
  const giveUp = () => resolve(undefined)
  waiting.add(giveUp)
  // Nothing may stay of a request that has its answer: a race would keep it until the time is up.
  asked
    .finally(() => waiting.delete(giveUp))
    .then(resolve, (error: unknown) => (error instanceof NodeError ? giveUp() : reject(error)))
  return promise
}

/** The requests that began at about the same time and have no answer yet, each as what gives it up. */
type Waiting = Set<() => void>
let shared: Waiting | null = null

function joinWaiting(): Waiting {
  if (shared) return shared
  const waiting: Waiting = new Set()
  shared = waiting
  after(PATIENCE_MS, () => {
    for (const giveUp of waiting) giveUp()
  })
  after(SHARED_MS, () => {
    shared = null
  })
  return waiting
}

/** Unlike a timer, this does not keep the process alive. */
function after(ms: number, work: () => void): void {
  AbortSignal.timeout(ms).addEventListener('abort', work, { once: true })
}
