import { sql } from 'kysely'
import { openSqlite } from '../storage/sqlite.ts'
import { FakeClock, ScriptedNode, TEST_CHAIN_ID, testCheckout } from '../testing.ts'

/** Two checkouts on one database, as two servers are, and a clock that is the database's too. */
export async function twoNodes() {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const sharedClock = {
    expressionType: undefined,
    toOperationNode: () => sql<number>`${clock.now()}`.toOperationNode(),
  }
  const storage = { ...openSqlite({ path: ':memory:' }), sharedClock }
  const one = await testCheckout({}, { clock, node, storage })
  const other = await testCheckout({}, { clock, node, storage })
  return { clock, nodes: [one, other] as const }
}
