/**
 * Parts of the core that exist for speed, each with the edit that leaves it out. A server under test makes the edit as it
 * loads the file, so the core has no switch for it.
 */

export type Part = {
  readonly name: string
  /** Below packages/core/src. */
  readonly file: string
  /** A text of the file that occurs once, and the text in its place without the part. */
  readonly edit: readonly [text: string, without: string]
  /** The only database that has the part. */
  readonly only?: 'sqlite' | 'postgres'
}

export const parts: readonly Part[] = [
  {
    name: 'queries built once',
    file: 'storage/prepared.ts',
    edit: ['byDialect.get(dialect) ?? build(db, holes).compile()', 'build(db, holes).compile()'],
  },
  {
    name: 'statements without steps of Kysely',
    file: 'storage/kysely-over.ts',
    edit: ['override executeQuery<R>', 'runAtOnce<R>'],
  },
  {
    name: 'statements prepared once',
    file: 'storage/sqlite.ts',
    edit: ['if (known) return known(parameters)', ''],
    only: 'sqlite',
  },
  {
    name: 'named statements',
    file: 'storage/postgres-client.ts',
    edit: ['return { name, text, values }', 'return { text, values }'],
    only: 'postgres',
  },
  {
    name: 'rows made by a compiled function',
    file: 'storage/sqlite.ts',
    edit: [
      'const fields = columns.map(',
      `const readers = columns.map((column) => compileFunction('return ' + readValue(column, 'value'), ['value']))
  return (values) => Object.fromEntries(columns.map(({ name }, index) => [name, readers[index](values[index])]))
  const fields = columns.map(`,
    ],
    only: 'sqlite',
  },
  { name: 'group commit', file: 'storage/group-commit.ts', edit: ['const MAX_GROUP = 64', 'const MAX_GROUP = 1'] },
  {
    name: 'statements of a tick in one packet',
    file: 'storage/postgres-session.ts',
    edit: ['if (stream.writableCorked > 0) return', 'return'],
    only: 'postgres',
  },
  {
    name: 'pipelining of the writer',
    file: 'storage/postgres.ts',
    edit: ['connect({ ...options, pipeline: true }', 'connect({ ...options, pipeline: false }'],
    only: 'postgres',
  },
  {
    name: 'writes left to the end of a transaction',
    file: 'storage/deferred.ts',
    edit: [
      'const kinds = new Set(pieces.flatMap((deferred) => [...deferred.keys()]))',
      `for (const deferred of pieces) for (const [kind, items] of deferred) await kind.write(tx, items as never[])
       const kinds: DeferredKind<never>[] = []`,
    ],
  },
  {
    name: 'creation in batches',
    file: 'payments/create.ts',
    edit: ['if (order.keep && input.supersedes === undefined && !input.reuse)', 'if (order.keep === null)'],
  },
  {
    name: 'views that are remembered',
    file: 'payments/recent-views.ts',
    edit: ['const kept = keptWith.get', 'return Object.freeze(build())\n    const kept = keptWith.get'],
  },
  {
    name: 'texts of views that are remembered',
    file: 'domain/cache.ts',
    edit: ['if (before !== undefined) return before', ''],
  },
  {
    name: 'keys that are remembered for a second',
    file: 'api/authenticate.ts',
    edit: ['const REMEMBER_MS = 1_000', 'const REMEMBER_MS = 0'],
  },
  {
    name: 'QR codes that are remembered',
    file: 'domain/qr.ts',
    edit: ['const CACHED_CODES = 1000', 'const CACHED_CODES = 1'],
  },
  {
    name: '(cost) tallies of lists',
    file: 'payments/count-store.ts',
    edit: ['deferWrite(tx, tallyWrites, moves)', ''],
  },
  {
    name: '(cost) terms of the search',
    file: 'payments/search-store.ts',
    edit: ['deferWrite(tx, termWrites, [{ rows: terms.map((term) => toRow(payment, term)), isNew: true }])', ''],
  },
  {
    name: '(cost) entries of the ledger',
    file: 'payments/book.ts',
    edit: ['if (final.length === 0) return []', 'return []'],
  },
]
