/**
 * `npm run gallery`: serves the element and the hosted page in every state until it is interrupted. `-- --shots FOLDER`
 * photographs them instead, and `--only 'page-(ar|ja)-320'` only the series whose names match the expression.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { waitForInterrupt } from '../../core/src/testing/interrupt.ts'
import { widgetAssets } from '../src/assets.ts'
import { startGallery } from './server.ts'
import { takeShots } from './shots.ts'

const { values } = parseArgs({
  options: { shots: { type: 'string' }, only: { type: 'string' }, port: { type: 'string', default: '0' } },
})
const scripts = new Map(widgetAssets().map(({ name, body }) => [name, body]))
const gallery = await startGallery(scripts, Number(values.port))

if (values.shots === undefined) {
  const interrupt = waitForInterrupt()
  console.log(gallery.url)
  await interrupt
} else {
  // npm first changes to the folder of the package.
  await takeShots(gallery.url, resolve(process.env.INIT_CWD ?? '.', values.shots), new RegExp(values.only ?? ''))
}
await gallery.stop()
