/** Checks that answered data is on disk, by tracing system calls: killing a process does not show it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { requestBytes, runLoad } from './load.ts'
import { paymentInput, wallet } from './setup.ts'

const SECONDS = 3
const CONNECTIONS = [1, 16, 64] as const

type Counted = {
  readonly acknowledged: number
  /** Groups of answers with no sync between them. */
  readonly batches: number
  readonly syncs: number
  /** Answers sent while some data was written but not synced. */
  readonly early: number
}

/** Requires strace. */
export async function benchDurability(): Promise<void> {
  execFileSync('strace', ['--version'], { stdio: 'ignore' })
  console.log(`\nSyncs to disk before answers to POST /v1/payments, by strace, ${SECONDS} s each\n`)
  console.log('| connections | 201 answered | batches | syncs of the log | answered before their sync |')
  console.log('|---|---|---|---|---|')
  for (const connections of CONNECTIONS) {
    const { acknowledged, batches, syncs, early } = await count(connections)
    console.log(`| ${[connections, acknowledged, batches, syncs, early].join(' | ')} |`)
  }
}

async function count(connections: number): Promise<Counted> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-'))
  try {
    const trace = join(folder, 'trace')
    const calls = 'trace=fdatasync,fsync,pwrite64,write,writev'
    const tracer = ['strace', '-f', '-qq', '-y', '-s', '16', '-e', calls, '-o', trace]
    const server = await startChild('checkout-server.ts', [join(folder, 'checkout.db')], { tracer })
    const key = server.stats.key as { publicKey: string; secretKey: string }
    const headers = {
      authorization: `Bearer ${key.publicKey}`,
      'x-api-secret': key.secretKey,
      'content-type': 'application/json',
    }
    const body = (n: number) => JSON.stringify({ ...paymentInput, merchantWallet: wallet(n) })
    const request = (n: number) => requestBytes('POST', '/v1/payments', headers, body(n))
    const { requests, failed } = await runLoad({ url: server.url, request, connections, seconds: SECONDS })
    await server.stop()
    if (failed > 0) throw new Error(`${failed} of ${requests} requests failed`)
    return read(readFileSync(trace, 'utf8').split('\n'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes to the write-ahead log, to which SQLite writes its commits. */
const WRITTEN = /pwrite64\(\d+<[^>]*-wal>/
const SYNCED = /(?:fdatasync|fsync)\(\d+<[^>]*-wal>\) += 0|<\.\.\. (?:fdatasync|fsync) resumed>/
const ANSWERED = /writev?\(.*"HTTP\/1\.1 201/

function read(lines: readonly string[]): Counted {
  const counted = { acknowledged: 0, batches: 0, syncs: 0, early: 0 }
  let isUnsynced = false
  let isNewBatch = true
  for (const line of lines) {
    if (WRITTEN.test(line)) isUnsynced = true
    if (SYNCED.test(line)) {
      counted.syncs += 1
      isUnsynced = false
      isNewBatch = true
    }
    if (!ANSWERED.test(line)) continue
    counted.acknowledged += 1
    if (isUnsynced) counted.early += 1
    if (isNewBatch) counted.batches += 1
    isNewBatch = false
  }
  return counted
}
