import { expect, test } from 'vitest'
import { ScriptedNode } from '../../testing/scripted-node.ts'
import { NodeError, OwnError } from '../node-error.ts'
import type { Rpc } from '../rpc.ts'
import { countVotes, findMajorityValue } from '../votes.ts'
import { type EvmEndpoint, openEvmEndpoints } from './endpoints.ts'

const TOKEN = `0x${'a'.repeat(40)}`
const busy = (seconds: number | null) => new NodeError('busy', 'wait', { retryAfterMs: seconds && seconds * 1_000 })
const down = new NodeError('unreachable', 'connection refused')

/** Endpoints whose nodes answer with their names, or fail as the test sets. */
function openPool(...args: (string | { witnesses: number })[]) {
  const names = args.filter((one) => typeof one === 'string')
  const [{ witnesses } = {}] = args.filter((one) => typeof one !== 'string')
  const failures = new Map<string, NodeError | Error>()
  const chainIds = new Map<string, string>()
  const requests: string[] = []
  const pauses: number[] = []
  let now = 0
  const connect =
    (url: string): Rpc =>
    async (method) => {
      const { hostname: name } = new URL(url)
      requests.push(method === 'x' ? name : `${name} ${method}`)
      const failure = failures.get(name)
      if (failure) throw failure
      return method === 'eth_chainId' ? (chainIds.get(name) ?? '0x1') : name
    }
  const urls = names.map((name) => `http://${name}:8545/v3/secret?key=secret`)
  const options = { urls, chainId: 1, connect, tokens: [TOKEN], finality: 'finalized' } as const
  const pause = async (ms: number) => void pauses.push(ms)
  const endpoints = openEvmEndpoints({ ...options, witnesses, elapsed: () => now, pause })
  const ask = (besides?: EvmEndpoint) => endpoints.use(({ rpc }) => rpc('x', []), besides ? { besides: [besides] } : {})
  return {
    endpoints,
    failures,
    chainIds,
    ask,
    /** The pauses before repeated requests since the last call. */
    paused: () => pauses.splice(0),
    /** The nodes asked since the last call. */
    asked: () => requests.splice(0).map((one) => one.split(' ')[0]),
    askedForChain: () => requests.splice(0).filter((one) => one.includes(' ')),
    wait(seconds: number) {
      now += seconds * 1_000
    },
    state: (name: string) => endpoints.states().find(({ url }) => url.includes(name))!,
  }
}

test('the first node is asked, the next one when it fails, and the first again once it is well', async () => {
  const pool = openPool('a', 'b', 'c')
  expect(await pool.ask()).toBe('a')
  pool.failures.set('a', down)
  expect(await pool.ask()).toBe('b')
  pool.failures.delete('a')
  expect(await pool.ask()).toBe('b')
  pool.wait(2)
  expect(await pool.ask()).toBe('b')
  pool.wait(60)
  expect(await pool.ask()).toBe('a')
})

test('all that one work asks is asked of one node: what fails in the middle begins anew with the next', async () => {
  const pool = openPool('a', 'b')
  const answers = await pool.endpoints.use(async ({ rpc }) => {
    const first = await rpc('x', [])
    if (first === 'a') pool.failures.set('a', down)
    return [first, await rpc('x', []), await rpc('x', [])]
  })
  expect(answers).toEqual(['b', 'b', 'b'])
})

test('an error that is not a node’s blames nobody and is thrown at once', async () => {
  const pool = openPool('a', 'b')
  const work = pool.endpoints.use(async () => {
    throw new OwnError(new Error('the disk is full'))
  })
  await expect(work).rejects.toThrow(OwnError)
  expect(pool.endpoints.states().map(({ score, error }) => [score, error])).toEqual([
    [1, null],
    [1, null],
  ])
})

test('whatever reading an answer throws is an error of the node, and the next node is asked', async () => {
  for (const Thrown of [TypeError, RangeError, SyntaxError]) {
    const pool = openPool('a', 'b')
    const answer = await pool.endpoints.use(async ({ rpc }) => {
      if ((await rpc('x', [])) === 'a') throw new Thrown('not a list')
      return 'read'
    })
    expect(answer).toBe('read')
    expect(pool.state('//a')).toMatchObject({
      healthy: false,
      error: 'the node: the answer cannot be read: not a list',
    })
  }
})

