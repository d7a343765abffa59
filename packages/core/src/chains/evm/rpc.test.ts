import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { failover, httpRpc, onChain, type Rpc, RpcError } from './rpc.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(listener: RequestListener): Promise<Rpc> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return httpRpc(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

const answering = (status: number, body: string) => serve((_, response) => response.writeHead(status).end(body))

const down: Rpc = async () => {
  throw new Error('connection refused')
}

test('a question goes out as JSON-RPC 2.0, its answer comes back', async () => {
  let asked = ''
  const rpc = await serve(async (request, response) => {
    for await (const chunk of request) asked += chunk
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { number: '0x1' } }))
  })
  expect(await rpc('eth_getBlockByNumber', ['latest', false])).toEqual({ number: '0x1' })
  expect(JSON.parse(asked)).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
})

test('an answer of null is an answer', async () => {
  const rpc = await answering(200, '{"jsonrpc":"2.0","id":1,"result":null}')
  expect(await rpc('eth_getBlockByNumber', ['0x99', false])).toBeNull()
})

test('a refusal is told apart from a node that does not work, whatever its HTTP status', async () => {
  for (const status of [200, 400, 429]) {
    const rpc = await answering(status, '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"too wide"}}')
    const refusal = await rpc('eth_getLogs', []).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(RpcError)
    expect(refusal).toMatchObject({ rpcCode: -32005, message: 'eth_getLogs: too wide' })
  }
  for (const [status, body] of [
    [502, '<html>'],
    [200, ''],
    [200, 'null'],
    [200, '7'],
    [200, '{}'],
    [500, '{"result":1}'],
  ] as const) {
    const failure = await (await answering(status, body))('eth_getLogs', []).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(RpcError)
  }
})

test('a node that redirects is not followed', async () => {
  const rpc = await serve((_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end())
  await expect(rpc('eth_chainId', [])).rejects.toThrow()
})

test('the next node is asked when one can not be reached, and stays the preferred one', async () => {
  let asked = 0
  const first: Rpc = async () => {
    asked += 1
    throw new Error('connection refused')
  }
  const rpc = failover([first, async () => 'second', down])
  expect(await rpc('x', [])).toBe('second')
  expect(await rpc('x', [])).toBe('second')
  expect(asked).toBe(1)
})

test('many questions at once all find the node that works', async () => {
  for (let working = 0; working < 3; working++) {
    const nodes: Rpc[] = [down, down, down]
    nodes[working] = async () => 'answer'
    const rpc = failover(nodes)
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 7 }, () => rpc('x', [])))
      expect(answers).toEqual(Array(7).fill('answer'))
    }
  }
})

test('a refusal is an answer: no other node is asked', async () => {
  const refusing: Rpc = async () => {
    throw new RpcError('no', -32000)
  }
  await expect(failover([refusing, async () => 'second'])('x', [])).rejects.toThrow(RpcError)
})

test('when no node can be reached the failure says why', async () => {
  await expect(failover([down, down])('x', [])).rejects.toThrow('connection refused')
})

test('a node of another chain is not believed, and is checked again after it failed', async () => {
  let chainId = '0x2'
  let reachable = true
  const asked: string[] = []
  const node: Rpc = async (method) => {
    asked.push(method)
    if (!reachable) throw new Error('connection refused')
    return method === 'eth_chainId' ? chainId : 'answer'
  }
  const rpc = onChain(1, node)
  await expect(rpc('x', [])).rejects.toThrow(/serves chain 2, not 1/)
  chainId = '0x1'
  expect(await rpc('x', [])).toBe('answer')
  expect(await rpc('x', [])).toBe('answer')
  expect(asked).toEqual(['eth_chainId', 'eth_chainId', 'x', 'x'])
  reachable = false
  await expect(rpc('x', [])).rejects.toThrow(/refused/)
  reachable = true
  chainId = '0x2'
  await expect(rpc('x', [])).rejects.toThrow(/serves chain 2/)
})
