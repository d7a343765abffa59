/** Processes transactions until it kills itself with SIGKILL at one of its commits or requests. */
import { openSendingShop } from './sending-shop.ts'

const [path = '', sandbox = '', diesAt = ''] = process.argv.slice(2)
let armed = false
let calls = 0

const shop = openSendingShop(path, JSON.parse(sandbox), () => {
  if (!armed) return
  calls += 1
  if (calls > Number(diesAt)) process.kill(process.pid, 'SIGKILL')
})
await shop.checkout.ready()
await shop.watch()
armed = true
await shop.send()
await shop.close()