test('when no node does the work, the last failure is thrown', async () => {
  const pool = openPool('a', 'b')
  pool.failures.set('a', down)
  pool.failures.set('b', new NodeError('malformed', 'nonsense'))
  await expect(pool.ask()).rejects.toThrow('nonsense')
})

test('where all rest, the one whose rest ends first is asked anyway', async () => {
  const pool = openPool('a', 'b')
  pool.failures.set('a', down)
  expect(await pool.ask()).toBe('b')
  pool.wait(0.5)
  pool.failures.set('b', down)
  await expect(pool.ask()).rejects.toThrow('refused')
  pool.asked()
  await expect(pool.ask()).rejects.toThrow('refused')
  expect(pool.asked()).toEqual(['a'])
})

test('a busy node is not asked before it said, not even where there is no other', async () => {
  for (const names of [['a'], ['a', 'b']]) {
    const pool = openPool(...names)
    for (const name of names) pool.failures.set(name, busy(20))
    await expect(pool.ask()).rejects.toThrow('wait')
    pool.failures.clear()
    pool.asked()
    pool.wait(19)
    await expect(pool.ask()).rejects.toMatchObject({ kind: 'busy', retryAfterMs: 1_000, message: /for 1 s/ })
    expect(pool.asked()).toEqual([])
    pool.wait(1)
    expect(await pool.ask()).toBe('a')
  }
})

test('that something is forgotten is said when all that are not down have forgotten it', async () => {
  const pool = openPool('a', 'b')
  pool.failures.set('a', new NodeError('pruned', 'forgotten'))
  pool.failures.set('b', down)
  for (let failures = 0; failures < 3; failures++) {
    await expect(pool.ask()).rejects.toMatchObject({ kind: 'unreachable' })
    // It is not asked while it rests.
    await expect(pool.ask()).rejects.toMatchObject({ kind: 'busy' })
    pool.wait(8)
  }
  await expect(pool.ask()).rejects.toMatchObject({ kind: 'pruned' })
  pool.failures.delete('b')
  pool.wait(60)
  expect(await pool.ask()).toBe('b')
})

test.each([
  ['without saying for how long', busy(null), [250, 1_000]],
  ['for a second', busy(1), [1_000, 1_000]],
  ['for longer, which is a rest', busy(3), []],
  ['in vain, because it does not answer at all', down, []],
] as const)('a request is repeated twice while its node asks to wait: %s', async (_, failure, pauses) => {
  const pool = openPool('a')
  await pool.ask()
  pool.asked()
  pool.failures.set('a', failure)
  await expect(pool.ask()).rejects.toThrow(failure.message)
  expect(pool.paused()).toEqual(pauses)
  expect(pool.asked()).toHaveLength(pauses.length + 1)
  expect(pool.state('a').error).toBe(failure.message)
})

test('a transaction is sent once, and its sender decides about another try', async () => {
  const pool = openPool('a')
  await pool.ask()
  pool.failures.set('a', busy(null))
  await expect(pool.endpoints.use(({ rpc }) => rpc('eth_sendRawTransaction', ['0x']))).rejects.toThrow('wait')
  expect(pool.paused()).toEqual([])
})

test('rests grow only while a busy node answers no request at all', async () => {
  const pool = openPool('a')
  const failing = () =>
    pool.endpoints.use(async ({ rpc }) => {
      pool.failures.delete('a')
      await rpc('x', [])
      pool.failures.set('a', busy(null))
      await rpc('x', [])
    })
  const rests: number[] = []
  const rest = () => {
    rests.push(pool.state('a').restingSeconds)
    pool.wait(60)
  }
  for (let times = 0; times < 4; times++) {
    await expect(failing()).rejects.toThrow('wait')
    rest()
  }
  for (let times = 0; times < 4; times++) {
    await expect(pool.ask()).rejects.toThrow('wait')
    rest()
  }
  expect(rests).toEqual([1, 1, 1, 1, 2, 4, 8, 16])
})

test('while one is busy another one is asked', async () => {
  const pool = openPool('a', 'b')
  pool.failures.set('a', busy(20))
  expect(await pool.ask()).toBe('b')
  pool.asked()
  pool.wait(19)
  expect(await pool.ask()).toBe('b')
  expect(pool.asked()).toEqual(['b'])
  expect(pool.state('//a')).toMatchObject({ healthy: false, restingSeconds: 1, error: 'wait' })
})

