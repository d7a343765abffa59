/** Sells and settles until it is killed. It prints `ready`, and then the terms of each payment on a line of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createCheckout } from '@crypto-checkout/core'

const [config = '{}', order = '{}'] = process.argv.slice(2)
const { start, sandbox } = createCheckout({
  publicUrl: 'https://pay.example.com',
  log: () => {},
  ...JSON.parse(config),
})
await start()
console.log('ready')
for (;;) {
  const { address: to, amountDue } = await sandbox.payments.create(JSON.parse(order))
  console.log(JSON.stringify({ to, amountDue }))
  await sandbox.settlements.create()
  await sleep(400)
}
