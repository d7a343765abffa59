import { expect, test } from 'vitest'
import { NodeError } from './node-error.ts'
import { readingFor } from './own-errors.ts'

test('a failure of the database is thrown as it was, and a node error stays one', async () => {
  const failure = new TypeError('the database is closed')
  const recipients = { named: () => Promise.reject(failure), among: () => Promise.reject(failure) }
  await expect(readingFor(recipients, ({ named }) => named())).rejects.toBe(failure)
  await expect(readingFor(recipients, ({ among }) => among([]))).rejects.toBe(failure)
  const busy = new NodeError('busy', 'later')
  await expect(readingFor(recipients, () => Promise.reject(busy))).rejects.toBe(busy)
})