test('a lone node that fails is asked again at once', async () => {
  const pool = openPool('a')
  pool.failures.set('a', down)
  for (let times = 0; times < 5; times++) await expect(pool.ask()).rejects.toThrow('refused')
  expect(pool.state('a')).toMatchObject({ healthy: false, restingSeconds: 0, error: 'connection refused' })
  pool.failures.clear()
  expect(await pool.ask()).toBe('a')
  expect(pool.state('a').error).toBeNull()
})

test('a refusal and a node that is behind cost little, but the next node is asked', async () => {
  for (const kind of ['refused', 'behind'] as const) {
    const pool = openPool('a', 'b')
    pool.failures.set('a', new NodeError(kind, 'no'))
    expect(await pool.ask()).toBe('b')
    pool.failures.clear()
    expect(await pool.ask()).toBe('a')
  }
})

test('a second opinion is another node’s, however long that one is away', async () => {
  const pool = openPool('a', 'b')
  const first = await pool.endpoints.use(async (endpoint) => endpoint)
  pool.failures.set('b', down)
  for (let attempt = 0; attempt < 4; attempt++) {
    await expect(pool.ask(first)).rejects.toThrow(down.message)
    if (attempt < 3) pool.wait(60)
  }
  pool.asked()
  // It rests, so no request waits for its answer.
  await expect(pool.ask(first)).rejects.toThrow('no other node answers, and one is not enough: connection refused')
  expect(pool.asked()).toEqual([])
  expect(pool.endpoints.witnesses()).toEqual({ needed: 2, present: 1, missing: ['b:8545: connection refused'] })
  pool.failures.clear()
  pool.wait(60)
  expect(await pool.ask(first)).toBe('b')
  expect(pool.endpoints.witnesses()).toEqual({ needed: 2, present: 2, missing: [] })
})

test('where fewer have a vote than must agree, those that are down are tried again', async () => {
  const pool = openPool('a', 'b')
  pool.failures.set('b', down)
  const vote = () => pool.endpoints.all(({ rpc }) => rpc('x', []))
  for (let attempt = 0; attempt < 4; attempt++) {
    expect(await vote()).toEqual(['a'])
    pool.wait(60)
  }
  expect(pool.endpoints.voters()).toBe(1)
  expect(pool.endpoints.vote([true])).toBeNull()
  pool.failures.clear()
  expect(await vote()).toEqual(['a', 'b'])
  expect(pool.endpoints.vote([true, true])).toBe(true)
  expect(pool.endpoints.vote([true, false])).toBeNull()
})

test('a node that asks to wait keeps its vote, however often it does', async () => {
  const pool = openPool('a', 'b', 'c')
  pool.failures.set('b', busy(1)).set('c', busy(1))
  for (let attempt = 0; attempt < 9; attempt++) {
    expect(await pool.endpoints.all(({ rpc }) => rpc('x', []))).toEqual(['a'])
    pool.wait(2)
  }
  expect(pool.endpoints.voters()).toBe(3)
  expect(pool.endpoints.vote([true])).toBeNull()
})

test('of four nodes two that agree decide while the others ask to wait, unless they contradict each other', async () => {
  const pool = openPool('a', 'b', 'c', 'd')
  const { endpoints, failures } = pool
  failures.set('c', down).set('d', down)
  expect(await endpoints.all(({ rpc }) => rpc('x', []))).toEqual(['a', 'b'])
  expect(endpoints.vote([1, 1])).toBeNull()
  expect(endpoints.reachedByMost([9, 8], 2)).toBeNull()
  pool.wait(2)
  failures.set('c', busy(1)).set('d', busy(1))
  expect(await endpoints.all(({ rpc }) => rpc('x', []))).toEqual(['a', 'b'])
  expect(endpoints.vote([1, 1])).toBe(1)
  expect(endpoints.reachedByMost([9, 8], 2)).toBe(8)
  expect(endpoints.vote([1, 2])).toBeNull()
  expect(endpoints.vote([1])).toBeNull()
  expect(endpoints.reachedByMost([9], 1)).toBeNull()
})

