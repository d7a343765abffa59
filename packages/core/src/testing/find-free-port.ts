import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port for a program that is started with it. It lies below those that systems give to outgoing connections and to
 * listeners on any port: these cannot take it before the program starts.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const server = createServer()
    try {
      await once(server.listen(randomInt(10_000, 20_000), '127.0.0.1'), 'listening')
      const address = server.address()
      if (typeof address === 'object' && address) return address.port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  }
  throw new Error('no free port was found')
}
