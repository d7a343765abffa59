import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CuttingProxy = {
  /** Of what it stands before, with the proxy's own port. */
  readonly url: string
  /** After how many bytes of an answer its connection is cut; null: it is not. Asked for each request. */
  cut: () => number | null
  /** How many connections were cut */
  readonly cuts: number
  stop(): Promise<void>
}

/** A TCP proxy on the loopback address that passes on every byte, until it cuts a connection between any two of them. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port, pathname } = new URL(target)
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((client) => {
    const node = connect(Number(port), hostname)
    for (const socket of [client, node]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('close', () => node.destroy())
    node.on('close', () => client.destroy())
    let left: number | null = null
    client.on('data', (bytes: Buffer) => {
      left = proxy.cut()
      node.write(bytes)
    })
    node.on('data', (bytes: Buffer) => {
      if (left === null) {
        client.write(bytes)
      } else if (bytes.length < left) {
        left -= bytes.length
        client.write(bytes)
      } else {
        cuts += 1
        client.write(bytes.subarray(0, left), () => client.destroy())
        left = 0
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname === '/' ? '' : pathname}`,
    cut: () => null,
    get cuts() {
      return cuts
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
