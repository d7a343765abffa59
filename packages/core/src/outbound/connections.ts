import { Agent, type RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Less than the five seconds after which many a server closes a connection that is idle. */
const IDLE_MS = 4_000
const IDLE_A_SERVER = 4
/** While as many are open none is kept. */
const ENOUGH = 256

/** What a request says of its connection. */
export type ConnectionOptions = RequestOptions & {
  /** The server and its checked addresses: a connection that is kept under the same name serves. */
  readonly name: string
  readonly open: () => Promise<Socket>
}

/** Connections that stay open for a little after an answer, for requests that go by the same rules. */
export class Connections extends Agent {
  #open = 0

  constructor() {
    super({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: IDLE_A_SERVER })
  }

  override getName(options?: object): string {
    return (options as ConnectionOptions).name
  }

  override createConnection(options: object, done?: (error: Error | null, socket: Duplex) => void): undefined {
    const opened = (socket: Socket) => {
      this.#open += 1
      socket.once('close', () => {
        this.#open -= 1
      })
      done?.(null, socket)
    }
    // With an error there is no socket, whatever the type of the callback says.
    const failed = (error: Error) => (done as ((error: Error) => void) | undefined)?.(error)
    ;(options as ConnectionOptions).open().then(opened, failed)
  }

  override keepSocketAlive(socket: Duplex): boolean {
    return this.#open < ENOUGH && Boolean(super.keepSocketAlive(socket))
  }

  /** Closes those that are idle. */
  forget(name: string): void {
    for (const socket of this.freeSockets[name] ?? []) socket.destroy()
  }
}
