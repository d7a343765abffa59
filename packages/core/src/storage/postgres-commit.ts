import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Work } from './group-commit.ts'
import { isConflict, isDuplicate, isLockTimeout, isLost } from './postgres-client.ts'
import type { Connection, Session } from './postgres-session.ts'

/** Pauses before a transaction is retried. */
const PAUSES_MS = [0, 10, 50, 100, 500, 1_000, 2_000]
/** From this attempt on no other process writes meanwhile, so that many short transactions do not starve a long one. */
const ALONE_FROM = 3

/** Reports a piece's outcome to its caller once the transaction is committed. */
type Settle = () => void

/** The transaction left nothing behind, for a reason that may pass. */
class Undone extends Error {}

/**
 * Commits groups of work: each in one serialisable transaction, each piece in a savepoint.
 *
 * If another process conflicts with a transaction, or its connection is lost, the whole transaction runs again. It
 * begins by writing a mark. If the connection is lost during the commit, the mark tells whether it committed. So
 * nothing is done twice, and nothing is reported before it is durable. Once `ending` is aborted there are no more
 * retries.
 */
export function createPostgresCommits(connection: Connection, ending: AbortSignal) {
  const writer = randomUUID()
  let lastMark = 0
  return async (group: readonly Work[]): Promise<void> => {
    for (let tries = 1; ; tries++) {
      lastMark += 1
      const settles = await commit(connection, group, { writer, mark: lastMark, tries }).catch(onlyUndone)
      if (settles instanceof Undone) await pauseAfter(tries, settles, ending)
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

type Attempt = { readonly writer: string; readonly mark: number; readonly tries: number }

/** Throws Undone when it may be retried. */
async function commit(connection: Connection, group: readonly Work[], attempt: Attempt): Promise<readonly Settle[]> {
  const session = await connection.session()
  const settles: Settle[] = []
  try {
    session.send(beginning(attempt))
    for (const work of group) settles.push(await runPiece(session, work, attempt.tries))
  } catch (error) {
    await connection.leave(session)
    throw error
  }
  try {
    await session.end('commit')
  } catch (error) {
    await connection.leave(session)
    if (isLost(error) && (await wasCommitted(connection, attempt))) return settles
    throw mayPass(error) ? new Undone('not committed', { cause: error }) : error
  }
  return settles
}

/** The lock comes before the first read, so that reads see what its former holders left. */
function beginning({ writer, mark, tries }: Attempt): string {
  return `begin isolation level serializable;
    lock table transaction_marks in ${tries < ALONE_FROM ? 'row exclusive' : 'exclusive'} mode;
    insert into transaction_marks (writer, mark) values ('${writer}', ${mark})
      on conflict (writer) do update set mark = excluded.mark, marked_at = excluded.marked_at`
}

/** Waits for an unfinished transaction that has written the mark: the server still holds its connection. */
const MARK_OF = `insert into transaction_marks (writer, mark) values ($1, 0)
  on conflict (writer) do update set mark = transaction_marks.mark returning mark`

async function wasCommitted(connection: Connection, { writer, mark }: Attempt): Promise<boolean> {
  for (const pauseMs of PAUSES_MS) {
    await pause(pauseMs)
    const session = await connection.session()
    try {
      const { rows } = await session.ask(MARK_OF, [writer])
      return rows[0]?.mark === mark
    } catch (error) {
      await connection.leave(session)
      if (!mayPass(error)) throw error
    }
  }
  throw new Error('the connection to the database was lost during a commit: what became of it is not known')
}

/** Throws Undone when the whole transaction is void. */
async function runPiece(session: Session, work: Work, tries: number): Promise<Settle> {
  session.send('savepoint piece')
  const settle = await settled(session, work)
  const voided = session.voided()
  if (voided) throw new Undone('void', { cause: voided })
  const failure = session.takeFailure()
  if (tries === 1 && isDuplicate(failure)) throw new Undone('maybe a conflict', { cause: failure })
  if (settle.kept && failure === null) {
    session.send('release piece')
    return settle.tell
  }
  session.send('rollback to piece; release piece')
  // If work went on after a failed statement, it worked on nothing: the server undoes the whole piece.
  return settle.kept ? () => work.reject(failure) : settle.tell
}

async function settled(session: Session, work: Work): Promise<{ readonly kept: boolean; readonly tell: Settle }> {
  try {
    const value = await work.run(session.tx)
    return { kept: true, tell: () => work.resolve(value) }
  } catch (reason) {
    return { kept: false, tell: () => work.reject(reason) }
  }
}

function mayPass(error: unknown): boolean {
  return isConflict(error) || isLockTimeout(error) || isLost(error)
}
