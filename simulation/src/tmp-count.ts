import { sql } from 'kysely'
import { watchChanges } from './changes.ts'
import { drain } from './quiet.ts'
import { checkQuiet } from './check-quiet.ts'
import { takeStep } from './simulate.ts'
import { World } from './world.ts'
for (const seed of (process.argv[3] ?? '').split(',').map(Number)) {
const world = await World.open(seed)
await watchChanges(world.storage.db)
await world.leases?.watch(world.storage.db)
let err: unknown = null
try { for (let i = 0; i < Number(process.argv[2]); i++) await takeStep(world); await drain(world); await checkQuiet(world) } catch (e) { err = e }
const { rows } = await sql`select (select count(*) from conversion_accounts) a, (select count(*) from conversions) c, (select count(*) from exits) e, (select group_concat(state) from exits) s, (select count(*) from exit_shares) sh, (select count(*) from converters) co, (select count(*) from payments where network='polygon') pp, (select group_concat(purpose||' '||state||' '||n) from (select purpose, state, count(*) n from sends group by 1,2)) se`.execute(world.storage.db)
console.log(seed, JSON.stringify(rows[0]), world.conversions?.cctp.exits().length, err instanceof Error ? err.stack?.slice(0, 900) : '')
if (err) { const q = await sql`select c.*, a.read_until, a.read_once, a.due_at, a.send_id, a.terms from conversions c join conversion_accounts a on a.account=c.account where ended_at is null`.execute(world.storage.db)
for (const r of q.rows as any[]) console.log(JSON.stringify(r, (_, v) => typeof v === 'bigint' ? String(v) : v), world.conversions?.cctp.held(r.account), world.conversions?.cctp.fee, world.time, world.chains.polygon.finalNumber, world.chains.polygon.node.head.number)
console.log(JSON.stringify((await sql`select seq, account, state, left_amount, placed, block_number from exits`.execute(world.storage.db)).rows, (_, v) => typeof v === 'bigint' ? String(v) : v))
for (const r of q.rows as any[]) { for (const b of world.chains.polygon.blocks) for (const t of b.transfers) if (t.to.toLowerCase()===r.account||t.from.toLowerCase()===r.account) console.log(b.number, t)
 console.log((await sql`select settlement_id, address, state, expected, amount, left_amount, lost_amount, send_id from sweeps where settlement_id in (select settlement_id from conversions where account=${r.account})`.execute(world.storage.db)).rows, (await sql`select * from conversions where account=${r.account}`.execute(world.storage.db)).rows) }
console.log(world.servers.map(s=>s.defects), world.trace.slice(-3)) }
await world.close()
}
