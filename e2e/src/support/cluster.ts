/** Several servers on one PostgreSQL, each behind its own connection, which tests can cut. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTemporaryFolder, startServer } from './harness.ts'

export type ClusterNode = {
  /** The server's URL; its last one while it is down. */
  readonly url: string
  readonly alive: boolean
  kill(): Promise<void>
  /** Asks it to stop and returns its exit code. */
  stop(): Promise<number>
  start(): Promise<void>
  pause(): void
  goOn(): void
  /** Cuts its connections to the database. */
  cut(): void
  readonly stderr: string
}

export type Cluster = { readonly nodes: readonly ClusterNode[]; close(): Promise<void> }

/** `config`: shared by all servers. `env`: their keys. */
export async function startCluster(
  size: number,
  { database, config, env }: { readonly database: string; readonly config: object; readonly env: NodeJS.ProcessEnv },
): Promise<Cluster> {
  const file = join(createTemporaryFolder(), 'config.json')
  writeFileSync(file, JSON.stringify(config))
  const links = await Promise.all(Array.from({ length: size }, () => openLink(database)))
  const nodes = await Promise.all(links.map((link) => startNode(file, link, env)))
  return {
    nodes,
    async close() {
      await Promise.all(nodes.map((node) => node.kill()))
      await Promise.all(links.map((link) => link.close()))
    },
  }
}

type Link = Awaited<ReturnType<typeof openLink>>

async function startNode(file: string, link: Link, env: NodeJS.ProcessEnv): Promise<ClusterNode> {
  const folder = createTemporaryFolder()
  const open = () =>
    startServer(['--config', file, '--data', folder, '--port', '0'], { env: { ...env, DATABASE_URL: link.url } })
  let run = await open()
  let alive = true
  const lines: string[] = []
  const end = async (signal: NodeJS.Signals) => {
    if (!alive) return 0
    alive = false
    run.signal(signal)
    const code = await run.ended
    lines.push(run.stderr)
    return code
  }
  return {
    get url() {
      return run.url
    },
    get alive() {
      return alive
    },
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    async start() {
      run = await open()
      alive = true
    },
    pause: () => run.signal('SIGSTOP'),
    goOn: () => run.signal('SIGCONT'),
    cut: link.cut,
    get stderr() {
      return [...lines, run.stderr].join('')
    },
  }
}

/** A TCP proxy in front of the database. It forwards everything until it is cut. */
async function openLink(database: string) {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  // Database clients disable Nagle's algorithm. The proxy must as well, or it would add its own delays.
  const server = createServer({ noDelay: true }, (client) => {
    const inner = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    for (const [socket, other] of [
      [client, inner],
      [inner, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database)
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
