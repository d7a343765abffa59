import { forgetOrder } from './check-events.ts'
import * as chain from './steps-chain.ts'
import * as conversions from './steps-conversions.ts'
import * as merchants from './steps-merchants.ts'
import * as methods from './steps-methods.ts'
import * as nodes from './steps-nodes.ts'
import * as programs from './steps-programs.ts'
import * as refunds from './steps-refunds.ts'
import * as restores from './steps-restores.ts'
import * as webhooks from './steps-webhooks.ts'
import type { World } from './world.ts'

export type Step = {
  readonly name: string
  /** The frequency with which it is chosen, relative to the others. */
  readonly weight: number
  /** Returns what happened, in a word or two. */
  run(world: World): Promise<string>
}

const requests: readonly Step[] = [
  { name: 'create', weight: 70, run: merchants.createPayment },
  { name: 'repeat', weight: 30, run: merchants.repeat },
  { name: 'choose', weight: 60, run: methods.choose },
  { name: 'cancel', weight: 12, run: merchants.cancelPayment },
  { name: 'accept', weight: 6, run: merchants.acceptPayment },
  { name: 'assign', weight: 14, run: merchants.assignTransfer },
  { name: 'refund', weight: 28, run: refunds.createRefund },
  { name: 'two refunds', weight: 8, run: refunds.createRefunds },
  { name: 'cancel refund', weight: 8, run: refunds.cancelRefund },
  { name: 'settle', weight: 12, run: merchants.settle },
  { name: 'look', weight: 40, run: merchants.look },
]

const passes: readonly Step[] = [
  { name: 'watch', weight: 150, run: (world) => nodes.runJobs(world, 'watch') },
  { name: 'reread', weight: 30, run: (world) => nodes.runJobs(world, 'reread') },
  { name: 'send', weight: 60, run: (world) => nodes.runJobs(world, 'send') },
  { name: 'deliver', weight: 70, run: (world) => nodes.runJobs(world, 'deliver') },
  { name: 'settle job', weight: 10, run: (world) => nodes.runJobs(world, 'settle') },
  { name: 'factory', weight: 10, run: (world) => nodes.runJobs(world, 'factory') },
  { name: 'prune', weight: 3, run: (world) => nodes.runJobs(world, 'prune') },
  { name: 'compare', weight: 3, run: (world) => nodes.runJobs(world, 'compare') },
  { name: 'books', weight: 12, run: (world) => nodes.runJobs(world, 'books') },
  { name: 'check coins', weight: 2, run: (world) => nodes.runJobs(world, 'coins') },
]

const outside: readonly Step[] = [
  { name: 'pay', weight: 130, run: chain.pay },
  { name: 'pay methods', weight: 30, run: chain.payMethods },
  { name: 'pay refund', weight: 16, run: chain.payRefund },
  { name: 'mine', weight: 150, run: chain.mine },
  { name: 'mine deadline', weight: 12, run: chain.mineDeadline },
  { name: 'reorganise', weight: 30, run: chain.reorganise },
  { name: 'stall', weight: 6, run: chain.toggleFinality },
  { name: 'finalise', weight: 4, run: chain.finalise },
  { name: 'disturb node', weight: 20, run: chain.injectNodeFault },
  { name: 'heal nodes', weight: 20, run: chain.repairNodes },
  { name: 'fees', weight: 4, run: chain.changeFees },
  { name: 'forget pool', weight: 3, run: chain.forgetPool },
  { name: 'wait', weight: 40, run: chain.wait },
  { name: 'wait long', weight: 5, run: chain.waitLong },
  { name: 'clock', weight: 4, run: chain.setClock },
  { name: 'list', weight: 4, run: merchants.listAll },
  { name: 'wallet', weight: 3, run: methods.setWallet },
  { name: 'webhook', weight: 8, run: webhooks.createWebhook },
  { name: 'delete webhook', weight: 2, run: webhooks.deleteWebhook },
  { name: 'rotate', weight: 3, run: webhooks.rotateSecret },
  { name: 'disturb receiver', weight: 8, run: webhooks.injectReceiverFault },
]

