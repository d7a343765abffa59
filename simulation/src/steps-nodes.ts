import { forgetOrder } from './check-events.ts'
import type { Server } from './server.ts'
import type { World } from './world.ts'

/** Steps of servers: which server runs which pass, and which one stands still, wakes up or stops. */

/** Without a renewal for this long, any server may take a lease. */
const LEASE_MS = 4_000

/** One pass of each job of a kind. Returns how many have more to do. */
export async function runJobs(world: World, kind: string): Promise<string> {
  if (!world.leases) return runOn(world, world.anyServer(), kind)
  const server = await worker(world)
  // A server renews every second: usually it has done so when a pass begins.
  if (world.dice.percent(85)) await renewAll(world, server)
  return `${server.life.name} ${await runOn(world, server, kind)}`
}

async function runOn(world: World, server: Server, kind: string): Promise<string> {
  let more = 0
  for (const job of server.jobs) {
    if (job.name.startsWith(kind) && (await world.runJob(server, job))) more += 1
  }
  return String(more)
}

/** Usually the holder of a lease: the others have little to do. */
async function worker(world: World): Promise<Server> {
  const { dice, storage } = world
  if (dice.percent(30)) return world.anyServer()
  const rows = await storage.db.selectFrom('leases').select('holder').execute()
  const holder = dice.any(rows)?.holder
  return world.awake().find(({ life }) => life.name === holder) ?? world.anyServer()
}

async function renewAll(world: World, server: Server): Promise<void> {
  for (const job of server.jobs) if (job.name.startsWith('lease of')) await world.runJob(server, job)
}

/** All servers that are awake renew their leases at the same time, or take expired ones. */
export async function renew(world: World): Promise<string> {
  await Promise.all(world.awake().map((server) => renewAll(world, server)))
  return ''
}

/** A server stands still in the middle of a pass; the others go on. */
export async function pause(world: World): Promise<string> {
  const { dice, sleepers } = world
  if (world.awake().length < 2) return 'nobody'
  const server = await worker(world)
  await renewAll(world, server)
  const kind = dice.one(['watch', 'watch', 'reread', 'send', 'send', 'factory', 'deliver', 'deliver', 'deliver'])
  const asleep = server.life.sleepAfter(dice.below(dice.one([3, 12])))
  const pass = runOn(world, server, kind)
  sleepers.set(server, pass)
  // The caller of `wake` gets its errors.
  pass.catch(() => {})
  await Promise.race([pass, asleep])
  if (!server.life.isAsleep) {
    await world.wake(server)
    return `${kind}: not`
  }
  await world.settle()
  // Requests under way may arrive late.
  await forgetOrder(world)
  return `${kind} of ${server.life.name}`
}

/** A server that stood still goes on, renews its leases first, or ends. */
export async function wake(world: World): Promise<string> {
  const { dice, sleepers } = world
  const server = dice.any([...sleepers.keys()])
  if (!server) return 'nobody'
  const manner = dice.one(['goes on', 'goes on', 'renews', 'renews', 'ends'])
  if (manner === 'ends') server.life.end()
  // By then it may retake leases that others have taken meanwhile.
  if (manner === 'renews') world.time += LEASE_MS
  // A lease that is taken again waits for the pass that began under the last one.
  const renewed = manner === 'renews' ? renewAll(world, server) : Promise.resolve()
  await world.settle()
  await Promise.all([world.wake(server), renewed])
  return `${server.life.name} ${manner}`
}

/** A server is told to end, and another one replaces it. */
export async function stop(world: World): Promise<string> {
  const server = world.anyServer()
  await server.stop()
  await forgetOrder(world)
  await world.restart([server])
  return server.life.name
}
