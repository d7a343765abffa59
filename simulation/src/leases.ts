import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery } from 'kysely'
import type { Db, Storage } from '../../packages/core/src/storage/database.ts'
import { prepareQuery } from '../../packages/core/src/storage/prepared.ts'
import type { MonitoredJob } from '../../packages/core/src/workers/runner.ts'
import type { Server } from './server.ts'
import { must, Violation } from './violation.ts'

/** A pass of work that one server does at a time. `token`: null if the server did not hold the lease when it began. */
type Pass = { readonly server: string; readonly job: string; readonly lease: string; readonly token: number | null }

/** The lease of each kind of job, stated independently of the core. */
function leaseOf(job: string): string | null {
  const [, network] = /^(?:watch|reread|send|factory|conversions) (.+)$/.exec(job) ?? []
  return network ?? (/^(?:settle|prune|books)$/.test(job) ? 'settle and prune' : null)
}

/** The time for which a lane is held after it is taken. */
const LANE_MS = 30_000

/** Checks that must hold when servers share a database: who holds a lease, and what is written under it. */
export class Leases {
  readonly #passes = new AsyncLocalStorage<Pass | null>()
  readonly #found: Violation[]
  #transactions = 0

  /** `found` receives the violations of passes. */
  constructor(found: Violation[]) {
    this.#found = found
  }

  /** Tells whether any transaction is running. */
  isBusy(): boolean {
    return this.#transactions > 0
  }

  /** Makes the database record who takes a lease or a lane that another server still holds. */
  async watch(db: Db): Promise<void> {
    const run = (sql: string) => db.executeQuery(CompiledQuery.raw(sql))
    await run('create temp table stolen (what text not null)')
    await run(
      `create temp trigger lease_stolen after update on main.leases
       when old.holder <> new.holder and old.expires_at > new.renewed_at
       begin insert into stolen values (new.holder || ' took ' || new.name || ' from ' || old.holder); end`,
    )
    await run(
      `create temp trigger lane_stolen after update of holder on main.delivery_lanes
       when old.holder <> new.holder and old.held_until > new.held_until - ${LANE_MS}
       begin insert into stolen values (new.holder || ' took ' || new.lane || ' from ' || old.holder); end`,
    )
  }

  async check(db: Db): Promise<void> {
    const { rows } = await db.executeQuery(stolen)
    must(rows.length === 0, 'leases', () => `what was held was taken: ${JSON.stringify(rows)}`)
  }

  /** Runs one pass of a job on a server. */
  async during(db: Db, { life }: Server, job: MonitoredJob): Promise<{ readonly more: boolean }> {
    const lease = leaseOf(job.name)
    if (lease === null) return this.#passes.run(null, () => job.run())
    const [row] = await stateOf(db, { lease })
    const token = row?.holder === life.name ? row.token : null
    return this.#passes.run({ server: life.name, job: job.name, lease, token }, () => job.run())
  }

  /** A pass writes only under the lease with which it began. */
  guard(storage: Storage): Storage {
    return {
      ...storage,
      transact: async (work, urgency) => {
        const pass = this.#passes.getStore() ?? null
        this.#transactions += 1
        try {
          return await storage.transact(async (tx) => {
            const value = await work(tx)
            if (pass) this.#checkPass(pass, (await stateOf(tx, pass))[0])
            return value
          }, urgency)
        } finally {
          this.#transactions -= 1
        }
      },
    }
  }

  #checkPass({ server, job, lease, token }: Pass, now: { holder: string; token: number } | undefined): void {
    if (now?.holder === server && now.token === token) return
    const is = now ? `${now.holder} holds it by ${now.token}` : 'nobody ever held it'
    this.#found.push(
      new Violation('leases', `${job} of ${server} wrote, having begun by ${token} of ${lease}, and ${is}`),
    )
  }
}

const stolen = CompiledQuery.raw('select what from stolen')

const stateOf = prepareQuery<{ readonly lease: string }>()((db, value) =>
  db.selectFrom('leases').select(['holder', 'token']).where('name', '=', value.lease),
)
