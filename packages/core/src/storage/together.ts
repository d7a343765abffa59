/**
 * Waits for statements that need nothing of each other's answers: on PostgreSQL they share a round trip. They are run in
 * their order. Throws what the first that failed threw, once none is under way any more.
 */
export async function together<Statements extends readonly Promise<unknown>[]>(
  statements: readonly [...Statements],
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  await Promise.allSettled(statements)
  return Promise.all(statements) as Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }>
}
