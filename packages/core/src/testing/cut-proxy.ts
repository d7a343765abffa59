import { connect, createServer, type Socket } from 'node:net'

/** The moment in a commit when a connection breaks. */
export type Cut =
  /** The commit never arrives, and the server sees the connection close. */
  | 'before'
  /** The commit never arrives, and the server does not see the connection close. */
  | 'unnoticed'
  /** The commit is done, and the answer never arrives. */
  | 'after'

/** PostgreSQL behind a network that breaks at the commits set by `cut`. */
export async function openCutProxy(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const cuts: Cut[] = []
  const made: Cut[] = []
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    let last: Cut | null = null
    client.on('data', (bytes) => {
      if (last === null && bytes.includes('commit')) last = cuts.shift() ?? null
      if (last !== null) made.push(last)
      if (last === null || last === 'after') database.write(bytes)
      else client.destroy()
      if (last === 'before') database.destroy()
    })
    database.on('data', (bytes) => {
      if (last !== 'after') client.write(bytes)
      else if (bytes.includes('COMMIT')) client.destroy()
    })
    client.on('close', () => {
      if (last !== 'unnoticed') database.destroy()
    })
    database.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const own = new URL(url)
  own.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: own.href,
    /** The next commit breaks at the first place, the one after it at the next place. */
    cut: (...places: readonly Cut[]) => cuts.push(...places),
    /** Cuts that were made. */
    made,
    /** Closes all connections, whatever they are doing. */
    async breakAll(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise(setImmediate)
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
