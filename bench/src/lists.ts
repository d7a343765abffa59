/** Lists of ten with their `totalCount`, in a database of a thousand payments and in one of a million, in turns. */
import { type Checkout, createCheckout } from '@crypto-checkout/core'
import { MILLION } from './million.ts'
import { benchOptions, NETWORK } from './setup.ts'

const TIMES = 300

type Query = readonly [what: string, ask: (checkout: Checkout) => Promise<{ readonly totalCount: number }>]
const dayAgo = new Date(Date.now() - 86_400_000 + 12_345_678).toISOString()

const queries: readonly Query[] = [
  ['payments', ({ payments }) => payments.list()],
  ['payments?status=created', ({ payments }) => payments.list({ status: 'created' })],
  ['payments?status=expired', ({ payments }) => payments.list({ status: 'expired' })],
  ['payments?created_gte', ({ payments }) => payments.list({ created_gte: dayAgo })],
  ['events', ({ events }) => events.list()],
  ['events?after', ({ events }) => events.list({ after: 300 })],
  ['events?type&after', ({ events }) => events.list({ type: 'payment.created', after: 300 })],
  ['transfers', ({ transfers }) => transfers.list()],
  ['transfers?status=attributed', ({ transfers }) => transfers.list({ status: 'attributed' })],
  [
    'transfers?network&status=unattributed',
    ({ transfers }) => transfers.list({ network: NETWORK, status: 'unattributed' }),
  ],
]

export async function benchLists(few: string, many: string): Promise<void> {
  const open = (path: string) => createCheckout({ ...benchOptions(path), log: () => {} })
  const pair = [open(few), open(many)] as const
  console.log(`\n| list of 10 | ms with 1,000 | ms with ${MILLION} | ratio | totalCount |\n|---|---|---|---|---|`)
  for (const [what, ask] of queries) {
    const times: [number[], number[]] = [[], []]
    let total = 0
    for (let round = 0; round < TIMES; round++) {
      for (const [index, checkout] of pair.entries()) {
        const begun = performance.now()
        total = (await ask(checkout)).totalCount
        times[index]?.push(performance.now() - begun)
      }
    }
    const [short, long] = times.map(median)
    const ratio = ((long ?? 0) / (short ?? 1)).toFixed(2)
    console.log(`| ${[what, short?.toFixed(3), long?.toFixed(3), ratio, total].join(' | ')} |`)
  }
  for (const checkout of pair) await checkout.stop()
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
