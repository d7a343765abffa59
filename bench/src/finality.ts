/** The real time from a block's finality to the `payment.completed` events. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createCheckout } from '@crypto-checkout/core'
import { createTransferFor, ScriptedNode } from '@crypto-checkout/core/testing'
import { MILLION } from './million.ts'
import { benchOptions, CHAIN_ID, POLL_MS, paymentInput, TOKEN, wallet } from './setup.ts'

const TIMES = 50
const DAY_MS = 86_400_000

export async function benchFinality(path: string): Promise<void> {
  const node = new ScriptedNode({ chainId: CHAIN_ID, startTime: Date.now() - 40 * DAY_MS, finalizedDepth: 1 })
  node.decimals.set(TOKEN, 6)
  const log = (line: string) => console.error(line)
  const checkout = createCheckout({ ...benchOptions(path), log }, { connect: () => node.rpc })
  await checkout.start()
  const late: number[] = []
  for (let times = 0; times < TIMES; times++) {
    const payment = await checkout.payments.create({ ...paymentInput, merchantWallet: wallet(times) })
    const { to, rawAmount, from } = createTransferFor(payment)
    node.mine(Date.now(), [{ token: TOKEN, from, to, rawAmount }])
    // At a random moment between two polls.
    await sleep(POLL_MS + Math.random() * POLL_MS)
    node.mine(Date.now())
    const final = performance.now()
    while ((await checkout.payments.retrieve(payment.id)).status !== 'completed') await sleep(1)
    late.push(performance.now() - final)
  }
  await checkout.stop()
  late.sort((a, b) => a - b)
  const [median = 0, worst = 0] = [late[TIMES >> 1], late.at(-1)]
  const beyond = Math.max(0, worst - POLL_MS)
  console.log(`\n| from finality to \`payment.completed\`, ${MILLION} open payments, ${TIMES} times | ms |\n|---|---|`)
  console.log(`| polling interval | ${POLL_MS} |`)
  console.log(`| median | ${median.toFixed(0)} |\n| worst | ${worst.toFixed(0)} |`)
  console.log(`| worst, beyond one polling interval | ${beyond.toFixed(0)} |`)
}
