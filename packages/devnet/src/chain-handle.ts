import type { NetworkName } from './networks.ts'
import type { ChainMessage, ChainRequest } from './supervisor-options.ts'

/** A running chain of a supervisor */
export type Chain = {
  name: NetworkName
  rpcUrl: string
  fresh: boolean
  anvilPid: number
  /**
   * Runs `work` between two blocks of the supervisor, which neither mines nor saves this chain meanwhile.
   * @throws errors of `work`, and if the chain has ended
   */
  hold<T>(work: () => Promise<T>): Promise<T>
}

/** The server's end of one chain's messages and requests */
export type ChainHandle = {
  /** Resolves when the chain answers, and rejects with the reason if it ends before. */
  readonly started: Promise<Chain>
  receive(message: ChainMessage): void
  /** Ends a chain whose supervisor has ended. Returns the process id of its anvil, if the chain ran until now. */
  end(reason: string): number | undefined
}

/** `log` receives the chain's problems once it has started, and the reason for its end if that was not `end`. */
export function createChainHandle(
  name: NetworkName,
  send: (request: ChainRequest) => void,
  log: (line: string) => void,
): ChainHandle {
  const started = Promise.withResolvers<Chain>()
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let anvilPid: number | undefined
  let hasEnded = false
  let nextId = 1
  const hold = async <T>(work: () => Promise<T>): Promise<T> => {
    if (hasEnded) throw new Error(`The local ${name} has stopped.`)
    const id = nextId++
    const held = Promise.withResolvers<void>()
    waiting.set(id, held)
    send({ type: 'hold', id })
    try {
      await held.promise
      return await work()
    } finally {
      waiting.delete(id)
      send({ type: 'release', id })
    }
  }
  const end = (reason: string): number | undefined => {
    hasEnded = true
    const error = new Error(`${name}: ${reason}`)
    started.reject(error)
    for (const { reject } of waiting.values()) reject(error)
    const pid = anvilPid
    // From now on the id may be that of any process.
    anvilPid = undefined
    return pid
  }
  return {
    started: started.promise,
    receive(message) {
      if (message.type === 'log') log(message.line)
      if (message.type === 'held') waiting.get(message.id)?.resolve()
      if (message.type === 'ready') {
        anvilPid = message.anvilPid
        started.resolve({ name, rpcUrl: message.rpcUrl, fresh: message.fresh, anvilPid: message.anvilPid, hold })
      }
      if (message.type === 'failed' && end(message.reason) !== undefined) {
        log(`The local network has stopped: ${message.reason}`)
      }
    },
    end,
  }
}
