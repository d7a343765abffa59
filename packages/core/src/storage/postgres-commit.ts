import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { collectDeferred, type Deferred, writeDeferred } from './deferred.ts'
import type { Work } from './group-commit.ts'
import { isConflict, isLockTimeout, isLost } from './postgres-client.ts'
import type { Connection, Session } from './postgres-session.ts'

/** Pauses before a transaction is retried. */
const PAUSES_MS = [0, 10, 50, 100, 500, 1_000, 2_000]
/** The number of groups with savepoints after a piece failed without: more failures are likely then. */
const CAREFUL_GROUPS = 64

/** A longer wait for the turn means that other processes write too. */
const CONTENDED_MS = 4
/** The number of transactions that wait for their turn before they take their work, once one had to wait for long. */
const PATIENT_GROUPS = 32

/** Reports a piece's outcome to its caller once the transaction is committed. */
type Settle = () => void

/** The transaction left nothing behind, for a reason that may pass. */
class Undone extends Error {}

/** A piece of work failed, and all that shared its transaction are undone with it. */
class PieceFailed extends Undone {}

/**
 * Commits groups of work: each in one serialisable transaction, without savepoints. If a piece fails, the group runs
 * again, with each piece in its own savepoint.
 *
 * One process writes at a time: the requests of a merchant change the same counters, so transactions of two processes
 * would undo each other. Each commits what has come together while the other one wrote: if others write, work is taken
 * when the turn has come.
 *
 * If a connection is lost, the whole transaction runs again. It begins by writing a mark. If the connection is lost
 * during the commit, the mark tells whether it committed. So nothing is done twice, and nothing is reported before it is
 * durable. Once `ending` is aborted, no lost or conflicting transaction is retried.
 */
export function createPostgresCommits(connection: Connection, ending: AbortSignal) {
  const writer = randomUUID()
  let lastMark = 0
  let careful = 0
  const turn = createTurn()
  return async (group: readonly Work[]): Promise<void> => {
    careful = Math.max(0, careful - 1)
    for (let tries = 1; ; tries++) {
      lastMark += 1
      const run = tries === 1 && careful === 0 ? runTogether : runApart
      const settles = await commit(connection, group, { writer, mark: lastMark, run, turn }).catch(onlyUndone)
      // It is the work that failed, so the group runs again at once, even when the server stops.
      if (settles instanceof PieceFailed) careful = CAREFUL_GROUPS
      else if (settles instanceof Undone) await pauseAfter(tries, settles, ending)
      else return tellAll(settles)
    }
  }
}

function tellAll(settles: readonly Settle[]): void {
  for (const settle of settles) settle()
}

function onlyUndone(error: unknown): Undone {
  if (error instanceof Undone) return error
  throw error
}

async function pauseAfter(tries: number, { cause }: Undone, ending: AbortSignal): Promise<void> {
  const pauseMs = PAUSES_MS[tries - 1]
  if (pauseMs === undefined || ending.aborted) throw cause
  await pause(pauseMs, null, { signal: ending })
}

type Run = (session: Session, group: readonly Work[]) => Promise<Settle[]>

type Attempt = { readonly writer: string; readonly mark: number; readonly run: Run; readonly turn: Turn }

/** Waits until a transaction has begun, if other processes write too. Throws if it could not begin. */
type Turn = { wait(begun: Promise<unknown>): Promise<void> }

/** Alone, a process sends its work with the beginning: waiting would only cost a round trip. */
function createTurn(): Turn {
  let patient = 0
  return {
    async wait(begun) {
      const askedAt = performance.now()
      const noted = begun.then(() => {
        if (performance.now() - askedAt > CONTENDED_MS) patient = PATIENT_GROUPS
      })
      noted.catch(() => {})
      if (patient === 0) return
      patient -= 1
      await noted
    },
  }
}

