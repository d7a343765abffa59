import { Socket } from 'node:net'

export type Load = {
  readonly url: string
  /** The n-th request as bytes. */
  request(n: number): Buffer
  readonly connections: number
  readonly seconds: number
}

export type LoadResult = { readonly requests: number; readonly seconds: number; readonly failed: number }

/**
 * Keeps a number of connections busy for a limited time, each with one request at a time. Works on bytes: a client
 * that parses would use more of the machine than the measured server.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const until = performance.now() + load.seconds * 1_000
  const startedAt = performance.now()
  const counts = { requests: 0, failed: 0 }
  const sleep = stayAwake()
  await Promise.all(Array.from({ length: load.connections }, () => keepBusy(load, until, counts)))
  sleep()
  return { ...counts, seconds: (performance.now() - startedAt) / 1_000 }
}

/**
 * Keeps this process awake. On a virtual machine a server pays up to 16 µs for each answer that wakes a client, so the
 * slower of two servers would look slower than it is. Returns what ends it.
 */
function stayAwake(): () => void {
  let isEnded = false
  const turn = () => void (isEnded || setImmediate(turn))
  turn()
  return () => {
    isEnded = true
  }
}

let next = 0

function keepBusy(load: Load, until: number, counts: { requests: number; failed: number }): Promise<void> {
  const { hostname, port } = new URL(load.url)
  const socket = new Socket().connect(Number(port), hostname)
  socket.setNoDelay(true)
  return new Promise((resolve, reject) => {
    let missing = -1 // bytes of the answer still to come; -1 while its head is not complete
    let head = ''
    const send = () => {
      missing = -1
      head = ''
      socket.write(load.request(next++))
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      if (missing < 0) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!/^HTTP\/1\.1 (?:20[01]|304)/.test(head)) counts.failed += 1
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4)
      } else missing -= chunk.length
      if (missing > 0) return
      counts.requests += 1
      if (performance.now() < until) send()
      else socket.end()
    })
  })
}

/** An HTTP/1.1 request as bytes. */
export function requestBytes(method: string, path: string, headers: Record<string, string>, body = ''): Buffer {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  })
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}
