import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CuttingProxy = {
  /** The target's URL with the proxy's own port. */
  readonly url: string
  /** Called for each request: after how many bytes of the answer its connection is cut; null to let it through. */
  cut: () => number | null
  /** The number of connections that were cut */
  readonly cuts: number
  stop(): Promise<void>
}

/** A TCP proxy on loopback that forwards every byte, until it cuts a connection between any two bytes. */
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
