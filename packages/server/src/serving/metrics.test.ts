import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCheckout } from '@crypto-checkout/core'
import { expect, test } from 'vitest'
import { openMetrics } from './metrics.ts'

const answered = { method: 'GET', route: '/v1/payments/{id}', status: 200, requestId: 'req_1', paymentId: null }

/** The metrics of a server where nothing happens except what its observer receives. */
function openRendered() {
  const { observer, render } = openMetrics('sqlite::memory:')
  async function lines(): Promise<string[]> {
    const checkout = createCheckout({ publicUrl: 'http://127.0.0.1', database: 'sqlite::memory:', log: () => {} })
    await checkout.ready()
    const text = await render(checkout)
    await checkout.stop()
    return text.split('\n')
  }
  return { observer, lines }
}

test('requests stand in buckets that hold the faster ones too, with their sum and number', async () => {
  const { observer, lines: rendered } = openRendered()
  for (const ms of [0.5, 1, 1.1, 20, 60_000]) observer.answered({ ...answered, ms, code: null, replayed: false })
  observer.answered({ ...answered, method: 'BREW', ms: 3, code: null, replayed: false })
  const lines = await rendered()
  const name = 'checkout_http_request_duration_seconds'
  const labels = 'route="/v1/payments/{id}",method="GET",status="200"'
  expect(lines).toContain(`# TYPE ${name} histogram`)
  const buckets = lines.filter((line) => line.startsWith(`${name}_bucket{${labels},`))
  expect(buckets.map((line) => /le="(.+)"\} (\d+)/.exec(line)?.slice(1).join(' '))).toEqual([
    ...['0.001 2', '0.0025 3', '0.005 3', '0.01 3', '0.025 4', '0.05 4', '0.1 4', '0.25 4', '0.5 4', '1 4', '2.5 4'],
    ...['5 4', '10 4', '+Inf 5'],
  ])
  expect(lines).toContain(`${name}_count{${labels}} 5`)
  const [sum = ''] = lines.filter((line) => line.startsWith(`${name}_sum{${labels}}`))
  expect(Number(sum.split(' ').at(-1))).toBeCloseTo(60.0226, 6)
  // Clients can send any word as a method.
  expect(lines).toContain(`${name}_count{route="/v1/payments/{id}",method="OTHER",status="200"} 1`)
})

/** Names of series, without the suffixes of a histogram's parts. */
function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(/checkout_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')))
}

test('alerts name nothing but what there is, and the documentation all of it', async () => {
  const file = (path: string) => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')
  const help = (await openRendered().lines()).filter((line) => line.startsWith('# HELP'))
  const known = namesIn(help.join('\n'))
  const alerts = namesIn(file('examples/deployment/alerts.yml'))
  expect(alerts.size).toBeGreaterThan(10)
  expect([...alerts].filter((name) => !known.has(name))).toEqual([])
  const [, table = ''] = file('packages/server/README.md').split('| series | |')
  expect([...namesIn(table.split('\n\n')[0] ?? '')].sort()).toEqual([...known].sort())
})
