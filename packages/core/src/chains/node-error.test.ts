import { expect, test } from 'vitest'
import { NodeError, readGuarded } from './node-error.ts'

test('a failure of the database is thrown as it was, and a node error stays one', async () => {
  const failure = new TypeError('the database is closed')
  const recipients = { all: () => Promise.reject(failure), intersect: () => Promise.reject(failure) }
  await expect(readGuarded(recipients, ({ all: named }) => named())).rejects.toBe(failure)
  await expect(readGuarded(recipients, ({ intersect: among }) => among([]))).rejects.toBe(failure)
  const busy = new NodeError('busy', 'later')
  await expect(readGuarded(recipients, () => Promise.reject(busy))).rejects.toBe(busy)
})
