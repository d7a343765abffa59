import { hash } from 'node:crypto'
import type { Caller, Committing, Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Owner } from '../domain/owner.ts'
import { serialise } from '../domain/serialise.ts'
import { type ApiRequest, getHeader } from '../http/exchange.ts'
import type { Tx } from '../storage/database.ts'
import { type DeferredKind, deferWrite } from '../storage/deferred.ts'
import {
  findStoredAnswer,
  insertStoredAnswers,
  type StoredAnswer,
  type StoredRow,
  toStoredRow,
} from './idempotency-store.ts'
import { openAnswer, sealAnswer } from './seal-answer.ts'

/** The request's Idempotency-Key; null without one. Only POST accepts it. */
export function readIdempotencyKey(request: ApiRequest): string | null {
  if (request.method !== 'POST' || request.headers['idempotency-key'] === undefined) return null
  const key = getHeader(request, 'idempotency-key') ?? ''
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new CheckoutError(
    'invalid_parameter',
    'Idempotency-Key takes 1 to 255 printable characters.',
    'Idempotency-Key',
  )
}

/** Two requests are the same if their fingerprints are equal. */
export function computeFingerprint(method: string, path: string, body: Uint8Array): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${method} ${path}\n`), body]))
}

/** A request with its Idempotency-Key. */
type Repeatable = {
  readonly owner: Owner
  readonly key: string
  readonly fingerprint: string
  readonly status: number
  /** Encrypts the stored answer; null if it may be stored in clear. */
  readonly seal: string | null
  readonly work: (committing: Committing) => Promise<unknown>
}
type Answered = { readonly answer: StoredAnswer; readonly replayed: boolean }

/**
 * Runs a request with its key. A repeated request gets the stored response; one still in progress is refused. The
 * response is stored in the transaction of the change, so neither exists without the other.
 */
export function createIdempotencyRunner(ctx: Context) {
  const working = new Set<string>()

  async function replay({ owner, key, fingerprint, seal }: Repeatable): Promise<Answered | null> {
    const stored = await findStoredAnswer(ctx, owner, key)
    if (!stored) return null
    const body = stored.fingerprint === fingerprint ? openAnswer(stored.body, seal) : null
    if (body !== null) return { answer: { status: stored.status, body }, replayed: true }
    throw new CheckoutError(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another request: use a new key for each.',
      'Idempotency-Key',
    )
  }

  async function runFirst({ owner, key, fingerprint, status, seal, work }: Repeatable): Promise<Answered> {
    let answer: StoredAnswer | null = null
    const keep = async (tx: Tx, value: unknown) => {
      answer = { status, body: serialise(value) }
      const body = seal === null ? answer.body : sealAnswer(answer.body, seal)
      deferWrite(tx, answerWrites, [toStoredRow(owner, { key, fingerprint, status, body }, ctx.now())])
    }
    const commit: Caller['commit'] = (change) =>
      ctx.transact(async (tx) => {
        const result = await change(tx)
        await keep(tx, result)
        return result
      })
    const value = await work({ commit, keep })
    if (!answer) await ctx.transact((tx) => keep(tx, value))
    return { answer: answer ?? { status, body: serialise(value) }, replayed: false }
  }

  async function run(request: Repeatable): Promise<Answered> {
    const stored = await replay(request)
    if (stored) return stored
    try {
      return await runFirst(request)
    } catch (error) {
      // Another server may have processed the request meanwhile. Then its response counts, not this error.
      const faster = await replay(request)
      if (faster) return faster
      throw error
    }
  }

  return async (request: Repeatable): Promise<Answered> => {
    const { owner, key } = request
    const name = `${owner.merchantId} ${owner.livemode} ${key}`
    if (working.has(name)) throw inProgress()
    working.add(name)
    try {
      return await run(request)
    } finally {
      working.delete(name)
    }
  }
}

const answerWrites: DeferredKind<StoredRow> = {
  async write(tx, rows) {
    // The changes are rolled back with it. The faster request's response will be replayed.
    if ((await insertStoredAnswers(tx, rows)) < rows.length) throw inProgress()
  },
}

function inProgress(): CheckoutError {
  return new CheckoutError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is being worked on: repeat it in a moment.',
    'Idempotency-Key',
  )
}
