/** The checkout without a part that exists for speed: `server-without.ts PART DATABASE`. An empty part leaves nothing out. */
import { leaveOut } from './leave-out.ts'

leaveOut(process.argv.splice(2, 1)[0] ?? '')
await import('./checkout-server.ts')