/** Requests and passes at the same time, in any order. */
async function together(world: World): Promise<string> {
  const chosen = Array.from({ length: world.dice.between(2, 4) }, () => world.dice.weighted(concurrent))
  const lines = await Promise.all(chosen.map(async (step) => `${step.name}: ${await step.run(world)}`))
  return lines.join(', ')
}
/** Only one pass at a time reconciles, and it remembers its position. */
const concurrent = [...requests, ...passes.filter(({ name }) => name !== 'books')]

/** The process will end soon, at one of its calls. */
async function crash(world: World): Promise<string> {
  const calls = world.dice.below(world.dice.one([5, 25]))
  world.anyServer().life.endAfter(calls)
  return String(calls)
}

/** The process ends in the middle of a request or of a pass. */
async function breakOff(world: World): Promise<string> {
  const step = world.dice.weighted(world.dice.percent(50) ? moneyOut : concurrent)
  world.anyServer().life.endAfter(world.dice.below(12))
  return `${step.name}: ${await step.run(world)}`
}
const moneyOut = passes.filter(({ name }) => name === 'send' || name === 'settle job')

async function restart(world: World): Promise<string> {
  await forgetOrder(world)
  await world.restart()
  return ''
}

export const steps: readonly Step[] = [
  ...requests,
  ...passes,
  ...outside,
  { name: 'together', weight: 60, run: together },
  { name: 'crash', weight: 15, run: crash },
  { name: 'break off', weight: 25, run: breakOff },
  { name: 'restart', weight: 5, run: restart },
  { name: 'restore', weight: 8, run: restores.restore },
  { name: 'ask again', weight: 12, run: restores.askAgain },
  { name: 'release', weight: 4, run: restores.release },
]

/** The same where programs pay. */
export const stepsWithPrograms: readonly Step[] = [
  { name: 'sign', weight: 90, run: programs.sign },
  { name: 'sign twice', weight: 40, run: programs.signTwice },
  { name: 'replay', weight: 15, run: programs.replay },
  { name: 'send elsewhere', weight: 70, run: programs.sendElsewhere },
]

/** The same where money is converted. */
export const stepsWithConversions: readonly Step[] = [
  { name: 'convert', weight: 160, run: (world) => nodes.runJobs(world, 'conversions') },
  { name: 'sell', weight: 200, run: conversions.sell },
  { name: 'pay deposit', weight: 240, run: conversions.payDeposit },
  { name: 'blocks', weight: 300, run: chain.mine },
  { name: 'finality', weight: 60, run: chain.finalise },
  { name: 'read', weight: 200, run: (world) => nodes.runJobs(world, 'watch') },
  { name: 'reread more', weight: 60, run: (world) => nodes.runJobs(world, 'reread') },
  { name: 'send more', weight: 200, run: (world) => nodes.runJobs(world, 'send') },
  { name: 'factories', weight: 30, run: (world) => nodes.runJobs(world, 'factory') },
  { name: 'choose target', weight: 20, run: conversions.chooseTarget },
  { name: 'burn', weight: 30, run: conversions.burnByStranger },
  { name: 'announce', weight: 12, run: conversions.releaseByStranger },
  { name: 'release to wallet', weight: 10, run: conversions.releaseByWallet },
  { name: 'send to account', weight: 16, run: conversions.sendToAccount },
  { name: 'deliver burn', weight: 30, run: conversions.deliverByStranger },
  { name: 'disturb attester', weight: 40, run: conversions.disturbAttester },
  { name: 'fee', weight: 30, run: conversions.changeFee },
  { name: 'gas', weight: 10, run: conversions.toggleGas },
  { name: 'wait days', weight: 4, run: conversions.waitDays },
  { name: 'settle now', weight: 250, run: merchants.settle },
  { name: 'sweep', weight: 250, run: (world) => nodes.runJobs(world, 'settle') },
]

/** The same when several servers share a database. */
export const stepsOfSeveral: readonly Step[] = [
  ...steps,
  { name: 'pause', weight: 60, run: nodes.pause },
  { name: 'wake', weight: 40, run: nodes.wake },
  { name: 'stop', weight: 8, run: nodes.stop },
  { name: 'renew', weight: 15, run: nodes.renew },
  { name: 'both', weight: 15, run: merchants.repeatAtOnce },
]
