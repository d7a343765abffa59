import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { listSteps } from './migrate.ts'
import { up } from './migrations/0061-claimed-addresses.ts'
import { migrate, openSqlite } from './sqlite.ts'

test('of users from before, those who have confirmed their address claim it, and nobody loses anything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'checkout.db')
  const before = new DatabaseSync(path)
  migrate(before, (listSteps(0).find((step) => step.up === up)?.to ?? 0) - 1)
  before.exec(`
    insert into merchants (id, name, plan, created_at) values ('mer_1', 'Shop', 'starter', 0);
    insert into users (id, email, email_key, created_at, confirmed_email) values
      ('usr_1', 'Ann@x.org', 'ann@x.org', 0, 'Ann@x.org'),
      ('usr_2', 'bob@x.org', 'bob@x.org', 0, null),
      ('usr_3', 'new@x.org', 'new@x.org', 0, 'old@x.org');
    insert into memberships select id, 'mer_1', 'owner', 0 from users;`)
  before.close()
  const storage = openSqlite({ path })
  const columns = ['id', 'email', 'email_key', 'claim'] as const
  expect(await storage.db.selectFrom('users').select(columns).orderBy('seq').execute()).toEqual([
    { id: 'usr_1', email: 'Ann@x.org', email_key: 'ann@x.org', claim: 'ann@x.org' },
    { id: 'usr_2', email: 'bob@x.org', email_key: 'bob@x.org', claim: 'usr_2' },
    { id: 'usr_3', email: 'new@x.org', email_key: 'new@x.org', claim: 'usr_3' },
  ])
  expect(await storage.db.selectFrom('memberships').selectAll().execute()).toHaveLength(3)
  await storage.close()
})
