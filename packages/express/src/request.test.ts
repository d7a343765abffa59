import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { toApiRequest } from './request.ts'

const MAX_BYTES = 65_536
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that waits a tenth of a second for bodies, and the results of its requests. */
async function openServer() {
  const received: Promise<unknown>[] = []
  const server = createServer((request, response) => {
    const answered = toApiRequest(request, '', () => MAX_BYTES, 100).then((parsed) => {
      if (parsed) response.end('received')
      return parsed
    })
    received.push(answered)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  const { port } = server.address() as AddressInfo
  return { received, connect: () => connect(port, '127.0.0.1') }
}

async function isClosed(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (bytes) => (text += bytes)).on('error', () => {})
  await new Promise((resolve) => socket.on('close', resolve))
  return text
}

const HEAD = 'POST /v1/payments HTTP/1.1\r\nhost: shop\r\n'

test.each([
  ['never comes', (socket: Socket) => socket.write(`${HEAD}content-length: 9\r\n\r\n`)],
  ['stops halfway', (socket: Socket) => socket.write(`${HEAD}content-length: 9\r\n\r\n{"am`)],
  ['comes without an end', (socket: Socket) => socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`)],
])('a body that %s is not waited for: the connection is closed', async (_name, write) => {
  const server = await openServer()
  const socket = server.connect()
  write(socket)
  expect(await isClosed(socket)).toBe('')
  expect(await Promise.all(server.received)).toEqual([null])
})

test('a body that comes byte by byte is left at the deadline', async () => {
  const server = await openServer()
  const socket = server.connect()
  socket.write(`${HEAD}content-length: 100000\r\n\r\n`)
  const timer = setInterval(() => socket.write('x'), 10)
  closing.push(() => clearInterval(timer))
  expect(await isClosed(socket)).toBe('')
  expect(await Promise.all(server.received)).toEqual([null])
})

test('a body that is there in time leaves the connection open for the next request', async () => {
  const server = await openServer()
  const socket = server.connect()
  for (let request = 0; request < 2; request++) {
    socket.write(`${HEAD}content-length: 2\r\n\r\n{}`)
    expect(String(await once(socket, 'data'))).toContain('received')
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  socket.destroy()
  expect(await Promise.all(server.received)).toMatchObject([{ body: { kind: 'bytes' } }, { body: { kind: 'bytes' } }])
})
