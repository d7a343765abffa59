import { createQueue } from '../runtime/queue.ts'
import { type Applied, applyTransaction, buildResult } from './apply.ts'
import { createAccountEntry } from './entries.ts'
import { hashLedger, hashState } from './header.ts'
import { createHistory, encodeToid, type History, type Ledger, type LedgerTransaction } from './history.ts'
import { buildMeta, encodeChangesBase64 } from './meta.ts'
import { TOTAL_COINS } from './network.ts'
import { findHandler } from './operations/table.ts'
import { placeEvents } from './placed-events.ts'
import { ROOT } from './set-up.ts'
import { type Base, createBase, createLayer, type Layer, type View } from './state.ts'
import { readEnvelope, type Submission } from './transaction.ts'
import { checkSubmission, type Invalid } from './validity.ts'

/** A ledger as it is stored: everything else is derived from it. */
export type StoredLedger = {
  readonly sequence: number
  readonly closeTime: bigint
  readonly hash: string
  /** In the order of their application */
  readonly envelopes: readonly string[]
}

/** `applied` resolves when the transaction is in a ledger, or can no longer enter one. */
export type Submitted =
  | { readonly status: 'PENDING' | 'DUPLICATE'; readonly submission: Submission; readonly applied: Promise<Outcome> }
  | { readonly status: 'ERROR'; readonly submission: Submission; readonly result: Refused['result'] }

export type Refused = { readonly refused: Submission; readonly result: Applied['result'] }
export type Outcome = LedgerTransaction | Refused

export type Chain = {
  readonly history: History
  readonly view: View
  /** A state for trials; its changes are discarded. */
  scratch(): Layer
  /**
   * Accepts a transaction for the next ledger.
   * @throws the SDK's error if it is not a transaction envelope
   */
  submit(envelope: string): Submitted
  /** Closes a ledger with all waiting transactions. It is stored when this resolves, and not visible before. */
  close(): Promise<Ledger>
  /** The outcome of a transaction after the waiting ones, if the next ledger closed now. Changes nothing. */
  tryOut(envelope: string): Pick<Applied, 'result'>
  /** The sequence number of the account's next transaction, after the waiting ones */
  nextSequence(account: string): bigint
  /** The number of transactions that wait for a ledger */
  waiting(): number
  /** Calls back after each closed ledger; returns a function that stops this. */
  onClose(listener: () => void): () => void
}

type Waiting = { readonly submission: Submission; readonly outcome: PromiseWithResolvers<Outcome> }

/** Seconds since 1970 */
type Clock = () => bigint

/**
 * Continues after `records`, or begins with an account that has all XLM. `keep` stores each new ledger.
 * @throws if the records differ from the results of their transactions
 */
export async function openChain(
  records: readonly StoredLedger[],
  keep: (record: StoredLedger) => Promise<void>,
  now: Clock,
): Promise<Chain> {
  const base = createBase()
  const history = createHistory(({ step }) => findHandler(step.operation)?.concerns ?? [])
  for (const record of records) history.add(replay(base, record, history.ledgers.at(-1)))
  if (records.length === 0) {
    const { ledger, layer } = build(base, { closeTime: now(), submissions: [] }, undefined)
    await keep(createRecord(ledger))
    layer.commit()
    history.add(ledger)
  }
  return runChain(base, history, keep, now)
}