test('of five nodes two outvote a third only while no other asks to wait', () => {
  const answers = [1, 1, 2]
  const rules = { needed: 2, voters: 5, busy: 2 }
  expect(countVotes(answers, String, rules)).toEqual({ sides: 2, winner: null })
  expect(countVotes(answers, String, { ...rules, voters: 3, busy: 0 })).toEqual({ sides: 2, winner: 1 })
  expect(findMajorityValue([9, 8, 7], 3, rules)).toBe(7)
  expect(findMajorityValue([9, 8, 7], 3, { ...rules, voters: 3, busy: 0 })).toBe(8)
})

test('where one witness is enough, a second opinion is the same node’s once the other is down or always busy', async () => {
  for (const failure of [down, busy(1)]) {
    const pool = openPool({ witnesses: 1 }, 'a', 'b')
    const first = await pool.endpoints.use(async (endpoint) => endpoint)
    pool.failures.set('b', failure)
    for (let attempt = 0; attempt < 4; attempt++) {
      await expect(pool.ask(first)).rejects.toThrow(failure.message)
      pool.wait(60)
    }
    expect(await pool.ask(first)).toBe('a')
    expect(pool.endpoints.vote([true])).toBe(true)
  }
})

test('of one witness a second opinion is another node’s, while one is only silent for a moment nobody’s', async () => {
  const pool = openPool({ witnesses: 1 }, 'a', 'b')
  const first = await pool.endpoints.use(async (endpoint) => endpoint)
  expect(await pool.ask(first)).toBe('b')
  pool.failures.set('b', down)
  for (let attempt = 0; attempt < 4; attempt++) {
    expect(pool.endpoints.voters()).toBe(2)
    await expect(pool.ask(first)).rejects.toThrow(down.message)
    pool.wait(60)
  }
  expect(await pool.ask(first)).toBe('a')
  expect(pool.endpoints.voters()).toBe(1)
  pool.failures.clear()
  pool.wait(60)
  expect(await pool.ask(first)).toBe('b')
  const lone = openPool('a')
  expect(await lone.ask(await lone.endpoints.use(async (endpoint) => endpoint))).toBe('a')
})

test('an error of a second node within a work ends the work, and is not blamed on the first', async () => {
  const pool = openPool('a', 'b')
  const work = pool.endpoints.use(async (endpoint) => {
    pool.failures.set('b', down)
    return pool.ask(endpoint)
  })
  await expect(work).rejects.toThrow(down.message)
  expect(pool.asked()).toEqual(['b'])
  expect([pool.state('//a').score, pool.state('//b').score]).toEqual([1, 0.5])
})

test('a node that stands still while others go on has no vote after five minutes', async () => {
  const { first, endpoints, wait } = openNodes()
  await endpoints.compare()
  first.lag = 50
  for (let minute = 0; minute < 5; minute++) {
    await endpoints.compare()
    expect(endpoints.voters()).toBe(2)
    wait(60_001)
  }
  await endpoints.compare()
  expect(endpoints.voters()).toBe(1)
  first.lag = 0
  await endpoints.compare()
  expect(endpoints.voters()).toBe(2)
})

test('of three nodes one that goes on alone takes no vote from the others, two that do take it from the third', async () => {
  for (const [lags, voters] of [
    [[50, 50, 0], 3],
    [[50, 0, 0], 2],
  ] as const) {
    const { nodes, endpoints, wait } = openNodes(['a', 'b', 'c'])
    for (const [index, lag] of lags.entries()) nodes[index]!.lag = lag
    for (let minute = 0; minute < 7; minute++) {
      await endpoints.compare()
      wait(60_001)
    }
    await endpoints.compare()
    expect(endpoints.voters()).toBe(voters)
  }
})

test('for a vote every node is asked, and those that can answer do', async () => {
  const pool = openPool('a', 'b', 'c')
  pool.failures.set('b', down)
  const vote = () => pool.endpoints.all(({ rpc }) => rpc('x', []))
  expect(await vote()).toEqual(['a', 'c'])
  expect(pool.state('//b').healthy).toBe(false)
  for (const name of ['a', 'c']) pool.failures.set(name, new NodeError('refused', 'no'))
  await expect(vote()).rejects.toThrow('no')
  const defect = pool.endpoints.all(async () => {
    throw new OwnError(new Error('the disk is full'))
  })
  await expect(defect).rejects.toThrow(OwnError)
})

