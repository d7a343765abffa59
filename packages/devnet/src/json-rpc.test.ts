import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { callRpc, RpcError } from './json-rpc.ts'

async function startNode(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the method and its parameters reach the node, and its result comes back unchanged', async () => {
  const url = await startNode(async (request, response) => {
    const call = JSON.parse((await request.toArray()).join('')) as unknown
    response.end(JSON.stringify({ id: 1, result: [request.method, request.headers['content-type'], call] }))
  })
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: ['ü', { a: 1 }] }
  expect(await callRpc(url, 'eth_call', ['ü', { a: 1 }])).toEqual(['POST', 'application/json', call])
})

test('a refusal has the code and the message of the node, whatever the status of the response', async () => {
  const url = await startNode((_request, response) => {
    response.writeHead(500).end(JSON.stringify({ id: 1, error: { code: -32_601, message: 'Method not found' } }))
  })
  const refusal = callRpc(url, 'eth_nothing')
  await expect(refusal).rejects.toThrow(RpcError)
  await expect(refusal).rejects.toMatchObject({ code: -32_601, message: 'eth_nothing: Method not found' })
})

test('a node that is gone is a TypeError with its cause, as for fetch', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const url = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
  await new Promise((resolve) => closed.close(resolve))
  const call = callRpc(url, 'eth_chainId')
  await expect(call).rejects.toThrow(TypeError)
  await expect(call).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})

test('so is one that hangs up, before its answer or in the middle of it', async () => {
  const before = await startNode((request) => void request.socket.destroy())
  await expect(callRpc(before, 'eth_chainId')).rejects.toThrow(TypeError)
  const inside = await startNode((request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"result":', () => request.socket.destroy())
  })
  await expect(callRpc(inside, 'eth_chainId')).rejects.toThrow(TypeError)
})

test('a node that does not answer in time is a TimeoutError, even if it has begun to', async () => {
  const silent = await startNode(() => undefined)
  await expect(callRpc(silent, 'eth_chainId', [], 50)).rejects.toMatchObject({ name: 'TimeoutError' })
  const slow = await startNode((_request, response) => void response.writeHead(200).write('{"result":'))
  await expect(callRpc(slow, 'eth_chainId', [], 200)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('an answer that is no JSON is a SyntaxError', async () => {
  const url = await startNode((_request, response) => void response.end('<html>Bad gateway</html>'))
  await expect(callRpc(url, 'eth_chainId')).rejects.toThrow(SyntaxError)
})

test('neither a call nor the supervisor loads undici, which takes more memory than they do', async () => {
  const url = await startNode((_request, response) => void response.end('{"result":"0x1"}'))
  const script = `
    import { callRpc } from ${JSON.stringify(new URL('./json-rpc.ts', import.meta.url).href)}
    import ${JSON.stringify(new URL('./supervise-chain.ts', import.meta.url).href)}
    const result = await callRpc(${JSON.stringify(url)}, 'eth_chainId')
    const loaded = process.moduleLoadList
    console.log(JSON.stringify([result, loaded.includes('NativeModule http'), loaded.filter((name) => /undici$/.test(name))]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(JSON.parse(stdout)).toEqual(['0x1', true, []])
})
