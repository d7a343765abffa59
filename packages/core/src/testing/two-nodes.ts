import { sql } from 'kysely'
import { FakeClock, ScriptedNode, TEST_CHAIN_ID, testCheckout } from './index.ts'
import { testStorage } from './storage.ts'

/** Two checkouts on one database, like two servers, with one clock that is also the database's. */
export async function openTwoNodes() {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const sharedClock = {
    expressionType: undefined,
    toOperationNode: () => sql<number>`cast(${clock.now()} as bigint)`.toOperationNode(),
  }
  const storage = { ...(await testStorage()), sharedClock }
  const parts = { clock, node, storage, pagesWaitByClock: true }
  const one = await testCheckout({}, parts)
  const other = await testCheckout({}, parts)
  return { clock, nodes: [one, other] as const }
}