test('a node of another chain is not believed, rests, and is checked again after it failed', async () => {
  const pool = openPool('a', 'b')
  pool.chainIds.set('a', '0x2')
  expect(await pool.ask()).toBe('b')
  expect(pool.state('//a')).toMatchObject({
    error: 'the node serves chain 2, not 1: check rpcUrls',
    restingSeconds: 60,
    healthy: false,
  })
  expect(pool.askedForChain()).toEqual(['a eth_chainId', 'b eth_chainId'])
  await pool.ask()
  expect(pool.askedForChain()).toEqual([])
  pool.failures.set('b', down)
  await expect(pool.ask()).rejects.toThrow('refused')
  pool.failures.clear()
  pool.chainIds.set('b', '0x3')
  await expect(pool.ask()).rejects.toThrow('serves chain 3, not 1')
})

test('many works at once ask for the chain once', async () => {
  const pool = openPool('a')
  await Promise.all(Array.from({ length: 7 }, () => pool.ask()))
  expect(pool.askedForChain()).toEqual(['a eth_chainId'])
})

test('a node that does not name its chain is not believed', async () => {
  const pool = openPool('a')
  pool.chainIds.set('a', 'one')
  await expect(pool.ask()).rejects.toMatchObject({ kind: 'malformed' })
})

/** Nodes of one chain of a hundred blocks. */
function openNodes(names = ['a', 'b']) {
  let now = 0
  const nodes = names.map(() => new ScriptedNode({ chainId: 1, startTime: 0 }))
  for (const node of nodes) for (let block = 0; block < 100; block++) node.mine(0)
  const endpoints = openEvmEndpoints({
    urls: names.map((name) => `http://${name}.example`),
    chainId: 1,
    connect: (url) => nodes[names.findIndex((name) => url.includes(`${name}.`))]!.rpc,
    elapsed: () => now,
    pause: async () => {},
    tokens: [TOKEN],
    finality: 'finalized',
  })
  const read = async ({ node }: EvmEndpoint) => {
    const head = await node.head()
    return [head.number, await node.finalNumber(head)]
  }
  return {
    nodes,
    first: nodes[0]!,
    endpoints,
    /** Head and final block of the first node. */
    read: () => endpoints.use(read),
    readAll: () => endpoints.all(read),
    wait(ms: number) {
      now += ms
    },
  }
}

test('a node that is far behind the others is asked after them, for a while', async () => {
  const { first, endpoints, read, readAll, wait } = openNodes()
  first.lag = 3
  await readAll()
  expect(endpoints.states().map(({ head }) => head)).toEqual([97, 100])
  expect(await read()).toEqual([97, 95])
  first.lag = 4
  await readAll()
  expect(await read()).toEqual([100, 98])
  wait(29_999)
  expect(await read()).toEqual([100, 98])
  wait(1)
  expect(await read()).toEqual([96, 94])
})

test('a node that stands still is found out when the others are asked as well', async () => {
  const { first, endpoints, read } = openNodes()
  expect(await read()).toEqual([100, 98])
  first.lag = 50
  expect(await read()).toEqual([50, 48])
  await endpoints.compare()
  expect(await read()).toEqual([100, 98])
  expect(endpoints.states()[0]).toMatchObject({ head: 50, healthy: true, error: null })
})

test('so is a node that cannot tell what is final, or tells what was so long ago', async () => {
  for (const final of [null, 57, 58]) {
    const { first, endpoints, read } = openNodes()
    first.distortion = (_method, [tag], answer) => {
      if (tag !== 'finalized') return answer()
      return final === null ? null : { ...(answer() as object), number: `0x${final.toString(16)}` }
    }
    await endpoints.compare()
    expect(await read()).toEqual([100, final === 58 ? 58 : 98])
  }
})

test('states name nodes without the keys in their URLs', async () => {
  const pool = openPool('a')
  await pool.ask()
  expect(pool.endpoints.states()).toEqual([
    {
      url: 'http://a:8545',
      healthy: true,
      score: 1,
      restingSeconds: 0,
      error: null,
      latencyMs: 0,
      head: null,
      malformedLogs: 0,
      range: 500,
    },
  ])
})
