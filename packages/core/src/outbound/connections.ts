import { Agent, type RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Less than the five seconds after which many servers close an idle connection. */
const IDLE_MS = 4_000
const IDLE_A_SERVER = 4
/** While this many are open, none is kept. */
const ENOUGH = 256

/** A request's options for its connection. */
export type ConnectionOptions = RequestOptions & {
  /** The server and its checked addresses: an open connection with the same name is reused. */
  readonly name: string
  readonly open: () => Promise<Socket>
}

/** Connections that stay open for a short time after a response, for requests with the same rules. */
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
    // With an error there is no socket, whatever the callback's type says.
    const failed = (error: Error) => (done as ((error: Error) => void) | undefined)?.(error)
    ;(options as ConnectionOptions).open().then(opened, failed)
  }

  override keepSocketAlive(socket: Duplex): boolean {
    return this.#open < ENOUGH && Boolean(super.keepSocketAlive(socket))
  }

  /** Closes the idle ones. */
  forget(name: string): void {
    for (const socket of this.freeSockets[name] ?? []) socket.destroy()
  }
}
