import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Profile, Ready, Usage, Wish } from './serve.ts'

export type Child = {
  readonly url: string
  /** The server's message before it listened. */
  readonly stats: Record<string, unknown>
  usage(): Promise<Usage>
  startProfile(): Promise<void>
  stopProfile(): Promise<Profile>
  stop(): Promise<void>
}

const canPin = (() => {
  try {
    execFileSync('taskset', ['-c', '0', 'true'])
    return true
  } catch {
    return false
  }
})()

type Placing = {
  /** A command that starts and traces the server. */
  readonly tracer?: readonly string[]
  /** Pins the server to the first core, if the system can pin processes. */
  readonly pinned?: boolean
}

/** Starts a server under test. */
export async function startChild(
  file: string,
  args: readonly string[],
  { tracer = [], pinned = true }: Placing = {},
): Promise<Child> {
  const command = [...tracer, process.execPath, join(import.meta.dirname, file), ...args]
  const [program = '', ...rest] = pinned && canPin ? ['taskset', '-c', '0', ...command] : command
  const child = spawn(program, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let stats: Record<string, unknown> = {}
  for (;;) {
    const message = await nextMessage<Partial<Ready> & Record<string, unknown>>(child)
    if (message.port !== undefined) return control(child, `http://127.0.0.1:${message.port}`, stats)
    stats = { ...stats, ...message }
  }
}

function control(child: ChildProcess, url: string, stats: Record<string, unknown>): Child {
  const ask = <T>(wish: Wish) => {
    child.send(wish)
    return nextMessage<T>(child)
  }
  return {
    url,
    stats,
    usage: () => ask<Usage>('usage'),
    async startProfile() {
      await ask('start profile')
    },
    stopProfile: () => ask<Profile>('stop profile'),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** The child's next message. Throws if the child ends first. */
async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const waiting = new AbortController()
  const ended = once(child, 'exit', { signal: waiting.signal }).then(() => {
    throw new Error('the server under test ended')
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: waiting.signal }), ended])
    return message as T
  } finally {
    ended.catch(() => {})
    waiting.abort()
  }
}