/** Throws Undone when it may be retried. */
async function commit(
  connection: Connection,
  group: readonly Work[],
  { run, turn, ...mark }: Attempt,
): Promise<readonly Settle[]> {
  const session = await connection.session()
  let settles: readonly Settle[]
  try {
    await turn.wait(session.send(beginning(mark))).catch(onlyPassing)
    settles = await run(session, group)
  } catch (error) {
    await connection.leave(session)
    throw error
  }
  try {
    await session.commit()
  } catch (error) {
    await connection.leave(session)
    if (isLost(error) && (await wasCommitted(connection, mark))) return settles
    return onlyPassing(error)
  }
  return settles
}

/** Nothing is committed. Throws Undone if it may be tried again. */
function onlyPassing(error: unknown): never {
  throw mayPass(error) ? new Undone('not committed', { cause: error }) : error
}

type Mark = Omit<Attempt, 'run' | 'turn'>

/** The lock comes before the first read, so that reads see what its former holders left. */
function beginning({ writer, mark }: Mark): string {
  return `begin isolation level serializable;
    lock table transaction_marks in exclusive mode;
    insert into transaction_marks (writer, mark) values ('${writer}', ${mark})
      on conflict (writer) do update set mark = excluded.mark, marked_at = excluded.marked_at`
}

/** Waits for an unfinished transaction that has written the mark: the server still holds its connection. */
const READ_MARK = `insert into transaction_marks (writer, mark) values ($1, 0)
  on conflict (writer) do update set mark = transaction_marks.mark returning mark`

async function wasCommitted(connection: Connection, { writer, mark }: Mark): Promise<boolean> {
  for (const pauseMs of PAUSES_MS) {
    await pause(pauseMs)
    const session = await connection.session()
    try {
      const { rows } = await session.ask(READ_MARK, [writer])
      return rows[0]?.mark === mark
    } catch (error) {
      await connection.leave(session)
      if (!mayPass(error)) throw error
    }
  }
  throw new Error('the connection to the database was lost during a commit: what became of it is not known')
}

/** Throws PieceFailed if a piece fails, and Undone when the whole transaction is void. */
async function runTogether(session: Session, group: readonly Work[]): Promise<Settle[]> {
  const deferred: Deferred[] = []
  const settles: Settle[] = []
  for (const work of group) {
    deferred.push(collectDeferred(session.tx))
    const { kept, tell } = await settled(session, work, [])
    const failure = requireValid(session)
    if (!kept || failure !== null) throw new PieceFailed('a piece failed', { cause: failure })
    settles.push(tell)
  }
  try {
    await writeDeferred(session.tx, deferred)
  } catch (cause) {
    requireValid(session)
    throw new PieceFailed('not written together', { cause })
  }
  return settles
}

/** Runs each piece in its own savepoint: one that fails is undone alone. */
async function runApart(session: Session, group: readonly Work[]): Promise<Settle[]> {
  const settles: Settle[] = []
  for (const work of group) settles.push(await runPiece(session, work))
  return settles
}

async function runPiece(session: Session, work: Work): Promise<Settle> {
  void session.send('savepoint piece')
  const { kept, tell } = await settled(session, work, [collectDeferred(session.tx)])
  const failure = requireValid(session)
  if (kept && failure === null) {
    void session.send('release piece')
    return tell
  }
  void session.send('rollback to piece; release piece')
  // If work went on after a failed statement, it worked on nothing: the server undoes the whole piece.
  return kept ? () => work.reject(failure) : tell
}

/** The error of a failed statement; null without one. Throws Undone when the whole transaction is void. */
function requireValid(session: Session): unknown {
  const voided = session.voided()
  if (voided) throw new Undone('void', { cause: voided })
  return session.takeFailure()
}

async function settled(
  session: Session,
  work: Work,
  deferred: readonly Deferred[],
): Promise<{ readonly kept: boolean; readonly tell: Settle }> {
  try {
    const value = await work.run(session.tx)
    await writeDeferred(session.tx, deferred)
    return { kept: true, tell: () => work.resolve(value) }
  } catch (reason) {
    return { kept: false, tell: () => work.reject(reason) }
  }
}

function mayPass(error: unknown): boolean {
  return isConflict(error) || isLockTimeout(error) || isLost(error)
}
