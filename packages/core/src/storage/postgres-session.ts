import type { Socket } from 'node:net'
import type { Client, QueryResult } from 'pg'
import type { Tx } from './database.ts'
import { createKysely, type ExecuteStatement } from './kysely-over.ts'
import { createStatement, isConflict, isLost, postgresDialect, toAnswer } from './postgres-client.ts'

/** Runs one transaction after the other on one connection. */
export type Session = {
  readonly tx: Tx
  /** Executes one statement. */
  readonly ask: ExecuteStatement
  /** Sends a statement around the work. Nobody has to wait for the answer: if it fails, `commit` rejects. */
  send(sql: string): Promise<unknown>
  /** Commits, and waits for all answers. Rejects if the server has rolled back instead. */
  commit(): Promise<void>
  /** The error that makes the transaction void; null while there is none. */
  voided(): unknown
  /** The failed statement's error, for which the server undoes a piece. Reading it resets it to null. */
  takeFailure(): unknown
  /** Rolls back what is left of a transaction. False when the connection is unusable. */
  reset(): Promise<boolean>
  close(): Promise<void>
}

/** The one writing connection, opened when needed. */
export type Connection = {
  session(): Promise<Session>
  /** Rolls back what is left of a transaction. The next caller replaces an unusable connection. */
  leave(session: Session): Promise<void>
  close(): Promise<void>
}

export function openConnection(connect: () => Promise<Client>): Connection {
  let open: Session | null = null
  let closed = false
  return {
    async session() {
      if (closed) throw new Error('the database is closed')
      open ??= openSession(await connect())
      return open
    },
    async leave(session) {
      if (await session.reset()) return
      open = null
      // A lost connection may take long to report it.
      session.close().catch(() => {})
    },
    async close() {
      closed = true
      await open?.close()
      open = null
    },
  }
}

/** The connection must pipeline: a statement does not wait for the answers to earlier ones. */
function openSession(client: Client): Session {
  let voided: unknown = null
  let failure: unknown = null
  let frames: Promise<QueryResult>[] = []

  const ask: ExecuteStatement = async (text, parameters) => {
    holdBack(client)
    try {
      return toAnswer(await client.query(createStatement(text, parameters)))
    } catch (error) {
      if (isConflict(error) || isLost(error)) voided ??= error
      failure ??= error
      throw error
    }
  }

  function send(sql: string): Promise<unknown> {
    holdBack(client)
    const answered = client.query(sql)
    answered.catch(() => {})
    frames.push(answered)
    return answered
  }

  return {
    tx: createKysely(postgresDialect, ask) as Tx,
    ask,
    send,
    async commit() {
      void send('commit')
      let last: QueryResult | null = null
      for (const answered of frames) last = await answered
      frames = []
      // The server says no more than this after a statement that failed and that nobody waited for.
      if (last?.command === 'ROLLBACK') throw new Error('the server has rolled back')
    },
    voided: () => voided,
    takeFailure() {
      const taken = failure
      failure = null
      return taken
    },
    async reset() {
      const lost = isLost(voided)
      frames = []
      voided = null
      failure = null
      return (
        !lost &&
        client.query('rollback').then(
          () => true,
          () => false,
        )
      )
    },
    close: () => client.end(),
  }
}

/**
 * Sends statements of one tick in one packet: writing each by itself costs more than most take the server. `pg` has no
 * call for that, but the stream under its connection has.
 */
function holdBack(client: Client): void {
  const { stream } = (client as Client & { readonly connection: { readonly stream: Socket } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  // Runs when no promise has anything left to do.
  process.nextTick(() => stream.uncork())
}
