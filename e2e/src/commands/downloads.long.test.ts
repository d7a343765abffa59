/** A server whose files are opened again and again, by more connections than it sends files to. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get as request } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { createQuietNode, serveNode, TEST_TOKEN, TEST_WALLET } from '@crypto-checkout/core/testing'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { cleanUp, createKeys, startServer } from '../support/harness.ts'
import { configure } from '../support/started.ts'

const CONNECTIONS = 60
const LINKS = 6
const FOR_MS = 15_000
/** 1,900 rows of 16 KiB: 30 MB. */
const PAYMENTS = 1_900
const MEBIBYTE = 1_048_576
/** As the image, the service and `npm start` start the server. Otherwise V8's own objects can take 128 MiB when it is busy. */
const MEMORY = { NODE_OPTIONS: '--max-semi-space-size=16' }

afterAll(async () => expect(await cleanUp()).toEqual([]))

async function openFullShop() {
  const node = await serveNode(createQuietNode())
  onTestFinished(() => node.close())
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
  const many = { requestsPerMinute: 1_000_000, openPaymentsPerPrice: 9_000 }
  const { cwd } = configure({
    ...{ trustProxy: true, plans: { sandbox: many, starter: many } },
    sandbox: { networks: { ethereum: { rpcUrls: [node.url], chainId: 31_337, coins } } },
  })
  const filling = await startServer(['--port', '0'], { cwd })
  const { publicKey, secretKey } = await createKeys({ cwd })
  const auth = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey }
  const headers = { ...auth, 'content-type': 'application/json' }
  const order = { currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: TEST_WALLET }
  const metadata = { note: 'x'.repeat(16_000) }
  let next = 0
  const fill = async () => {
    while (next < PAYMENTS) {
      next += 1
      const body = JSON.stringify({ ...order, amount: 10 + next, metadata })
      const made = await fetch(`${filling.url}/sandbox/v1/payments`, { method: 'POST', headers, body })
      expect([made.status, made.status === 201 ? '' : await made.text()]).toEqual([201, ''])
      await made.body?.cancel()
    }
  }
  await Promise.all(Array.from({ length: 8 }, fill))
  filling.signal('SIGTERM')
  await filling.ended
  const server = await startServer(['--port', '0'], { cwd, env: MEMORY })
  const links: string[] = []
  for (let link = 0; link < LINKS; link++) {
    const query = `created_gte=${new Date(link * 86_400_000).toISOString()}`
    const made = await fetch(`${server.url}/sandbox/v1/payments/export?${query}`, { headers })
    const { pathname, search } = new URL(((await made.json()) as { url: string }).url)
    links.push(`${server.url}${pathname}${search}`)
  }
  return { server, headers, links }
}

async function readRss(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return 1_024 * Number(stdout)
}

type Answer = { readonly status: number; readonly retryAfter: string | undefined; readonly bytes: number; body: string }

/** Opens a link as a browser behind a proxy. Only the text of a refusal is kept. */
function open(agent: Agent, url: string, address: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { 'x-forwarded-for': address } }, async (response) => {
      const { statusCode: status = 0, headers } = response
      let bytes = 0
      if (status === 200) response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      const body = status === 200 ? '' : await text(response)
      if (status === 200) await new Promise((end) => response.on('close', end))
      resolve({ status, retryAfter: headers['retry-after'], bytes, body })
    })
    asked.on('error', reject)
  })
}

/** Asks one time after the other, in a thread of its own. Resolves with how long each answer took. */
async function askFor(forMs: number, url: string, headers: object): Promise<number[]> {
  const code = `
    const { parentPort, workerData: { forMs, url, headers } } = require('node:worker_threads')
    const run = async () => {
      const [times, until] = [[], performance.now() + forMs]
      while (performance.now() < until) {
        const startedAt = performance.now()
        const answer = await fetch(url, { headers })
        await answer.text()
        if (answer.status !== 200) throw new Error('answered ' + answer.status)
        times.push(performance.now() - startedAt)
      }
      parentPort.postMessage(times)
    }
    void run()`
  const worker = new Worker(code, { eval: true, workerData: { forMs, url, headers } })
  const [times] = (await once(worker, 'message')) as [number[]]
  return times
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

test('60 connections that open files of 30 MB leave the API its answers, and the server its memory', async () => {
  const { server, headers, links } = await openFullShop()
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  onTestFinished(() => agent.destroy())
  const url = `${server.url}/sandbox/v1/payments?limit=1`
  const idleMs = median((await askFor(2_000, url, headers)).slice(100))
  const pid = server.pid
  const idleRss = await readRss(pid)

  const until = performance.now() + FOR_MS
  const answers: Answer[] = []
  const grownBy: number[] = []
  const openAgainAndAgain = async (_: unknown, index: number) => {
    while (performance.now() < until) answers.push(await open(agent, links[index % LINKS] ?? '', `203.0.113.${index}`))
  }
  const watch = async () => {
    while (performance.now() < until) {
      grownBy.push((await readRss(pid)) - idleRss)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const asked = askFor(FOR_MS, url, headers)
  await Promise.all([...Array.from({ length: CONNECTIONS }, openAgainAndAgain), watch()])
  const loaded = await asked

  const files = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200)
  console.log(
    `${files.length} files, ${refused.length} refusals; idle ${idleMs.toFixed(2)} ms, ` +
      `under load ${median(loaded).toFixed(2)} ms, at most ${Math.max(...loaded).toFixed(0)} ms, ` +
      `${loaded.length} answers; ${Math.round(idleRss / MEBIBYTE)} MiB, and ${Math.round(median(grownBy) / MEBIBYTE)} MiB ` +
      `more, at most ${Math.round(Math.max(...grownBy) / MEBIBYTE)} MiB`,
  )
  // Each link is sent six times within a minute, and each file whole.
  expect(files.length).toBeGreaterThan(LINKS)
  expect(files.filter(({ bytes }) => bytes < 30_000_000)).toEqual([])
  for (const { status, retryAfter, body } of refused) {
    expect([status, Number(retryAfter) > 0]).toEqual([429, true])
    expect(body).toMatch(/^(This file|Other files|Too many requests).* again /)
  }
  // With whole files in memory it was above 500.
  expect(Math.max(...grownBy)).toBeLessThan(100 * MEBIBYTE)
  expect(loaded.length).toBeGreaterThan(100)
})
