/**
 * `npm run gallery:dashboard`: serves the dashboard with a shop that has something of everything, until it is
 * interrupted. `-- --shots FOLDER` photographs each page instead; `--only 390:payments` only those looks and pages.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { waitForInterrupt } from '../../../packages/core/src/testing/interrupt.ts'
import { doBusiness } from './business.ts'
import { openDemoShop } from './shop.ts'
import { takeShots } from './shots.ts'

const { values } = parseArgs({
  options: {
    shots: { type: 'string' },
    only: { type: 'string', default: '' },
    port: { type: 'string', default: '0' },
  },
})
const shop = await openDemoShop(Number(values.port))
await doBusiness(shop)

if (values.shots === undefined) {
  const interrupt = waitForInterrupt()
  console.log(`Become an owner of the shop: ${await shop.createInvitation()}`)
  const timer = setInterval(() => shop.clock.advance(1_000), 1_000)
  await interrupt
  clearInterval(timer)
} else {
  await takeShots(shop, resolve(process.env.INIT_CWD ?? '.', values.shots), values.only)
}
await shop.close()
