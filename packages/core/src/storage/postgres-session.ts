import type { Socket } from 'node:net'
import type { Client } from 'pg'
import type { Tx } from './database.ts'
import { type Ask, kyselyOver } from './kysely-over.ts'
import { answerOf, isConflict, isLost, speech, statement } from './postgres-client.ts'

/** One transaction after the other on one connection. */
export type Session = {
  readonly tx: Tx
  /** Answers one statement. */
  readonly ask: Ask
  /** Sends what frames work, and does not wait: where it fails, `end` says so. */
  send(sql: string): void
  /** Sends the last of it, and waits until all is answered. */
  end(sql: string): Promise<void>
  /** What makes the transaction void; null while nothing does. */
  voided(): unknown
  /** The statement's error that the server undoes a piece for; null once asked. */
  takeFailure(): unknown
  /** Leaves what is left of a transaction. False when the connection is of no more use. */
  reset(): Promise<boolean>
  close(): Promise<void>
}

/** The one connection that writes, made when it is needed. */
export type Connection = {
  session(): Promise<Session>
  /** Leaves what is left of a transaction; what is of no more use is replaced by the next one who asks. */
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
      // A connection that is lost may take long to say so.
      session.close().catch(() => {})
    },
    async close() {
      closed = true
      await open?.close()
      open = null
    },
  }
}

/** The connection must pipeline: what is sent does not wait for the answers to what was sent before. */
function openSession(client: Client): Session {
  let voided: unknown = null
  let failure: unknown = null
  let frames: Promise<unknown>[] = []

  const ask: Ask = async (text, parameters) => {
    holdBack(client)
    try {
      return answerOf(await client.query(statement(text, parameters)))
    } catch (error) {
      if (isConflict(error) || isLost(error)) voided ??= error
      failure ??= error
      throw error
    }
  }

  function send(sql: string): void {
    holdBack(client)
    const answered = client.query(sql)
    answered.catch(() => {})
    frames.push(answered)
  }

  return {
    tx: kyselyOver(speech, ask) as Tx,
    ask,
    send,
    async end(sql) {
      send(sql)
      for (const answered of frames) await answered
      frames = []
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
 * What is asked in one go leaves in one packet: to write each statement by itself costs more than most take the server.
 * `pg` has no call for that; the stream under its connection has.
 */
function holdBack(client: Client): void {
  const { stream } = (client as Client & { readonly connection: { readonly stream: Socket } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  // Runs once no promise has anything left to do.
  process.nextTick(() => stream.uncork())
}