function runChain(
  base: Base,
  history: ReturnType<typeof createHistory>,
  keep: (record: StoredLedger) => Promise<void>,
  now: Clock,
): Chain {
  const exclusive = createQueue()
  const listeners = new Set<() => void>()
  let closing: readonly Waiting[] = []
  let waiting: Waiting[] = []
  const nextTime = (): bigint => {
    const wall = now()
    // If the clock was set back, a ledger must not be older than the one before.
    if (wall < history.head.closeTime) return history.head.closeTime
    return wall
  }

  const countAhead = (account: string): bigint =>
    BigInt([...closing, ...waiting].filter(({ submission }) => submission.source === account).length)

  const close = async (): Promise<Ledger> => {
    closing = waiting
    waiting = []
    try {
      const submissions = closing.map(({ submission }) => submission)
      const { ledger, layer, refused } = build(base, { closeTime: nextTime(), submissions }, history.head)
      await keep(createRecord(ledger))
      layer.commit()
      history.add(ledger)
      for (const { submission, outcome } of closing) {
        outcome.resolve(refused.get(submission.hash) ?? getTransaction(history, submission.hash))
      }
      return ledger
    } catch (error) {
      waiting = [...closing, ...waiting]
      throw error
    } finally {
      closing = []
    }
  }

  return {
    history,
    view: base,
    scratch: () => createLayer(base, history.head.sequence + 1),
    submit(envelope) {
      const submission = readEnvelope(envelope)
      const queue = [...closing, ...waiting]
      const same = queue.find((one) => one.submission.hash === submission.hash)
      if (same) return { status: 'DUPLICATE', submission, applied: same.outcome.promise }
      const ahead = countAhead(submission.source)
      const moment = { sequence: history.head.sequence + 1, closeTime: nextTime(), ahead }
      const invalid = checkSubmission(base, submission, moment)
      if (invalid) return { status: 'ERROR', submission, result: buildResult(submission, 0n, invalid) }
      const outcome = Promise.withResolvers<Outcome>()
      waiting.push({ submission, outcome })
      return { status: 'PENDING', submission, applied: outcome.promise }
    },
    async close() {
      const ledger = await exclusive(close)
      for (const listener of listeners) listener()
      return ledger
    },
    tryOut(envelope) {
      const moment = { sequence: history.head.sequence + 1, closeTime: nextTime() }
      const layer = createLayer(base, moment.sequence)
      for (const { submission } of [...closing, ...waiting]) applyTransaction(layer, submission, moment)
      const submission = readEnvelope(envelope)
      const outcome = applyTransaction(layer, submission, moment)
      return 'code' in outcome ? createRefused(submission, outcome) : outcome
    },
    nextSequence: (account) => (base.get('account', account)?.sequence ?? 0n) + countAhead(account) + 1n,
    waiting: () => waiting.length,
    onClose(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function getTransaction(history: History, hash: string): LedgerTransaction {
  const transaction = history.transaction(hash)
  if (!transaction) throw new Error(`The transaction ${hash} is in no ledger.`)
  return transaction
}

function createRecord({ sequence, closeTime, hash, transactions }: Ledger): StoredLedger {
  return { sequence, closeTime, hash, envelopes: transactions.map(({ submission }) => submission.envelope) }
}

function replay(base: Base, record: StoredLedger, previous: Ledger | undefined): Ledger {
  if (record.sequence !== (previous?.sequence ?? 0) + 1) throw new Error(`Ledger ${record.sequence} is out of order.`)
  if (previous && record.envelopes.length === 0) {
    // No transactions to apply: only the hash would be recomputed, for each second of each day.
    const { sequence, closeTime, hash } = record
    return {
      ...previous,
      toid: encodeToid(sequence),
      sequence,
      closeTime,
      hash,
      previous: previous.hash,
      transactions: [],
    }
  }
  const submissions = record.envelopes.map(readEnvelope)
  const { ledger, layer } = build(base, { closeTime: record.closeTime, submissions }, previous)
  if (ledger.hash !== record.hash) throw new Error(`Ledger ${record.sequence} does not lead to its hash.`)
  layer.commit()
  return ledger
}

type Built = { readonly ledger: Ledger; readonly layer: Layer; readonly refused: ReadonlyMap<string, Refused> }

/** The next ledger, and its changes, which are not committed yet */
function build(
  base: Base,
  { closeTime, submissions }: { closeTime: bigint; submissions: readonly Submission[] },
  previous: Ledger | undefined,
): Built {
  const sequence = (previous?.sequence ?? 0) + 1
  const layer = createLayer(base, sequence)
  if (!previous) begin(layer)
  const refused = new Map<string, Refused>()
  const transactions: LedgerTransaction[] = []
  for (const submission of submissions) {
    const outcome = applyTransaction(layer, submission, { sequence, closeTime })
    if ('code' in outcome) refused.set(submission.hash, createRefused(submission, outcome))
    else transactions.push(recordTransaction(outcome, { sequence, closeTime, order: transactions.length + 1 }))
  }
  const pool = layer.get('pool', 'pool')
  const stateHash = hashState(
    previous?.stateHash ?? ZERO_HASH,
    transactions.map(({ meta }) => meta),
  )
  const ledger = hashLedger({
    toid: encodeToid(sequence),
    sequence,
    previous: previous?.hash ?? ZERO_HASH,
    closeTime,
    fees: pool?.fees ?? 0n,
    lastOffer: pool?.lastOffer ?? 0n,
    stateHash,
    transactions,
  })
  return { ledger, layer, refused }
}

const ZERO_HASH = '0'.repeat(64)

function begin(layer: Layer): void {
  layer.put(createAccountEntry(ROOT.publicKey(), TOTAL_COINS, 0n))
  layer.put({ kind: 'pool', id: 'pool', fees: 0n, lastOffer: 0n })
}

function createRefused(submission: Submission, invalid: Invalid): Refused {
  return { refused: submission, result: buildResult(submission, 0n, invalid) }
}

type Position = { readonly sequence: number; readonly closeTime: bigint; readonly order: number }

function recordTransaction(applied: Applied, { sequence, closeTime, order }: Position): LedgerTransaction {
  const { submission } = applied
  const { meta, events, feeEvent } = buildMeta(applied)
  const operations: LedgerTransaction['operations'][number][] = []
  const transaction: LedgerTransaction = {
    toid: encodeToid(sequence, order),
    ledger: sequence,
    closeTime,
    order,
    submission,
    successful: applied.successful,
    fee: applied.fee,
    result: applied.result,
    meta: meta.toXdr('base64'),
    feeMeta: encodeChangesBase64(applied.feeChanges),
    operations,
    events: placeEvents(feeEvent, events, { ledger: sequence, order }),
    contractEvents: events.map((list) => list.map((event) => event.toXdr('base64'))),
    feeEvent: feeEvent.toXdr('base64'),
  }
  submission.steps.forEach((step, index) => {
    const details = applied.steps[index]?.details ?? {}
    operations.push({ toid: encodeToid(sequence, order, index + 1), transaction, step, details })
  })
  return transaction
}
