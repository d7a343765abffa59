import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { writeStream } from './write-stream.ts'

const MEGABYTE = 'x'.repeat(1_048_576)

/** A server that answers with a stream of texts, and what it noticed. */
async function serveTexts(next: (count: number) => string | null | Promise<string | null>) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const written: Promise<void>[] = []
  let asked = 0
  const stream = {
    ended,
    [Symbol.asyncIterator]: () => stream,
    async next() {
      asked += 1
      const value = await Promise.race([next(asked), ended.then(() => null)])
      return value === null ? ({ done: true, value: undefined } as const) : ({ done: false, value } as const)
    },
    async return() {
      end()
      return { done: true, value: undefined } as const
    },
  }
  const server = createServer((_request, response) => void written.push(writeStream(response, stream)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const request = get({ port, host: '127.0.0.1' })
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { request, response, ended, end, asked: () => asked, written: () => Promise.all(written) }
}

const forEver = () => new Promise<null>(() => {})

test('each text leaves at once, and the end ends the response', async () => {
  let go = () => {}
  const gate = new Promise<string>((resolve) => {
    go = () => resolve('b')
  })
  const { response, written } = await serveTexts((count) => (count === 1 ? 'a' : count === 2 ? gate : null))
  const chunks = response[Symbol.asyncIterator]()
  expect(String((await chunks.next()).value)).toBe('a')
  go()
  expect(String((await chunks.next()).value)).toBe('b')
  expect((await chunks.next()).done).toBe(true)
  await written()
})

test('a client that takes nothing is not written to any more, and cut off when the stream ends', async () => {
  const { response, asked, end, written } = await serveTexts(() => MEGABYTE)
  response.pause()
  let before = -1
  while (before !== asked()) {
    before = asked()
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(asked()).toBeLessThan(64)
  end()
  await written()
  response.resume()
  await expect(once(response, 'end')).rejects.toThrow('aborted')
})

test('a client that reads slowly gets everything', async () => {
  const { response, written } = await serveTexts((count) => (count <= 20 ? MEGABYTE : null))
  let size = 0
  for await (const chunk of response) {
    size += (chunk as Buffer).length
    if (size % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(size).toBe(20 * MEGABYTE.length)
  await written()
})

test.each([
  ['that waits for a text', () => forEver()],
  ['that writes', () => MEGABYTE],
])('a client that leaves ends a stream %s', async (_name, next) => {
  const { request, response, ended, written } = await serveTexts((count) => (count === 1 ? 'a' : next()))
  await once(response, 'data')
  request.destroy()
  await ended
  await written()
})
